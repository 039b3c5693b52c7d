"""現代ダンジョンＴＲＰＧ 現代迷宮異聞録 戦闘ルール: one D10 picks what a character does from its own table."""

from rules.meikyu import declarations, events
from rules.meikyu.awaiting import admit, awaiting, mentioned, plays
from rules.meikyu.clauses import BOOK
from rules.meikyu.decide import DECIDE
from rules.meikyu.fold import FOLDS, start
from rules.meikyu.narrate import TELL, names
from rules.meikyu.open import VERSION, open_battle
from rules.meikyu.options import Options
from rules.meikyu.ruling import SETTABLE, after_ruling, amend, closing
from rules.meikyu.setup import Setup
from rules.meikyu.state import Game
from rules.meikyu.view import OPENS, SECRECY, declared_secrecy, view
from rules.rulebook import RuleSystem, own_events

SYSTEM: RuleSystem[Game] = RuleSystem(
    id="meikyu",
    name="現代迷宮異聞録 戦闘ルール",
    dice="1D10",
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
    awaiting=awaiting,
    plays=plays,
    view=view,
    amend=amend,
    settable=SETTABLE,
    narrate=TELL,
    names=names,
)
