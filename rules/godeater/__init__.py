"""ゴッドイーターTRPG 判定と戦闘: action points, a round map, and answers from everybody at once."""

from rules.godeater import declarations, events
from rules.godeater.attack import form, resume
from rules.godeater.awaiting import admit, awaiting, mentioned
from rules.godeater.clauses import BOOK
from rules.godeater.decide import DECIDE
from rules.godeater.fold import FOLDS, STAMPS, start
from rules.godeater.narrate import TELL, names
from rules.godeater.open import VERSION, open_battle
from rules.godeater.options import Options
from rules.godeater.plays import plays
from rules.godeater.ruling import SETTABLE, after_ruling, amend, closing
from rules.godeater.setup import Setup
from rules.godeater.state import Game
from rules.godeater.view import OPENS, SECRECY, declared_secrecy, hides, view
from rules.rulebook import RuleSystem, own_events

SYSTEM: RuleSystem[Game] = RuleSystem(
    id="godeater",
    name="ゴッドイーターTRPG 判定と戦闘",
    dice="d10",
    version=VERSION,
    clauses=BOOK,
    setup=Setup,
    options=Options,
    game=Game,
    declarations=declarations.ALL,
    gm_only=declarations.GM_ONLY,
    events=own_events(FOLDS, events.Opened),
    open=open_battle,
    start=start,
    form=form,
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
