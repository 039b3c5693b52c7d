"""Putting one's go back, and special actions (H-10, H-11)."""

from senki.rules.clause import Chapter
from senki.rules.hms.state import Game

CHAPTER = Chapter()


@CHAPTER.clause("H-10.1", "割り込み宣言", ja="自分の順番の代わりに、後の誰かの行動の直前まで順番を繰り下げてよい。")
def put_back(game: Game, by: str, before: str) -> tuple[str, ...]:
    """In place of its own turn in the order a character may put itself back, to act just before somebody later."""
    order = [i for i in game.order if i != by]
    place = order.index(before)
    if game.options.interrupt_same_target == "earlier_closest":
        while place > 0 and order[place - 1] not in game.done and waits_for(game, order[place - 1], before):
            place -= 1
    return (*order[:place], by, *order[place:])


def waits_for(game: Game, id: str, before: str) -> bool:
    """Whether a character has put itself just before another in this round."""
    return game.characters[id].interrupting == before


CHAPTER.state(
    "H-10.2",
    "割り込み宣言",
    ja="繰り下げた順番が来たら、通常通りに行動する。",
    en="When that moment comes it has an ordinary go.",
    definition=True,
)


CHAPTER.state(
    "H-11.1",
    "特殊行動",
    ja="サプリメントや状況により、魔法やアイテムなどの特殊行動を行える。内容はそこで定める。",
    en="Supplements or the situation may allow special actions (magic, items); what they do is said there.",
)
