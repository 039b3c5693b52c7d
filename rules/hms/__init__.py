"""ＨＭＳ 一般戦闘ルール: 2D6 and a declared skill, eleven distance bands."""

from senki.rules.hms import events
from senki.rules.hms.clauses import BOOK
from senki.rules.hms.decide import resume
from senki.rules.hms.fold import FOLDS, STAMPS, start
from senki.rules.hms.narrate import TELL, names
from senki.rules.hms.open import VERSION, open_battle
from senki.rules.hms.options import Options
from senki.rules.hms.plays import PLAYS
from senki.rules.hms.ruling import SETTABLE, after_ruling, amend, closing
from senki.rules.hms.setup import Setup
from senki.rules.hms.state import Game
from senki.rules.hms.view import OPENS, SECRECY, declared_secrecy, hides, view
from senki.rules.hms.words import WORDS
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
