"""Putting off one's go (M-10)."""

from collections.abc import Sequence

from senki.rules.clause import Chapter
from senki.rules.meikyu.clauses import initiative
from senki.rules.meikyu.state import Character, Game

CHAPTER = Chapter()

CHAPTER.state(
    "M-10.1",
    "待機",
    ja="メインフェイズが回ってきた者は、両方のパートを放棄して行動を遅らせられる。これを待機と呼ぶ。",
    en="When its go comes, a character may put it off by giving up both parts: it waits.",
)


CHAPTER.state(
    "M-10.2",
    "待機",
    ja="待機した者には、全員がメインフェイズを終えたあとに再び番が回る。",
    en="Its go comes again when all have finished their go.",
)


@CHAPTER.clause("M-10.3", "待機", ja="何人も待機しているなら、ほかの全員が終えたあと、行動値の低い者から順に行う。")
def first_of_those_waiting(game: Game, waiting: Sequence[Character]) -> Character:
    """Several waiting: when all others have finished, those who wait go from the lowest action value up."""
    first = "npc" if game.options.wait_tie == "npc_first" else "pc"
    return min(waiting, key=lambda c: (initiative.action_value(c), c.side != first, game.order.index(c.id)))
