"""Sections 12 to 19: persona change, hand exchange, negotiation, incapacitation, flight, pass, the rest, the refill."""

from senki.rules.clause import Chapter
from senki.rules.persona.state import Character, Difficulty, Game

CHAPTER = Chapter()


CHANGE = "ペルソナチェンジ"
CHAPTER.state(
    "P-12.1",
    CHANGE,
    ja="手順は一般ルールのペルソナチェンジによる（本文にない）。",
    en="By the general rules' procedure (not in the text; option `persona_changes`).",
)
CHAPTER.state(
    "P-12.2",
    CHANGE,
    ja="ペルソナチェンジをした者は、引き続き別の行動を取れる。",
    en="Who changed may go on to another action.",
)
CHAPTER.state("P-12.3", CHANGE, ja="ペルソナ使いのみ。", en="Persona users only.")
EXCHANGE = "手札交換"
CHAPTER.state(
    "P-13.1",
    EXCHANGE,
    ja="手札を好きなだけ捨て、同じ枚数を山札から引く。",
    en="Discard as many cards as one likes, then draw as many.",
)
CHAPTER.state("P-13.2", EXCHANGE, ja="手番はそこで終わる。", en="It ends the turn.", definition=True)
CHAPTER.state("P-13.3", EXCHANGE, ja="戦闘中以外は認められない。", en="Not allowed out of battle.")
CHAPTER.state("P-13.4", EXCHANGE, ja="ペルソナ使いのみ。", en="Persona users only.")
NEGOTIATION = "交渉"
CHAPTER.state(
    "P-14.1",
    NEGOTIATION,
    ja="ペルソナ使いはザコ悪魔一体に交渉を試みられる。手番はそこで終わる。",
    en="A persona user may negotiate with one minor demon; it ends the turn.",
)
CHAPTER.state(
    "P-14.2",
    NEGOTIATION,
    ja="成功すると、その悪魔は友好的に去る（何かくれるかもしれない）。",
    en="Success: that demon leaves as a friend (and may give something: the GM's word).",
)


@CHAPTER.clause(
    "P-14.3",
    NEGOTIATION,
    ja="行為判定で解決する。ペルソナ使いのレベルが高ければ容易、同じなら通常、悪魔が高ければ至難。",
)
def negotiation(user: int, demon: int) -> Difficulty:
    """A check: easy if the persona user's level is higher, normal if equal, hard if the demon's is higher."""
    return "easy" if user > demon else "normal" if user == demon else "hard"


CHAPTER.state(
    "P-14.4",
    NEGOTIATION,
    ja="出すカードのスートは、相手のペルソナのスートと同じでなければならない。",
    en="The card played must be of the suit of the demon's persona.",
)
CHAPTER.state(
    "P-14.5",
    NEGOTIATION,
    ja="そのスートのカードがなければ交渉できない。",
    en="Who holds no such card cannot negotiate.",
)
CHAPTER.state(
    "P-14.6",
    NEGOTIATION,
    ja="できるだけ具体的に交渉の方法を宣言すること。",
    en="Not ruled, but asked for: say how one negotiates (`approach`).",
    advice=True,
)


def may_negotiate(game: Game, target: Character) -> bool:
    """P-14.1: whether a minor demon can be talked to (option `negotiate_unable`)."""
    talks = {"active", "unable"} if game.options.negotiate_unable else {"active"}
    return target.kind == "minor_demon" and target.condition in talks


DISABLING, DISABLING_CHECK, FREEDOM = "無力化", "無力化の判定", "無力化からの回復"
CHAPTER.state(
    "P-15.1",
    DISABLING,
    ja="気絶させる、縛る、石化するなどして、殺さずに無力化を試みられる。",
    en="To put somebody out of the fight without killing: knocked out, tied up, petrified, …",
)
CHAPTER.state(
    "P-15.2", DISABLING, ja="試みた者の手番はそこで終わる。", en="The attempt ends the turn.", definition=True
)
CHAPTER.state(
    "P-15.3",
    DISABLING_CHECK,
    ja="まず仕掛ける側が至難の行為判定を行う。失敗すれば何も起こらない。",
    en="The attacker makes a hard check; failure: nothing happens.",
)
CHAPTER.state(
    "P-15.4",
    DISABLING_CHECK,
    ja="成功したら、受けた側が容易の行為判定で対抗する。成功すれば免れ、失敗すれば無力化する。",
    en="Success: the target makes an easy check; success: it escapes that; failure: it is incapacitated.",
)


@CHAPTER.clause(
    "P-15.5",
    DISABLING_CHECK,
    ja="一般人やザコ悪魔は対抗できず、そのまま無力化する。",
    edition="original",
)
def may_resist(game: Game, target: Character) -> bool:
    """Civilians and minor demons cannot resist (no P-15.4 for them: incapacitated)."""
    return target.has_hand or not game.original


CHAPTER.state(
    "P-15.6",
    DISABLING_CHECK,
    ja="このルールでは、成功率は相手によらず約15%。",
    en="By P-15.3 and P-15.4 an attempt succeeds about 15 times in 100, whoever the target is.",
    advice=True,
)
CHAPTER.state(
    "P-15.7",
    FREEDOM,
    ja="無力化した者は一時間おきに容易の行為判定を行え、成功すれば回復する。",
    en="Once an hour an incapacitated character may make an easy check; success: it is free.",
)


@CHAPTER.clause(
    "P-15.8",
    FREEDOM,
    ja="一般人やザコ悪魔は、自力では回復できない。",
    edition="original",
)
def may_recover(game: Game, character: Character) -> bool:
    """Civilians and minor demons cannot (no P-15.7 for them)."""
    return character.condition == "incapacitated" and (character.has_hand or not game.original)


CHAPTER.state(
    "P-15.9",
    FREEDOM,
    ja="ディアラハンとメディアラハンは、手札の回復と同時に無力化からも回復させる。",
    en="ディアラハン and メディアラハン free it, together with healing its hand.",
)
CHAPTER.state(
    "P-15.10",
    FREEDOM,
    ja="無力化している者自身は、その魔法を使えない。",
    en="Who is incapacitated cannot use that magic.",
)
FLIGHT = "逃亡"
CHAPTER.state(
    "P-16.1",
    FLIGHT,
    ja="逃亡は一人一人がばらばらに行う。",
    en="Each character flees for itself.",
    under={"escape_route": (True,)},
    advice=True,
)
CHAPTER.state(
    "P-16.2",
    FLIGHT,
    ja="逃げ道がなければ逃亡できない。",
    en="Not where there is no way out.",
    under={"escape_route": (False,)},
)
CHAPTER.state(
    "P-16.3",
    FLIGHT,
    ja="試みた者の手番はそこで終わる。",
    en="The attempt ends the turn.",
    under={"escape_route": (True,)},
    definition=True,
)


@CHAPTER.clause(
    "P-16.4",
    FLIGHT,
    ja="全ての敵より先に行動できれば、無条件で逃亡できる。",
    edition="2001-03-05",
    under={"escape_route": (True,)},
)
def flees_freely(game: Game, by: Character) -> bool:
    """Who acts before all enemies gets away without a check."""
    if game.original:
        return False
    gone_by = [c for c in game.enemies(by) if c.id in game.done]
    return not any(c.active or game.options.flight_order == "all" for c in gone_by)


@CHAPTER.clause(
    "P-16.5",
    FLIGHT,
    ja="先に行動する敵がいるなら、至難の行為判定に成功すれば逃亡できる。",
    edition="2001-03-05",
    under={"escape_route": (True,)},
)
def flight_difficulty(game: Game) -> Difficulty:
    """With an enemy acting earlier: a hard check; success: away."""
    return "easy" if game.original else "hard"


CHAPTER.state(
    "P-16.6",
    FLIGHT,
    ja="失敗してもペナルティはなく、次のターンにまた試みられる。",
    en="Failure costs nothing more; it may be tried again next round.",
    under={"escape_route": (True,)},
    advice=True,
)
CHAPTER.state(
    "P-16.7",
    FLIGHT,
    ja="常に行為判定が要り、難易度は常に容易。",
    en="Always a check, and always easy.",
    edition="original",
    under={"escape_route": (True,)},
)
CHAPTER.state("P-17.1", "パス", ja="次の人に手番を回す。", en="The turn goes on to the next.")
CHAPTER.state("P-18.1", "その他の行動", ja="その他の行動はＧＭに一任する。", en="Anything else is the GM's to rule.")
CHAPTER.state(
    "P-18.2",
    "その他の行動",
    ja="ＧＭは行為判定を求めてよい。",
    en="The GM may call for a check.",
)
REFILL = "手札の補充"
CHAPTER.state(
    "P-19.1",
    REFILL,
    ja="一人の手番が終わったら、判定や攻防に使った手札を即座に山札から補充する。順序は問わない。",
    en="When a character's turn has ended, all cards used in its checks, attack and defence are replaced from the deck "
    "at once, in any order.",
)
CHAPTER.state(
    "P-19.2",
    REFILL,
    ja="ダメージを受けた者は補充が減るか、できないか、余った手札を捨てる。",
    en="Who was damaged draws fewer or none, or must discard the surplus.",
)
