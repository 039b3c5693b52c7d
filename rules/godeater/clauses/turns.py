"""The rulebook of godeater: a turn's actions, and the end of turn, round and battle (G-7 to G-13)."""

from senki.rules.clause import Chapter
from senki.rules.godeater.options import Options
from senki.rules.godeater.setup import Timing
from senki.rules.godeater.state import Action, Character, Lingering

CHAPTER = Chapter()

TURN, MOVE, SIDE, MAIN = "ターン", "ムーヴアクション", "サイドアクション", "メインアクション"
RESPONSE, ACTED, ROUND_END, END = "レスポンスアクション", "行動終了", "ラウンド終了", "戦闘終了の宣言"


# --- G-7 ターン、ムーヴアクション

CHAPTER.state(
    "G-7.1",
    TURN,
    ja="あるキャラクターのターンの間、原則として他の者は行動できない。",
    en="During a character's turn others as a rule do not act. (Responses to an attack are the exception.)",
)
CHAPTER.state(
    "G-7.2",
    TURN,
    ja="ターンはムーヴ、サイド、メインの順に進む。",
    en="A turn runs move action, side action, main action.",
    advice=True,
)
CHAPTER.state(
    "G-7.3",
    MOVE,
    ja="ムーヴアクションは一つ。行わなくてもよい。",
    en="One move action; it may be skipped.",
    advice=True,
)
CHAPTER.state(
    "G-7.4",
    MOVE,
    ja="サイドやメインの後にムーヴはできない。",
    en="No move action after a side or a main action.",
)
CHAPTER.state("G-7.5", MOVE, ja="戦闘移動は１セル動く。", en="Battle move: one cell, free.")
CHAPTER.state(
    "G-7.6",
    MOVE,
    ja="全力移動は【ＳＴ】１と任意の【ＡＰ】を払い、払った【ＡＰ】の数だけセルを動く。",
    en="All-out move: pays 1 ST and any number of AP, and moves as many cells as AP were paid.",
)
CHAPTER.state(
    "G-7.7",
    MOVE,
    ja="行動放棄は【ＡＰ】を０にしてターンを終える。",
    en="Giving up: AP becomes 0 and the turn ends.",
)


# --- G-8 サイドアクション

CHAPTER.state(
    "G-8.1",
    SIDE,
    ja="サイドアクションは一つ。行わなくてもよいが、メインの後にはできない。",
    en="One side action; it may be skipped; none after a main action.",
)
CHAPTER.state(
    "G-8.2", SIDE, ja="ジャンプで、このターンの間〔飛行〕を得る。", en="Jump: the character is flying for this turn."
)
CHAPTER.state(
    "G-8.3",
    SIDE,
    ja="変形は、装備中の武器を携行品に加え、それとは異なる武器を携行品から装備する。",
    en="Transform: the equipped weapon joins the carried items and a different weapon from them is equipped.",
)
CHAPTER.state(
    "G-8.4",
    SIDE,
    ja="「タイミング：サイド」のスキルや携行品を使う。まずコストを払い、それで倒れた者は、もう何もしない。",
    en='A skill or carried item with the timing "side" is used. Its cost is paid first; whom that fells does nothing '
    "more (so with every timing, and with an attack).",
)
CHAPTER.state(
    "G-8.5",
    SIDE,
    ja="携行品を同じセルの味方に渡す。",
    en="A carried item is handed to an ally in the same cell.",
)
CHAPTER.state(
    "G-8.6",
    SIDE,
    ja="携行品をその場に置くか、置かれたものを拾う。",
    en="A carried item is left in one's cell, or an item lying there is picked up.",
)
CHAPTER.state(
    "G-8.7", SIDE, ja="その他、ＧＭがふさわしいと判断する行動。", en="Anything else that the GM finds fitting."
)


# --- G-9 メインアクション

CHAPTER.state(
    "G-9.1",
    MAIN,
    ja="メインアクションは一つ。その処理をもってターンは終わる。",
    en="One main action; when it has been processed the turn ends.",
)
CHAPTER.state(
    "G-9.2",
    MAIN,
    ja="装備している武器かスキルで攻撃する。",
    en="An attack with the equipped weapon or by a skill (or an item that attacks).",
)
CHAPTER.state(
    "G-9.3",
    MAIN,
    ja="リンクエイドで〔戦闘不能〕の味方を救助する。",
    en="Link aid: an incapacitated ally is rescued. Its cost, reach and effect stand in the options.",
)
CHAPTER.state(
    "G-9.4",
    MAIN,
    ja="「タイミング：メイン」のスキルや携行品を使う。コストはG-8.4のとおり。",
    en='A skill or carried item with the timing "main" is used. Its cost as in G-8.4.',
)


@CHAPTER.clause("G-9.5", MAIN, ja="待機は【ＡＰ】を半分にしてターンを終える。")
def halved(options: Options, ap: int) -> int:
    """Wait: AP is halved and the turn ends."""
    return (ap + 1) // 2 if options.wait_rounding == "up" else ap // 2


def revives(options: Options, character: Character) -> bool:
    """G-9.3: whether healing alone raises somebody, by the option `healing_revives`."""
    return options.healing_revives and character.incapacitated and character.hp > 0


def rescued_hp(options: Options, character: Character) -> int:
    """G-9.3: the HP of the rescued, by the option `link_aid_hp`."""
    return max(character.hp, min(options.link_aid_hp, character.max_hp))


USED: dict[Timing, str] = {
    "side": "G-8.4",
    "main": "G-9.4",
    "response": "G-10.6",
    "battle_start": "G-4.8",
    "round_start": "G-5.4",
    "round_end": "G-12.2",
    "damage_dealt": "G-19.7",
}
"""The clause of using something, by its timing."""


# --- G-10 レスポンスアクション

CHAPTER.state(
    "G-10.1",
    RESPONSE,
    ja="レスポンスアクションは、自分以外の誰かの攻撃の判定の前に割り込む。",
    en="A response action cuts in when somebody else attacks, in the response step, before the attack's checks.",
)
CHAPTER.state(
    "G-10.2",
    RESPONSE,
    ja="攻撃者以外の全員が同時に、一つずつ行う。",
    en="All characters but the attacker act in it at the same time, each with one response action.",
)
CHAPTER.state(
    "G-10.3",
    RESPONSE,
    ja="ステップは【ＳＴ】１で１セル動く。",
    en="Step: 1 ST, one cell.",
)
CHAPTER.state(
    "G-10.4",
    RESPONSE,
    ja="ガードは【ＳＴ】１。攻撃の対象が選んだなら、ダメージ判定の後にガード判定を行う。",
    en="Guard: 1 ST. One who is the attack's target and chose it makes a guard check after the damage check.",
)
CHAPTER.state(
    "G-10.5",
    RESPONSE,
    ja="カバーリングは【ＳＴ】１。放棄を宣言した味方一人の代わりに攻撃の対象としてガード判定を行う。",
    en="Cover: 1 ST. Makes the guard check as the attack's target in place of one ally who declared waive.",
)
CHAPTER.state(
    "G-10.6",
    RESPONSE,
    ja="「タイミング：レスポンス」のスキルや携行品を使う。コストはG-8.4のとおり。",
    en='A skill or carried item with the timing "response" is used. Its cost as in G-8.4.',
)
CHAPTER.state(
    "G-10.7",
    RESPONSE,
    ja="放棄は何もしない。",
    en="Waive: nothing.",
)
CHAPTER.state(
    "G-10.8",
    RESPONSE,
    ja="その他、ＧＭがふさわしいと判断する行動。",
    en="Anything else that the GM finds fitting.",
)

ANSWERED: dict[Action, tuple[str, ...]] = {
    "step": ("G-10.3",),
    "guard": ("G-10.4",),
    "cover": ("G-10.5",),
    "skill": ("G-10.6",),
    "item": ("G-10.6",),
    "waive": ("G-10.7", "G-16.5"),
    "other": ("G-10.8",),
}
"""The clauses of each answer in the response step."""

# --- G-11 行動終了

CHAPTER.state(
    "G-11.1",
    ACTED,
    ja="攻撃を行った者は〔行動終了〕となり、ターンを終える。",
    en='Whoever attacked is in the state "acted", and the turn ends.',
)
CHAPTER.state(
    "G-11.2",
    ACTED,
    ja="ターンが終わればイニシアチブプロセスに戻り、いま【ＡＰ】が最も高い者のターンとなる。",
    en="After a turn comes the initiative process again: whoever has the most AP now.",
    advice=True,
)
CHAPTER.state(
    "G-11.3",
    ACTED,
    ja="全員の【ＡＰ】が０になるまで繰り返し、０になればラウンド終了に移る。",
    en="Repeated until all have 0 AP; then the round ends.",
)


# --- G-12 ラウンド終了


@CHAPTER.clause("G-12.1", ROUND_END, ja="「Ｘラウンドの間有効」の残りを一つ減らし、０になれば解除する。")
def rounds_left(effect: Lingering) -> int | None:
    """First, effects that hold for X rounds lose one round; at 0 they are lifted."""
    return effect.rounds - 1 if isinstance(effect.rounds, int) else None


CHAPTER.state(
    "G-12.2",
    ROUND_END,
    ja="「ラウンド終了時」の効果を処理する。",
    en='Then skills with the timing "round end", and effects that say "at round end".',
)
CHAPTER.state(
    "G-12.3",
    ROUND_END,
    ja="そのまま次のラウンドに移り、ラウンド数は一つ増える。",
    en="Nothing else happens; the next round starts, its number one higher.",
)
CHAPTER.state(
    "G-12.4",
    ROUND_END,
    ja="メインミッションの達成か失敗まで繰り返す。",
    en="Repeated until the main mission's success or failure condition is met.",
    advice=True,
)


# --- G-13 戦闘終了の宣言、シナリオの描写

CHAPTER.state(
    "G-13.1",
    END,
    ja="条件が満たされればＧＭが終了を宣言し、以後すべての戦闘処理は終わる。",
    en="When the condition is met the GM declares the end; from then on nothing of the battle is processed any more.",
)
CHAPTER.state(
    "G-13.2",
    "シナリオの描写",
    ja="ＧＭは結果を踏まえて描写し、エンドパートに移る。",
    en="The GM describes the outcome of the battle and of the missions; then the end part follows.",
    advice=True,
)
