"""Rounds and goes (section 9)."""

from collections.abc import Mapping, Sequence

from senki.rules.clause import Chapter
from senki.rules.powerplay.options import Options
from senki.rules.powerplay.state import Character, Game

CHAPTER = Chapter()

CHAPTER.state("W-9.1", "戦闘の進め方", ja="行動は１ラウンドに１回。", en="One action (行動) each a round.")


@CHAPTER.clause("W-9.2", "戦闘の進め方", ja="敏捷性の高い者から行動する。")
def order_of_round(options: Options, characters: Sequence[Character], agility: Mapping[str, int]) -> tuple[str, ...]:
    """Higher agility acts earlier."""
    first = {"pc_first": "pc", "npc_first": "npc", "listed": ""}[options.agility_tie]
    ranked = sorted(characters, key=lambda c: (-agility[c.id], bool(first) and c.side != first))
    return tuple(c.id for c in ranked)


@CHAPTER.clause("W-9.3", "戦闘の進め方", ja="順番が来たら、自分の敏捷性より低い値を言って待てる。")
def order_after_waiting(game: Game, by: str, to: int) -> tuple[str, ...]:
    """When one's moment comes one may wait, by naming a number lower than one's agility at which to act."""
    early = game.options.delay_tie == "delayed_first"

    def place(id: str) -> tuple[int, bool, int]:
        it = game.characters[id]
        waits = it.delayed or id == by
        return -(to if id == by else it.acts_at), waits is not early, game.natural.index(id)

    return tuple(sorted(game.order, key=place))


CHAPTER.state(
    "W-9.4",
    "戦闘の進め方",
    ja="行動は、魔法、攻撃、武器の持ち替え、伏せる、起き上がるなど。",
    en="Actions: cast, attack with a weapon, change weapon, lie down (伏せる), get up (起き上がる) and the like.",
)


CHAPTER.state(
    "W-9.5",
    "戦闘の進め方",
    ja="ほかにも、１０秒でできそうなことは、マスターが認めればできる。",
    en="Anything else that fits into ten seconds is possible if the GM agrees.",
)


CHAPTER.state(
    "W-9.6", "戦闘の進め方", ja="動けるなら、攻撃されるたびに回避できる。", en="Whoever can move may evade each attack."
)


CHAPTER.state(
    "W-9.7", "戦闘の進め方", ja="魔法抵抗は無条件にできる。", en="Resisting magic needs nothing: always possible."
)


CHAPTER.state(
    "W-9.8", "戦闘の進め方", ja="全員が行動したら、次のラウンド。", en="When everybody has acted the next round begins."
)
