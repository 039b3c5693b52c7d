"""Flight and pursuit (H-12)."""

from senki.rules.clause import Chapter
from senki.rules.hms.setup import COMBAT
from senki.rules.hms.state import Character, Game

CHAPTER = Chapter()

CHAPTER.state(
    "H-12.1",
    "逃走",
    ja="ラウンドの終わりに、全員がそのラウンドのイニシアチブの順に逃走を宣言できる。",
    en="At the end of a round everybody may declare flight, in the round's initiative order.",
)


CHAPTER.state(
    "H-12.2",
    "逃走",
    ja="その後、逃走を宣言しなかった者は、逃げる者を一人指定して追撃を宣言し、判定を行える。",
    en="When all have spoken, those who did not declare flight may declare pursuit of a named one who did, and a check "
    "decides whether they keep up.",
)


@CHAPTER.clause("H-12.3", "逃走", ja="逃げる側は逃走用のスキルを使う。なければ戦闘スキルなどで代用する。")
def flight_skills(game: Game, character: Character) -> tuple[str, ...]:
    """Who flees uses a skill meant for it (to run, to hide …); lacking one, the combat skill or the like."""
    meant = tuple(s.id for s in game.skills if s.flee and s.id in character.skills)
    if COMBAT not in character.skills or COMBAT in meant:
        return meant
    return (*meant, COMBAT) if not meant or game.options.flight_skill == "free" else meant


@CHAPTER.clause("H-12.4", "逃走", ja="追う側は追跡など専門のスキルか、戦闘スキルのように広いスキルを使う。")
def pursuit_skills(game: Game, character: Character) -> tuple[str, ...]:
    """Who pursues uses a skill meant for it (to track) or a broad one such as the combat skill."""
    return tuple(s.id for s in game.skills if (s.pursue or s.id == COMBAT) and s.id in character.skills)


CHAPTER.state(
    "H-12.5",
    "逃走",
    ja="この場合も、より狭いスキルを持つ側が相手のスキルを半減させる。",
    en="Here too, the narrower skill halves the broader one.",
)


@CHAPTER.clause("H-12.6", "逃走", ja="戦闘スキルは、逃走に使えるどのスキルよりも広いと見なす。")
def broader_in_flight(broad: str | None, narrow: str | None) -> bool:
    """The combat skill counts as broader than any other skill usable in flight."""
    return broad == COMBAT and narrow not in {None, COMBAT}


CHAPTER.state(
    "H-12.7",
    "逃走",
    ja="誰も追わないか、逃走の判定に成功すれば、戦闘から逃げ出せる。",
    en="If nobody pursues, or the flight succeeds, the character has got away.",
)


CHAPTER.state(
    "H-12.8",
    "逃走",
    ja="追う側が判定に成功すれば、追った者と逃げた者とで次のラウンドを行う。",
    en="If the pursuer succeeds, pursuers and fled fight the next round.",
)


CHAPTER.state(
    "H-12.9",
    "逃走",
    ja="共に逃げた者、共に追った者は力を合わせて戦う。別々に逃げたなら、それぞれ別の戦いになる。",
    en="Those who fled together, and those who pursued together, fight together; if they fled apart, each chase is a "
    "separate fight with a new round.",
)


CHAPTER.state(
    "H-12.10",
    "逃走",
    ja="その戦いは、追う側の武器に適した距離で始まる。",
    en="Such a fight begins at a distance that suits the pursuer's weapon.",
)
