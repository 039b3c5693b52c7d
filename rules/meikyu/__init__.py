"""現代ダンジョンＴＲＰＧ 現代迷宮異聞録 戦闘ルール: one D10 picks what a character does from its own table."""

from senki.rules.meikyu import events
from senki.rules.meikyu.clauses import BOOK
from senki.rules.meikyu.fold import FOLDS, start
from senki.rules.meikyu.narrate import TELL, names
from senki.rules.meikyu.open import VERSION, open_battle
from senki.rules.meikyu.options import Options
from senki.rules.meikyu.plays import PLAYS
from senki.rules.meikyu.ruling import SETTABLE, after_ruling, amend, closing
from senki.rules.meikyu.setup import Setup
from senki.rules.meikyu.state import Game
from senki.rules.meikyu.view import OPENS, SECRECY, declared_secrecy, view
from senki.rules.meikyu.words import WORDS
from senki.rules.rulebook import RuleSystem, own_events

SYSTEM: RuleSystem[Game] = RuleSystem(
    id="meikyu",
    name="現代迷宮異聞録 戦闘ルール",
    dice="1D10",
    version=VERSION,
    clauses=BOOK,
    setup=Setup,
    options=Options,
    game=Game,
    events=own_events(FOLDS, events.Opened),
    open=open_battle,
    start=start,
    after_ruling=after_ruling,
    closing=closing,
    folds=FOLDS,
    secrecy=SECRECY,
    declared_secrecy=declared_secrecy,
    opens=OPENS,
    plays=PLAYS,
    view=view,
    amend=amend,
    settable=SETTABLE,
    narrate=TELL,
    names=names,
    words=WORDS,
)
