"""The order of goes, and the main phase (M-5, M-6)."""

from collections.abc import Sequence

from senki.rules.clause import Chapter
from senki.rules.meikyu.state import Character, Game

CHAPTER = Chapter()

CHAPTER.state(
    "M-5.1",
    "イニシアチブフェイズ",
    ja="イニシアチブフェイズは、ターン中に行動する順番を確かめる段階。",
    en="Initiative settles in which order the characters act in the round.",
)


@CHAPTER.clause("M-5.2", "イニシアチブフェイズ", ja="行動値の高い順にメインフェイズを行う。")
def action_value(character: Character) -> int:
    """The main phase goes in order of action value (the higher first)."""
    return character.action_value + character.bonus("action_value")


@CHAPTER.clause("M-5.3", "イニシアチブフェイズ", ja="ＰＣとＮＰＣの行動値が同じなら、必ずＰＣが先に行動する。")
def initiative(character: Character) -> tuple[int, bool, int]:
    """PC and NPC with the same action value: always the PC first."""
    return -action_value(character), character.side != "pc", character.place


def in_initiative(characters: Sequence[Character]) -> list[Character]:
    """M-5.2 to M-5.4: in order of action value, then the PCs, then as the PCs have agreed, then as the table stands."""
    return sorted(characters, key=initiative)


@CHAPTER.clause("M-5.4", "イニシアチブフェイズ", ja="行動値が同じＰＣどうしは、相談して順番を決める。")
def tied(game: Game, by: Character) -> tuple[str, ...]:
    """PCs with the same action value agree among themselves."""
    if by.side != "pc":
        return ()
    same = tuple(c.id for c in game.of_side("pc") if action_value(c) == action_value(by))
    return same if len(same) > 1 else ()


def may_arrange(game: Game, by: Character) -> bool:
    """M-5.4: whether a PC is tied with others and they have not agreed yet."""
    return any(not game.characters[id].arranged for id in tied(game, by))


CHAPTER.state(
    "M-5.5",
    "イニシアチブフェイズ",
    ja="タイミング：イニシアチブのアビリティを、一回のフェイズに一つ使える。",
    en="Abilities of timing initiative may be used, one each in a phase.",
)


CHAPTER.state(
    "M-6.1",
    "メインフェイズ",
    ja="メインフェイズでは、各キャラクターが順番に行動する。",
    en="In the main phase each character acts in its turn.",
)


CHAPTER.state(
    "M-6.2",
    "メインフェイズ",
    ja="メインフェイズにはアイテムパートとアクションパートがあり、好きな順に行える。",
    en="A go has an item part and an action part, in the order that the character likes.",
    definition=True,
)


CHAPTER.state(
    "M-6.3",
    "メインフェイズ",
    ja="どちらか、または両方を放棄できる。",
    en="Either or both may be given up.",
    definition=True,
)
