"""What follows when a timing window of godeater has been answered (G-4.8, G-5.4, G-12.2, G-19.7)."""

from senki.rules import events as shared
from senki.rules.chance import Chance
from senki.rules.game import Ruling
from senki.rules.godeater import declarations as dec
from senki.rules.godeater.blows import meet, recover_op
from senki.rules.godeater.clauses import turns
from senki.rules.godeater.course import pass_unusable, settle_order, start_round
from senki.rules.godeater.effects import pay_and_use, require_use
from senki.rules.godeater.setup import Window
from senki.rules.godeater.state import Game, TimingWindow
from senki.rules.rejection import require

Ruled = Ruling[Game]


def use_head(game: Game, it: dec.UseSkill, window: TimingWindow, chance: Chance) -> Ruled:
    """The skill at the head is used."""
    by = game.characters[it.by]
    asked = window.queue[0].skill
    name = game.glossary.get(asked, asked)
    require(it.skill == asked, "not_awaited", f"いまは{by.name}の「{name}」を使うかどうかを待っています。", "G-5.4")
    skill = by.known_skill(asked)
    clause = turns.USED[skill.timing]
    require_use(game, by, skill, it.targets, clause)
    game = yield from pay_and_use(game, by.id, skill, it.targets, clause)
    return (yield from close(game, window.name, chance))


def pass_(game: Game, it: dec.Pass, chance: Chance) -> Ruled:
    """The skill at the head is not used."""
    window = game.window
    game = yield shared.Passed(by=it.by, what=window.queue[0].skill, why="declared")
    return (yield from close(game, window.name, chance))


def close(game: Game, window: Window, chance: Chance) -> Ruled:
    """Whoever is next in the window is asked; when nobody is left, the battle goes on."""
    game = yield from pass_unusable(game)
    if game.timing is not None:
        return game
    match window:
        case "battle_start" | "round_end":
            return (yield from start_round(game))
        case "round_start":
            return (yield from settle_order(game))
        case "damage_dealt":
            game = yield from recover_op(game)
            return (yield from meet(game, chance))
