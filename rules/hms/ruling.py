"""What the GM may set in hms, and what follows from it; the end by the GM's word."""

from msgspec.structs import replace

from rules import events as shared
from rules.chance import Chance
from rules.declarations import Change
from rules.hms import clauses as book
from rules.hms.decide import complete_move, when_all_have_declared
from rules.hms.flight import after_flight, after_pursuit
from rules.hms.goes import end_fight, end_go, go_on, is_over
from rules.hms.state import Character, Exchange, Game
from rules.paths import amended
from rules.rejection import require
from rules.rulebook import Ruling

SETTABLE = (
    "characters.*.hp",
    "characters.*.armour",
    "characters.*.body",
    "characters.*.condition",
    "characters.*.skills.*",
    "characters.*.weapons.*.power",
    "characters.*.specials.*.uses",
    "characters.*.specials.*.hp",
    "characters.*.skill",
    "characters.*.weapon",
    "characters.*.defending",
    "characters.*.moved",
    "characters.*.acted",
    "characters.*.special_used",
    "characters.*.blocked_retreat",
    "fights.*.distance",
    "fights.*.distances.*.band",
)


def amend(game: Game, changes: tuple[Change, ...]) -> Game:
    """The game with the GM's changes: a special action that waited for the GM's word (H-11.1) has it.

    The condition follows the HP while the character is present.

    Raises:
        Rejection: `illegal_value`: a path that does not exist or is derived, or a state that is not valid.
    """
    ruled = amended(game, Game, changes, SETTABLE)
    said = {c.path.split(".")[1] for c in changes if c.path.endswith(".condition")}
    touched = {c.path.split(".")[1] for c in changes if c.path.startswith("characters.")}
    done = list(ruled.done)
    for id in ruled.characters:
        if id not in touched:
            continue
        before = game.characters[id]
        now = present(ruled.characters[id], stated=id in said)
        ruled = ruled.with_character(now)
        require_valid(ruled, now)
        if before.active and not now.active:
            ruled = replace(ruled, queue=tuple(i for i in ruled.queue if i != id))
            if id not in done and game.stage is not None:
                done.append(id)
    per_pair = game.options.distances == "per_pair"
    require(
        all((f.distance is None) == per_pair for f in ruled.fights),
        "illegal_value",
        "距離の数え方（distances）に合わない値です。",
    )
    answered = ruled.exchange is not None and ruled.exchange.kind == "ruling"
    return replace(ruled, done=tuple(done), exchange=None if answered else ruled.exchange)


def present(character: Character, *, stated: bool) -> Character:
    """H-8.3, H-2.2: what is derived from what was set."""
    character = replace(character, hp_max=book.hp_max(character.body))
    if character.condition in {"active", "down"} and not stated:
        return replace(character, condition=book.condition_at(character.hp))
    return character


def require_valid(game: Game, it: Character) -> None:
    """A character as ruled must still be one.

    Raises:
        Rejection: `illegal_value`.
    """
    require(it.hp <= it.hp_max, "illegal_value", f"{it.name}のＨＰの最大値は{it.hp_max}です。", "H-2.2")
    require(
        it.condition not in {"active", "down"} or it.condition == book.condition_at(it.hp),
        "illegal_value",
        f"{it.name}のＨＰは{it.hp}です。状態と合いません。",
        "H-8.3",
    )
    require(it.armour >= 0 and 0 <= it.body <= MOST_BODY, "illegal_value", "防御力と肉体は0以上です。")
    require(all(0 <= v <= MOST_SKILL for v in it.skills.values()), "illegal_value", "スキルは0から99までです。")
    require(it.skill is None or it.skill in it.skills, "illegal_value", f"{it.name}にそのスキルはありません。")
    weapon = it.wielded
    require(
        (it.weapon is None or weapon is not None)
        and (weapon is None or it.skill == weapon.skill or book.covers(game.skills, it.skill, weapon.skill)),
        "illegal_value",
        f"{it.name}のそのスキルで使える武器ではありません。",
    )


MOST_BODY = 99
MOST_SKILL = 99


def after_ruling(game: Game, chance: Chance) -> Ruling[Game]:
    """Who is awaited is looked at again; nothing else follows from the numbers."""
    if game.phase != "fighting":
        return game
    for fight in game.fights:
        if not fight.over and fight.id != game.fight and is_over(game, fight):
            game = yield from end_fight(game, fight, "annihilated")
    if is_over(game, game.here):
        return (yield from end_fight(game, game.here, "annihilated"))
    exchange = game.exchange
    if exchange is not None and pointless(game, exchange):
        game = yield shared.CalledOff(kind=exchange.kind)
        return (yield from go_on(game))
    if exchange is not None:
        return (yield from still_asked(game, exchange))
    return (yield from look_again(game, chance))


def look_again(game: Game, chance: Chance) -> Ruling[Game]:
    """Whoever was waited for and can no longer act holds nothing up."""
    match game.stage:
        case "skills":
            return (yield from when_all_have_declared(game, chance))
        case "goes" if game.active is not None and not game.characters[game.active].active:
            return (yield from end_go(game))
        case "goes":
            return (yield from go_on(game))
        case "flight" if not game.queue:
            return (yield from after_flight(game))
        case "pursuit" if not game.queue:
            return (yield from after_pursuit(game))
        case _:
            return game


def pointless(game: Game, exchange: Exchange) -> bool:
    """Whether a party of the exchange is out of action."""
    parties = (exchange.by, exchange.actor, exchange.target, exchange.enemy)
    return any(p is not None and not game.characters[p].active for p in parties)


def still_asked(game: Game, exchange: Exchange) -> Ruling[Game]:
    """Whoever may still block is asked; who can no longer act is not."""
    if exchange.offered or not exchange.ask:
        return game
    ask = [i for i in exchange.ask if game.characters[i].active]
    for id in exchange.ask:
        if id not in ask:
            game = yield shared.Passed(by=id, what="block", why="incapacitated")
    return game if ask else (yield from complete_move(game))


def closing(game: Game, reason: str | None, chance: Chance) -> Ruling[Game]:
    """The GM ends the battle; nobody has won what was not won."""
    del game, chance
    return (yield shared.Ended(reason=reason or "closed"))
