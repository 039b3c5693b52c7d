"""The rulebook of godeater: the map, placement and start, rounds and initiative (G-3 to G-6)."""

from collections.abc import Sequence

from senki.rules.clause import Chapter
from senki.rules.godeater.clauses.checks import modifiers, total
from senki.rules.godeater.options import Options
from senki.rules.godeater.setup import CENTRE, Cell, Kind, Resource, Window
from senki.rules.godeater.state import Character, Game, Queued
from senki.rules.message import Term

CHAPTER = Chapter()

MAP, FLOW, START = "マップについて", "戦闘の流れ", "戦闘開始の宣言"
ROUND, INITIATIVE = "ラウンド開始", "イニシアチブプロセス"


# --- G-3 マップについて

CHAPTER.state(
    "G-3.1",
    MAP,
    ja="ダイアクロックマップは１２セルの輪二つと中央一つ、二十五のセルから成る。",
    en="The map is the clock map: two rings of 12 cells and one centre, 25 cells.",
)
CHAPTER.state(
    "G-3.2",
    MAP,
    ja="セルに止まることも通ることも進入という。一つのセルに何人でも入れる。",
    en="Stopping in a cell and passing through it are both entering. Any number of characters may be in one cell.",
    advice=True,
)


@CHAPTER.clause("G-3.3", MAP, ja="ＰＣは中央のセルに進入できない。")
def may_enter(character: Character, cell: Cell) -> bool:
    """A PC may not enter the centre."""
    return cell != CENTRE or character.kind != "pc"


@CHAPTER.clause(
    "G-3.4",
    MAP,
    ja="中央に隣り合う１２がｉｎセル、その外がｏｕｔセル。最上部の１２から右回りに数える。",
    definition=True,
)
def hour(cell: Cell) -> int:
    """The 12 cells next to the centre are the in cells, the 12 outside them the out cells, numbered like a clock."""
    return int(cell[1:])


@CHAPTER.clause("G-3.5", MAP, ja="射程はセルを数える。自分のセルが０、隣り合うセルが１。")
def distance(options: Options, one: Cell, other: Cell) -> int:
    """A range counts cells: 0 is one's own cell, 1 an adjacent one."""
    if CENTRE in {one, other}:
        rings = one[0] + other[0]
        return 0 if one == other else (2 if "o" in rings else 1)
    apart = abs(hour(one) - hour(other))
    apart = min(apart, 12 - apart)
    through = options.range_through_centre
    if one[0] == other[0]:
        around = {"i": 2, "o": 4}[one[0]]
        return min(apart, around) if through else apart
    if options.diagonals:
        return max(1, min(apart, 3) if through else apart)
    return (min(apart, 2) if through else apart) + 1


def adjacent(options: Options, one: Cell, other: Cell) -> bool:
    """G-3.4, G-3.5: whether two cells touch."""
    return distance(options, one, other) == 1


# --- G-4 戦闘の流れ

CHAPTER.state(
    "G-4.1",
    FLOW,
    ja="配置、ミッションの公開、開始の宣言、ラウンドの繰り返し、終了の宣言、描写と進む。",
    en="The battle part runs: placement, missions made public, start declared, rounds, end declared, description.",
    advice=True,
)


@CHAPTER.clause("G-4.2", "キャラクターの配置", ja="戦闘に加わる全員を配置する。まずエネミーをシナリオの定める位置に。")
def placing(game: Game) -> tuple[Character, ...]:
    """Everybody who takes part is placed. First the enemies, in the places that the scenario sets."""
    waiting = [c for c in game.characters.values() if c.cell is None]
    for kind in ("enemy", "npc", "pc"):
        group = tuple(c for c in waiting if c.kind == kind)
        if group:
            return group
    return ()


@CHAPTER.clause("G-4.3", "キャラクターの配置", ja="続いてＮＰＣ、ＰＣの順に、中央以外の任意のセルに。")
def may_be_placed(kind: Kind, cell: Cell) -> bool:
    """Then the NPCs, then the PCs, each in any cell but the centre."""
    return cell != CENTRE or kind == "enemy"


CHAPTER.state(
    "G-4.4",
    "ミッションの公開",
    ja="ＧＭはメインミッションの達成条件と失敗条件、サイドミッションの達成条件を公開する。",
    en="The GM makes public the conditions of the main mission, and the success conditions of side missions.",
)
CHAPTER.state(
    "G-4.5",
    "ミッションの公開",
    ja="メインミッションはバトルパートを終わらせるミッション。",
    en="The main mission is what ends the battle part.",
)
CHAPTER.state(
    "G-4.6",
    "ミッションの公開",
    ja="サイドミッションはメインミッションと関わりなく、成功すればよい結果をもたらす。",
    en="A side mission has nothing to do with the main one: success brings something good, and the battle goes on.",
)
CHAPTER.state("G-4.7", START, ja="ＧＭは戦闘開始を宣言する。", en="The GM declares the start of the battle.")


@CHAPTER.clause("G-4.8", START, ja="「タイミング：戦闘開始時」のスキルやアビリティを処理する。")
def queue(game: Game, window: Window, only: str | None = None) -> tuple[Queued, ...]:
    """Skills and abilities with the timing "battle start" are processed then."""
    owners = [c for c in by_maximum(game) if only is None or c.id == only]
    return tuple(Queued(by=c.id, skill=s.id) for c in owners for s in c.skills if s.timing == window)


CHAPTER.state("G-4.9", START, ja="戦闘はラウンドで進む。", en="The battle proceeds by rounds.")


# --- G-5 ラウンド開始


@CHAPTER.clause("G-5.1", ROUND, ja="全員が【ＡＰ】【ＳＴ】を【最大ＡＰ】【最大ＳＴ】分回復する。")
def recovery(character: Character, resource: Resource) -> tuple[int, tuple[Term, ...], tuple[str, ...]]:
    """Every character (fallen ones too) recovers AP by its maximum AP and ST by its maximum ST."""
    if resource == "st":
        terms: tuple[Term, ...] = (Term("max_st", character.max_st),)
        return (*within(character, "st", terms), ("G-5.1", "G-5.2"))
    lowered = penalties(character)
    terms = (Term("max_ap", character.max_ap), *lowered)
    amount = recovered(character.max_ap, lowered)
    if amount != total(terms):
        terms = (*terms, Term("limit", amount - total(terms)))
    clauses = ("G-5.1", "G-5.2", "G-5.3") if lowered else ("G-5.1", "G-5.2")
    return (*within(character, "ap", terms), clauses)


@CHAPTER.clause("G-5.2", ROUND, ja="上限を超えて回復することはない。")
def within(
    character: Character, resource: Resource, terms: tuple[Term, ...], floor: int | None = 0
) -> tuple[int, tuple[Term, ...]]:
    """Never above the maximum; a change by an effect does not go below 0 either. `limit` is what was cut off.

    HP have no floor under `hp_floor: none` (G-19.6).
    """
    now, most = character.resource(resource), character.maximum(resource)
    wanted = now + total(terms)
    reached = wanted if floor is None else max(min(floor, now), wanted)
    if most is not None:
        reached = min(max(most, now), reached)
    amount = reached - now
    cut = amount - total(terms)
    if not cut:
        return amount, terms
    other = [t for t in terms if t.label != "limit"]
    cut = amount - total(other)
    return amount, tuple(other) + ((Term("limit", cut),) if cut else ())


@CHAPTER.clause("G-5.3", ROUND, ja="ＡＰペナルティの分だけ【ＡＰ】の回復量は減る。")
def recovered(maximum: int, lowered: Sequence[Term]) -> int:
    """An AP penalty lowers the amount of AP recovered by its value (not below 0)."""
    return max(0, maximum + total(lowered))


def penalties(character: Character) -> tuple[Term, ...]:
    """What lowers the recovery of AP: the sheet's penalty and effects, negative."""
    own = (Term("ap_penalty", -character.ap_penalty),) if character.ap_penalty else ()
    return (*own, *(Term(t.label, -t.value) for t in modifiers(character, "ap_penalty")))


@CHAPTER.clause("G-5.4", ROUND, ja="「タイミング：ラウンド開始時」の効果を、【最大ＡＰ】の高い者から処理する。")
def by_maximum(game: Game) -> list[Character]:
    """Then skills and abilities with the timing "round start", the highest maximum AP first."""
    return sorted(game.characters.values(), key=lambda c: (-c.max_ap, precedence(game.options, c)))


def precedence(options: Options, character: Character) -> int:
    """Who comes first among equals, before the order of the list: the option `initiative_tie`."""
    if options.initiative_tie == "pc_first":
        return 0 if character.side == "pc" else 1
    return 0


CHAPTER.state(
    "G-5.5",
    ROUND,
    ja="【ＡＰ】の高い順に行動順を決める。",
    en="Then the order of action is settled by AP, highest first.",
)


# --- G-6 イニシアチブプロセス


@CHAPTER.clause("G-6.1", INITIATIVE, ja="いま【ＡＰ】が最も高いキャラクターが次のターンを得る。")
def initiative(game: Game) -> list[Character]:
    """Whoever has the most AP at this moment takes the next turn."""
    high = game.options.initiative_tie == "max_ap"
    return sorted(
        game.characters.values(),
        key=lambda c: (-c.ap, -c.max_ap if high else 0, precedence(game.options, c)),
    )


def able(game: Game, character: Character) -> bool:
    """G-11.1, G-11.3: whether somebody can still take a turn in this round."""
    done = game.options.turns_per_round == "one_attack" and character.acted
    return character.ap > 0 and not character.incapacitated and not done
