"""ＨＭＳ 一般戦闘ルール: 2D6 and a declared skill, eleven distance bands."""

from rules.hms import declarations, events
from rules.hms.awaiting import admit, awaiting, mentioned, plays
from rules.hms.clauses import BOOK
from rules.hms.decide import DECIDE, resume
from rules.hms.fold import FOLDS, STAMPS, start
from rules.hms.narrate import TELL, names
from rules.hms.open import VERSION, open_battle
from rules.hms.options import Options
from rules.hms.ruling import SETTABLE, after_ruling, amend, closing
from rules.hms.setup import Setup
from rules.hms.state import Game
from rules.hms.view import OPENS, SECRECY, declared_secrecy, hides, view
from rules.rulebook import RuleSystem, own_events

SYSTEM: RuleSystem[Game] = RuleSystem(
    id="hms",
    name="ＨＭＳ 一般戦闘ルール",
    dice="2D6",
    version=VERSION,
    clauses=BOOK,
    setup=Setup,
    options=Options,
    game=Game,
    declarations=declarations.ALL,
    events=own_events(FOLDS, events.Opened),
    open=open_battle,
    start=start,
    mentioned=mentioned,
    admit=admit,
    decide=DECIDE,
    after_ruling=after_ruling,
    closing=closing,
    folds=FOLDS,
    secrecy=SECRECY,
    declared_secrecy=declared_secrecy,
    opens=OPENS,
    stamps=STAMPS,
    awaiting=awaiting,
    plays=plays,
    hides=hides,
    resume=resume,
    view=view,
    amend=amend,
    settable=SETTABLE,
    grave=declarations.GRAVE,
    narrate=TELL,
    names=names,
)
