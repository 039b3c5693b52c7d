"""What the GM may set in persona, and what follows from it; the end by the GM's word."""

from senki.rules import events as shared
from senki.rules.chance import Chance
from senki.rules.declarations import Change
from senki.rules.game import Ruling
from senki.rules.paths import amended
from senki.rules.persona import attack, checks
from senki.rules.persona import events as ev
from senki.rules.persona.course import aftermath, finish, is_over, settle
from senki.rules.persona.state import Game
from senki.rules.persona.valid import derived, require_own, require_valid

SETTABLE = (
    "characters.*.condition",
    "characters.*.hand_limit",
    "characters.*.persona",
    "characters.*.personas.*.level",
    "characters.*.personas.*.suit",
    "characters.*.level",
    "characters.*.suit",
    "characters.*.spells",
    "characters.*.recovery_due",
)


def amend(game: Game, changes: tuple[Change, ...]) -> Game:
    """The game with the GM's changes. Suit and level of a persona user follow from the persona in force.

    Raises:
        Rejection: `illegal_value`: a path that does not exist, is derived or conserved, or a state that is not valid.
    """
    for change in changes:
        require_own(game, change)
    ruled = amended(game, Game, changes, SETTABLE)
    for id in {change.path.split(".")[1] for change in changes}:
        now = derived(ruled.characters[id])
        require_valid(now)
        ruled = ruled.with_character(now)
    return ruled


def after_ruling(game: Game, chance: Chance) -> Ruling[Game]:
    """A hand of size 0 is discarded (P-0.3); then who is awaited is looked at again.

    In a turn: the turn ends if its character can no longer act, else the end of the battle is looked at.
    """
    for character in list(game.characters.values()):
        if character.hand and character.hand_limit == 0:
            game = yield ev.Discarded(by=character.id, cards=character.hand, clauses=("P-6.27",))
    if game.phase == "setup":
        return game
    match game.stage:
        case "act" if not game.turn_now().active:
            return (yield from settle(game, chance))
        case "act" if is_over(game):
            return (yield from finish(game, chance))
        case "defend":
            return (yield from attack.look_again(game, chance))
        case "check":
            return (yield from checks.look_again(game, chance))
        case "discard" if not game.overfull():
            return (yield from settle(game, chance))
        case _:
            return game


def closing(game: Game, reason: str | None, chance: Chance) -> Ruling[Game]:
    """The GM ends the battle, and nobody has won it; then comes the rest, as after any battle."""
    del reason
    game = yield shared.Ended(reason="closed")
    return (yield from aftermath(game, chance))
