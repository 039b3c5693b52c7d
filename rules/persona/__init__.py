"""ペルソナTRPG 戦闘ルール: playing cards, hands are hit points."""

from rules.persona import declarations, events
from rules.persona.awaiting import admit, awaiting, form, mentioned
from rules.persona.clauses import BOOK
from rules.persona.decide import DECIDE
from rules.persona.exchange import resume
from rules.persona.fold import FOLDS, STAMPS, start
from rules.persona.narrate import TELL, names
from rules.persona.open import VERSION, open_battle
from rules.persona.options import Options
from rules.persona.plays import plays
from rules.persona.ruling import SETTABLE, after_ruling, amend, closing
from rules.persona.setup import Setup
from rules.persona.state import Game
from rules.persona.view import SECRECY, declared_secrecy, hides, opens, view
from rules.rulebook import RuleSystem, own_events

SYSTEM: RuleSystem[Game] = RuleSystem(
    id="persona",
    name="ペルソナTRPG 戦闘ルール",
    dice="トランプ（52枚とJOKER2枚）",
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
    opens=opens,
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
