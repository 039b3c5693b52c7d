"""パワープレイ ルールリファレンス: success checks of (n)D6+m in which any 1 fails."""

from senki.rules.powerplay import events
from senki.rules.powerplay.clauses import BOOK
from senki.rules.powerplay.fold import FOLDS, stamp, start
from senki.rules.powerplay.narrate import TELL, names
from senki.rules.powerplay.open import VERSION, open_battle
from senki.rules.powerplay.options import Options
from senki.rules.powerplay.plays import PLAYS
from senki.rules.powerplay.ruling import SETTABLE, after_ruling, amend, closing
from senki.rules.powerplay.setup import Setup
from senki.rules.powerplay.state import Game
from senki.rules.powerplay.view import OPENS, SECRECY, SHOWABLE, declared_secrecy, view
from senki.rules.powerplay.words import WORDS
from senki.rules.rulebook import RuleSystem, own_events

SYSTEM: RuleSystem[Game] = RuleSystem(
    id="powerplay",
    name="パワープレイ",
    dice="(n)D6+m",
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
    showable=SHOWABLE,
    stamps={events.TargetNumberSet: stamp},
    plays=PLAYS,
    view=view,
    amend=amend,
    settable=SETTABLE,
    narrate=TELL,
    names=names,
    words=WORDS,
)
