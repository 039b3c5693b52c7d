"""ペルソナTRPG 戦闘ルール: playing cards, hands are hit points."""

from senki.rules.persona import events
from senki.rules.persona.attack import resume
from senki.rules.persona.clauses import BOOK
from senki.rules.persona.fold import FOLDS, STAMPS, start
from senki.rules.persona.narrate import TELL, names
from senki.rules.persona.open import VERSION, open_battle
from senki.rules.persona.options import Options
from senki.rules.persona.plays import PLAYS
from senki.rules.persona.ruling import SETTABLE, after_ruling, amend, closing
from senki.rules.persona.setup import Setup
from senki.rules.persona.state import Game
from senki.rules.persona.view import SECRECY, declared_secrecy, hides, opens, view
from senki.rules.persona.words import WORDS
from senki.rules.rulebook import RuleSystem, own_events

SYSTEM: RuleSystem[Game] = RuleSystem(
    id="persona",
    name="ペルソナTRPG 戦闘ルール",
    dice="トランプ（52枚とJOKER2枚）",
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
    opens=opens,
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
