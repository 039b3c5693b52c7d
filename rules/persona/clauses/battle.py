"""Sections 1 to 5: the course of a battle, its end and what comes after."""

from senki.rules.clause import Chapter
from senki.rules.persona.state import Character, Game

CHAPTER = Chapter()

PROCEDURE = "戦闘手順"
CHAPTER.state("P-1.1", PROCEDURE, ja="戦闘はターン制で進む。", en="A battle goes by rounds (ターン).")
CHAPTER.state(
    "P-1.2",
    PROCEDURE,
    ja="位置や移動の概念はない。",
    en="There are no positions and no movement.",
    advice=True,
)

ORDER = "行動順"
CHAPTER.state(
    "P-2.1",
    ORDER,
    ja="各ターンの最初に、参加する全員の行動順を決める。",
    en="At the start of each round the order of everybody who takes part is settled.",
)


@CHAPTER.clause(
    "P-2.2",
    ORDER,
    ja="レベルの高い者から行動する。ペルソナ使いのレベルは使用中のペルソナのもので、ターンごとに変わり得る。",
)
def rank(character: Character, *, pc_first: bool) -> tuple[int, bool]:
    """The higher level goes first. A persona user's level is that of the persona in force, so it may differ from
    round to round.
    """  # noqa: D205 - the docstring is the clause's wording
    return -character.level, pc_first and not is_first_on_tie(character)


CHAPTER.state(
    "P-2.3",
    ORDER,
    ja="自分の手番が来たとき、「誰の行動の後で」と宣言して行動を遅らせられる。",
    en="A character may delay: when its turn (手番) comes it says after whose turn it will go.",
)
CHAPTER.state(
    "P-2.4",
    ORDER,
    ja="レベルが同じでも、同時に行動することはない。",
    en="Equal levels never act at the same time.",
    edition="2001-03-05",
)
CHAPTER.state(
    "P-2.5",
    ORDER,
    ja="同点のＰＣどうしは、プレイヤーの相談で順番を決める。",
    en="Equal PCs: the players agree on the order.",
    edition="2001-03-05",
)
CHAPTER.state(
    "P-2.6",
    ORDER,
    ja="同点のＮＰＣどうしは、ＧＭが好きに順番を決める。",
    en="Equal NPCs: the GM orders them as the GM likes.",
    edition="2001-03-05",
)


@CHAPTER.clause(
    "P-2.7",
    ORDER,
    ja="ＰＣとＮＰＣが同点ならＰＣが先。後にしたければ遅らせればよい。",
    edition="2001-03-05",
)
def is_first_on_tie(character: Character) -> bool:
    """PC and NPC equal: the PC first; it may delay (P-2.3)."""
    return character.side == "pc"


CHAPTER.state(
    "P-2.8",
    ORDER,
    ja="同点の者の順番は本文にない。登場の順とし、ＧＭが入れ替えられる。",
    en="The order among equals is not settled by the text: listed order, which the GM may rearrange.",
    edition="original",
)


def round_order(game: Game) -> tuple[str, ...]:
    """P-2.1, P-2.2: everybody who can act, the higher level first; equals by P-2.7 or, in the original, as listed."""
    able = [c for c in game.characters.values() if c.active]
    return tuple(c.id for c in sorted(able, key=lambda c: rank(c, pc_first=not game.original)))


def put_back(game: Game, by: str, after: str) -> tuple[str, ...]:
    """P-2.3: the order when somebody delays: right behind `after`, behind those who did so before (`delayed_order`)."""
    order = [i for i in game.order if i != by]
    delayed = {i: a for i, a in game.delayed.items() if i != by}
    place = order.index(after) + 1
    behind = {after}
    while place < len(order) and delayed.get(order[place]) in behind:
        if game.options.delayed_order == "level" and delayed[order[place]] == after:
            pc_first = not game.original
            mine, other = game.characters[by], game.characters[order[place]]
            if rank(mine, pc_first=pc_first) < rank(other, pc_first=pc_first):
                break
        behind.add(order[place])
        place += 1
    return (*order[:place], by, *order[place:])


def equals(game: Game) -> list[tuple[str, ...]]:
    """P-2.5, P-2.6, P-2.8: groups of one level whose turns are still to come; who delayed or changed is in none."""
    groups: dict[tuple[int, str], list[str]] = {}
    for c in game.to_come():
        if c.id not in game.delayed and not c.persona_changed:
            groups.setdefault((c.level, "" if game.original else c.side), []).append(c.id)
    return [tuple(group) for group in groups.values() if len(group) > 1]


DECISION = "行動の決定"
CHAPTER.state(
    "P-3.1",
    DECISION,
    ja="行動宣言の手順はない。手番が来た者が、その場で行動を決める。",
    en="There is no round of announcing actions: whoever's turn it is decides then.",
)
CHAPTER.state(
    "P-3.2",
    DECISION,
    ja="できるのは、攻撃、回復/蘇生魔法、ペルソナチェンジ、手札交換、交渉、無力化、逃亡、パス、その他の行動。",
    en="What one may do: attack, healing or revival magic, persona change, hand exchange, negotiation, "
    "incapacitation, flight, pass, anything else.",
)

END = "戦闘終了条件"
CHAPTER.state(
    "P-4.1",
    END,
    ja="味方か敵のどちらかが全滅すると、戦闘は終わる。",
    en="The battle ends when either side is wiped out (全滅).",
)
CHAPTER.state(
    "P-4.2",
    END,
    ja="全滅しなくても、逃亡、降伏、無力化で戦闘は終わる。",
    en="It ends without a wipe-out too, by flight, surrender or incapacitation.",
)


def able(game: Game, side: str) -> bool:
    """P-4.1, P-4.2: whether a side has anybody left to fight (option `end_when`)."""
    counted = {"active", "unable"} if game.options.end_when == "none_standing" else {"active"}
    return any(c.side == side and c.condition in counted for c in game.characters.values())


def wiped_out(game: Game, side: str) -> bool:
    """P-4.1: whether everybody of a side has been struck down."""
    down = {"near_death", "unable", "vanished", "dead"}
    return all(c.condition in down for c in game.characters.values() if c.side == side)


AFTER = "戦後処理"


CHAPTER.state(
    "P-5.1",
    AFTER,
    ja="戦闘後、生き残ったペルソナ使いは休息を取ったものとして、即座に手札が五枚に戻る。",
    en="After it, surviving persona users count as rested: their hands are 5 again at once.",
    under={"rest_after_battle": ("automatic", "gm")},
)
CHAPTER.state(
    "P-5.2",
    AFTER,
    ja="新手が来たなど休めない状況なら、ＧＭは回復を認めなくてよい。",
    en="The GM may refuse that where nobody could rest (new enemies at once, …).",
    under={"rest_after_battle": ("gm", "none")},
)
CHAPTER.state(
    "P-5.3",
    AFTER,
    ja="単発やごく短いキャンペーンなら、戦闘のたびにレベルアップを認めてもよい（手順は本文にない）。",
    en="In a one-off or very short campaign the GM may grant a level-up after every battle. (Its procedure is not in "
    "the text: `rule` on `personas.<n>.level`.)",
    advice=True,
)
