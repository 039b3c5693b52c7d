"""What the GM may set in hms, and what follows from it; the end by the GM's word."""

from re import fullmatch

from msgspec.structs import replace

from senki.rules import events as shared
from senki.rules.chance import Chance
from senki.rules.declarations import Change
from senki.rules.game import Ruling
from senki.rules.hms.clauses import basics, blows
from senki.rules.hms.course import end_fight, end_go, go_on, is_over, reason_of
from senki.rules.hms.decide import complete_move, when_all_have_declared
from senki.rules.hms.flight import after_flight, after_pursuit, may_pursue
from senki.rules.hms.state import Character, Exchange, Game
from senki.rules.paths import amended
from senki.rules.rejection import require

SETTABLE = (
    "characters.*.name",
    "characters.*.team",
    "characters.*.hp",
    "characters.*.armour",
    "characters.*.body",
    "characters.*.condition",
    "characters.*.skills.*",
    "characters.*.weapons.*.name",
    "characters.*.weapons.*.skill",
    "characters.*.weapons.*.bands",
    "characters.*.weapons.*.power",
    "characters.*.specials.*.name",
    "characters.*.specials.*.uses",
    "characters.*.specials.*.targets",
    "characters.*.specials.*.hp",
    "characters.*.skill",
    "characters.*.weapon",
    "characters.*.defending",
    "characters.*.moved",
    "characters.*.acted",
    "characters.*.special_used",
    "characters.*.interrupting",
    "characters.*.blocked_retreat",
    "fights.*.distance",
    "fights.*.distances.*.band",
    "order",
    "options.*",
)
"""Whatever is not derived, and not the course of the battle itself."""

FIXED_OPTIONS = ("options.distances", "options.skill_declaration")
"""Options that shape the state: they are settled when the battle is opened."""

MOST = 99


def amend(game: Game, changes: tuple[Change, ...]) -> Game:
    """The game with the GM's changes: a special action that waited for the GM's word (H-11.1) has it.

    The condition follows the HP while the character is present.

    Raises:
        Rejection: `illegal_value`: a path that does not exist or is derived, or a state that is not valid.
    """
    require(
        all(c.path not in FIXED_OPTIONS for c in changes),
        "illegal_value",
        "距離の数え方とスキルの宣言のしかたは、途中では変えられません。",
    )
    require_open(game, changes)
    ruled = amended(game, Game, changes, SETTABLE)
    stated = {c.path.split(".")[1] for c in changes if c.path.endswith(".condition")}
    touched = dict.fromkeys(c.path.split(".")[1] for c in changes if c.path.startswith("characters."))
    done = list(ruled.done)
    for id in touched:
        now = present(ruled.characters[id], stated=id in stated)
        ruled = ruled.with_character(now)
        require_valid(ruled, now)
        if game.characters[id].active and not now.active:
            ruled = replace(ruled.without(id), queue=tuple(i for i in ruled.queue if i != id))
            if id not in done and game.stage == "goes":
                done.append(id)
    require_whole(game, ruled)
    answered = ruled.exchange is not None and ruled.exchange.kind == "ruling"
    return replace(ruled, done=tuple(done), exchange=None if answered else ruled.exchange)


def require_open(game: Game, changes: tuple[Change, ...]) -> None:
    """What a player has chosen unseen (H-5.2) is not the GM's to set: whether it fits would tell what it is.

    Raises:
        Rejection: `illegal_value`.
    """
    unseen = game.options.skill_declaration == "simultaneous" and game.stage == "skills"
    require(
        not unseen or not any(fullmatch(r"characters\.[^.]+\.(skill|weapon)", c.path) for c in changes),
        "illegal_value",
        "スキルと武器は、全員の宣言が明かされるまで変えられません。",
        "H-5.2",
    )


def present(character: Character, *, stated: bool) -> Character:
    """H-8.3, H-2.2: what is derived from what was set."""
    character = replace(character, hp_max=basics.hp_max(character.body))
    if character.condition in {"active", "down"} and not stated:
        return replace(character, condition=blows.condition_at(character.hp))
    return character


def require_valid(game: Game, it: Character) -> None:
    """A character as ruled must still be one.

    Raises:
        Rejection: `illegal_value`.
    """
    require(it.hp <= it.hp_max, "illegal_value", f"{it.name}のＨＰの最大値は{it.hp_max}です。", "H-2.2")
    require(
        it.condition not in {"active", "down"} or it.condition == blows.condition_at(it.hp),
        "illegal_value",
        f"{it.name}のＨＰは{it.hp}です。状態と合いません。",
        "H-8.3",
    )
    require(it.name and it.team, "illegal_value", "名前と陣営は空にできません。")
    require(it.armour >= 0 and 0 <= it.body <= MOST, "illegal_value", f"防御力は0以上、肉体は0から{MOST}までです。")
    require(all(0 <= v <= MOST for v in it.skills.values()), "illegal_value", f"スキルは0から{MOST}までです。")
    require(it.skill is None or it.skill in it.skills, "illegal_value", f"{it.name}にそのスキルはありません。")
    known = {s.id for s in game.skills}
    require(
        all(w.skill in known for w in it.weapons),
        "illegal_value",
        "武器のスキルは、この戦闘のスキルから選んでください。",
    )
    require(
        it.weapon is None or it.weapon in blows.fitting(game.skills, it.weapons, it.skill),
        "illegal_value",
        f"{it.name}のそのスキルで使える武器ではありません。",
    )
    require(it.interrupting is None or it.interrupting in game.characters, "illegal_value", "割り込む相手がいません。")


def require_whole(before: Game, ruled: Game) -> None:
    """The battle as ruled must still be one.

    Raises:
        Rejection: `illegal_value`.
    """
    per_pair = ruled.options.distances == "per_pair"
    require(
        all((f.distance is None) == per_pair for f in ruled.fights),
        "illegal_value",
        "距離の数え方（distances）に合わない値です。",
    )
    require(
        sorted(ruled.order) == sorted(before.order),
        "illegal_value",
        "手番の順（order）は、同じ顔ぶれの並べ替えにしてください。",
    )
    teams = {id: c.team for id, c in before.characters.items()} == {id: c.team for id, c in ruled.characters.items()}
    require(teams or not per_pair, "illegal_value", "敵味方それぞれの距離があるので、陣営は途中では変えられません。")


def after_ruling(game: Game, chance: Chance) -> Ruling[Game]:
    """Who is awaited is looked at again; nothing else follows from the numbers."""
    if game.phase != "fighting":
        return game
    exchange = game.exchange
    if exchange is not None and pointless(game, exchange):
        game = yield shared.CalledOff(kind=exchange.kind)
    for fight in game.fights:
        if not fight.over and fight.id != game.fight and is_over(game, fight):
            game = yield from end_fight(game, fight, reason_of(game, fight))
    if is_over(game, game.here):
        return (yield from end_fight(game, game.here, reason_of(game, game.here)))
    if game.exchange is not None:
        return (yield from still_asked(game, game.exchange))
    return (yield from look_again(game, chance))


def look_again(game: Game, chance: Chance) -> Ruling[Game]:
    """Whoever was waited for and can no longer act holds nothing up."""
    if game.dice is not None:
        return game
    match game.stage:
        case "skills":
            return (yield from when_all_have_declared(game, chance))
        case "goes" if game.active is not None and not game.characters[game.active].active:
            return (yield from end_go(game))
        case "goes":
            return (yield from go_on(game))
        case "flight" if not game.queue:
            return (yield from after_flight(game))
        case "pursuit":
            return (yield from still_pursuing(game))
        case _:
            return game


def still_pursuing(game: Game) -> Ruling[Game]:
    """H-12.2: only those are asked who have an enemy that flees."""
    for id in game.queue:
        if not may_pursue(game, game.characters[id]):
            game = yield shared.Passed(by=id, what="pursuit", why="nobody_flees")
    return game if game.queue else (yield from after_pursuit(game))


def pointless(game: Game, exchange: Exchange) -> bool:
    """Whether a party of the exchange is out of action, or the move no longer begins where they are."""
    parties = (exchange.by, exchange.actor, exchange.target, exchange.enemy)
    if any(p is not None and not game.characters[p].active for p in parties):
        return True
    if exchange.kind != "move":
        return False
    return game.band(exchange.by, exchange.enemy or exchange.by) != exchange.origin


def still_asked(game: Game, exchange: Exchange) -> Ruling[Game]:
    """Whoever may still block is asked, now or after a re-roll; who can no longer act is not."""
    ask = [i for i in exchange.ask if game.characters[i].active]
    for id in exchange.ask:
        if id not in ask:
            game = yield shared.Passed(by=id, what="block", why="incapacitated")
    if exchange.offered or ask or not exchange.ask:
        return game
    return (yield from complete_move(game))


def closing(game: Game, reason: str | None, chance: Chance) -> Ruling[Game]:
    """The GM ends the battle; nobody has won what was not won."""
    del game, chance
    return (yield shared.Ended(reason=reason or "closed"))
