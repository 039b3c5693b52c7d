"""ＨＭＳ 一般戦闘ルール: 2D6 and a declared skill, eleven distance bands."""

from senki.rules.hms import declarations, events
from senki.rules.hms.awaiting import admit, awaiting, mentioned, plays
from senki.rules.hms.clauses import BOOK
from senki.rules.hms.decide import DECIDE, resume
from senki.rules.hms.fold import FOLDS, STAMPS, start
from senki.rules.hms.narrate import TELL, names
from senki.rules.hms.open import VERSION, open_battle
from senki.rules.hms.options import Options
from senki.rules.hms.ruling import SETTABLE, after_ruling, amend, closing
from senki.rules.hms.setup import Setup
from senki.rules.hms.state import Game
from senki.rules.hms.view import OPENS, SECRECY, declared_secrecy, hides, view
from senki.rules.rulebook import RuleSystem, own_events

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
