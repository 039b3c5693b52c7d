"""ゴッドイーターTRPG 判定と戦闘: action points, a round map, and answers from everybody at once."""

from senki.rules.godeater import events
from senki.rules.godeater.attack import resume
from senki.rules.godeater.clauses import BOOK
from senki.rules.godeater.fold import FOLDS, STAMPS, start
from senki.rules.godeater.narrate import TELL, names
from senki.rules.godeater.open import VERSION, open_battle
from senki.rules.godeater.options import Options
from senki.rules.godeater.plays import PLAYS
from senki.rules.godeater.ruling import SETTABLE, after_ruling, amend, closing
from senki.rules.godeater.setup import Setup
from senki.rules.godeater.state import Game
from senki.rules.godeater.view import OPENS, SECRECY, declared_secrecy, hides, view
from senki.rules.godeater.words import WORDS
from senki.rules.rulebook import RuleSystem, own_events

SYSTEM: RuleSystem[Game] = RuleSystem(
    id="godeater",
    name="ゴッドイーターTRPG 判定と戦闘",
    dice="d10",
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
    stamps=STAMPS,
    plays=PLAYS,
    hides=hides,
    resume=resume,
    view=view,
    amend=amend,
    settable=SETTABLE,
    narrate=TELL,
    names=names,
    words=WORDS,
)
