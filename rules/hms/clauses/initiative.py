"""The distance at which a fight begins, and who goes first (H-4, H-5)."""

from senki.rules.clause import Chapter

CHAPTER = Chapter()

CHAPTER.state(
    "H-4.1",
    "戦闘距離の決定",
    ja="戦闘が始まるとき、ＧＭがどの距離で始まるかを宣言する。",
    en="When the fight begins the GM declares the distance at which it begins.",
)


CHAPTER.state(
    "H-4.2",
    "戦闘距離の決定",
    ja="目安。手が届くなら格闘、話していたなら白兵、間合いがあれば投擲、遠く離れていれば射撃戦距離。",
    en="Advice: within reach of a hand, grapple; talking face to face, melee; standing off, throwing; "
    "far apart, shooting.",
    advice=True,
)


CHAPTER.state(
    "H-5.1",
    "イニシアチブの決定",
    ja="ラウンドの初めに、戦闘に加わる全員が、そのラウンドの行動に使うスキルを宣言する。",
    en="At the start of each round everybody in the fight declares the skill of the action meant for that round.",
)


CHAPTER.state(
    "H-5.2",
    "イニシアチブの決定",
    ja="まずＧＭ、次にプレイヤーが宣言するとよい。プレイヤーどうしの戦いなら同時に宣言するとよい。",
    en="The GM declares first (npc), then the players. Players against each other declare at the same time.",
)


CHAPTER.state(
    "H-5.3",
    "イニシアチブの決定",
    ja="宣言はそのラウンドの行動を明らかにするだけで、宣言の早い遅いに損得はない。",
    en="The declaration only makes the round's action plain; early or late gives nobody any other advantage.",
    advice=True,
)


@CHAPTER.clause("H-5.4", "イニシアチブの決定", ja="全員が2D6を振り、宣言したスキルを足す。大きい者から行動する。")
def initiative_total(dice: int, skill: int) -> int:
    """Then everybody rolls 2D6 and adds the declared skill; larger results go first."""
    return dice + skill


CHAPTER.state(
    "H-5.5",
    "イニシアチブの決定",
    ja="同じ結果なら、使うスキルの大きい者が先。",
    en="Equal results: the larger declared skill goes first.",
)


CHAPTER.state(
    "H-5.6",
    "イニシアチブの決定",
    ja="スキルも同じなら、同じだった者どうしで差がつくまで振り直す。",
    en="Equal skills too: those who are tied roll again (2D6 each, larger first), until they differ.",
)


CHAPTER.state(
    "H-5.7",
    "イニシアチブの決定",
    ja="その振り直しは、同じ結果でなかった者に影響しない。",
    en="Such a re-roll changes nothing for anybody who was not tied.",
)
