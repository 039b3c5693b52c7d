"""Success checks that the GM calls for (W-5), and acts that the GM judges (W-9.5)."""

from senki.rules.chance import Chance
from senki.rules.game import Ruling
from senki.rules.message import Term
from senki.rules.powerplay import declarations as dec
from senki.rules.powerplay import events as ev
from senki.rules.powerplay import sheet
from senki.rules.powerplay.checks import cited, dice_for, known, roll, terms_of, total
from senki.rules.powerplay.clauses import success
from senki.rules.powerplay.course import end_go, tires
from senki.rules.powerplay.state import Character, Game
from senki.rules.rejection import require

Ruled = Ruling[Game]
MOST_TARGET = 9999


def call_check(game: Game, it: dec.CallCheck, chance: Chance) -> Ruled:
    """W-5.1 to W-5.3: the GM calls for a check, and says its target number or keeps it."""
    del chance
    of = game.characters[it.of]
    require(of.condition not in {"dead", "left"}, "bad_target", f"{of.name}は判定できません。", "W-5.3")
    require_check(of, it.ability, it.target_number)
    return (yield from called(it.of, it.ability, it.target_number, it))


def require_check(of: Character, ability: str, target_number: int) -> None:
    """W-5.1, W-5.3: an ability that the character has, and a target number.

    Raises:
        Rejection: `illegal_value`.
    """
    own = "、".join(of.abilities)
    require(ability in of.abilities, "illegal_value", f"{of.name}の能力値は {own} です。", "W-5.3")
    require(0 <= target_number <= MOST_TARGET, "illegal_value", f"目標値は0から{MOST_TARGET}までです。", "W-5.1")


def called(of: str, ability: str, number: int, it: dec.CallCheck | dec.Judge) -> Ruled:
    """W-5.1, W-5.2: the call, and its target number as an event of its own (whose audience may be the GM alone)."""
    circumstances = "W-5.10" if it.perfect else "W-5.11"
    yield ev.CheckCalled(
        of=of,
        ability=ability,
        hidden=it.hidden,
        perfect=it.perfect,
        text=it.text if isinstance(it, dec.CallCheck) else None,
        clauses=("W-5.1", "W-5.2", "W-5.3", circumstances),
    )
    return (yield ev.TargetNumberSet(of=of, target_number=number, terms=(Term("gm", number),), clauses=("W-5.1",)))


def check(game: Game, it: dec.Check, chance: Chance) -> Ruled:
    """W-5.4, W-5.9, W-5.10: one roll, of fewer dice where that was said; of none in perfect circumstances."""
    ability = game.check.ability
    least = 0 if game.check.perfect else 1
    most = sheet.check(game.options, game.characters[it.by], ability)[0]
    dice = dice_for(most, it.dice, least)
    return (yield from roll(game, chance, it.by, "check", dice, settle_check))


def settle_check(game: Game, chance: Chance, faces: tuple[int, ...]) -> Ruled:
    """W-5.5 to W-5.8: success if the achievement reaches the target number, and no die shows a 1."""
    del chance
    it = game.check
    ability, number = it.ability, known(it.target_number)
    most, bonus = sheet.check(game.options, game.characters[it.by], ability)
    terms = terms_of(faces, bonus)
    failed = success.fails_by_itself(faces)
    perfect = ("W-5.10",) if it.perfect and not faces else ()
    game = yield ev.Checked(
        by=it.by,
        purpose="check",
        ability=ability,
        faces=faces,
        terms=terms,
        achievement=total(terms),
        auto_failure=failed,
        clauses=cited(faces, most, *perfect),
    )
    reached = not failed and success.reaches(total(terms), number)
    kind, clause = (ev.Succeeded, "W-5.6") if reached else (ev.Failed, "W-5.8" if failed else "W-5.7")
    told = None if it.hidden else number
    game = yield kind(by=it.by, ability=ability, achievement=total(terms), target_number=told, clauses=(clause,))
    if it.kind != "act":
        return game
    game = yield ev.Acted(by=it.by, text=it.text or "", success=reached, clauses=("W-9.5",))
    return (yield from end_go(game))


def act(game: Game, it: dec.Act, chance: Chance) -> Ruled:
    """W-9.5: anything else is proposed to the GM."""
    del game, chance
    return (yield ev.ActProposed(by=it.by, text=it.text, clauses=("W-9.5",)))


def judge(game: Game, it: dec.Judge, chance: Chance) -> Ruled:
    """W-9.5, W-15.4: the GM says whether it can be done, whether slowly, and by which check."""
    del chance
    by = game.characters[game.act.by]
    text = game.act.text
    require(
        (it.ability is None) == (it.target_number is None),
        "illegal_value",
        "判定させるなら、能力値（ability）と目標値（target_number）を両方書いてください。",
        "W-9.5",
    )
    require(
        it.ability is not None or not (it.hidden or it.perfect),
        "illegal_value",
        "判定させないなら、hidden と perfect は書けません。",
        "W-9.5",
    )
    require(it.allowed or it.ability is None, "illegal_value", "認めないなら、判定は要りません。", "W-9.5")
    if it.ability is not None:
        require_check(by, it.ability, it.target_number or 0)
    strained = it.allowed and tires(game, by, "act", exerting=not it.slow)
    game = yield ev.Judged(by=by.id, allowed=it.allowed, slow=it.slow, strained=strained, clauses=("W-9.5",))
    if not it.allowed:
        return game
    if it.ability is not None:
        return (yield from called(by.id, it.ability, it.target_number or 0, it))
    game = yield ev.Acted(by=by.id, text=text, clauses=("W-9.5",))
    return (yield from end_go(game))
