"""The rulebook of meikyu, sentence by sentence, in the text's order. Sentences and formulas; no procedure."""

from collections.abc import Sequence

from msgspec.structs import replace

from senki.rules.clause import ClauseBook
from senki.rules.meikyu.options import Options
from senki.rules.meikyu.setup import FACES
from senki.rules.meikyu.state import Character, Condition, Exchange, Game

BOOK = ClauseBook("M")

BOOK.state(
    "M-1.1",
    "戦闘の流れ",
    ja="一つのターンは、セットアップ、イニシアチブ、メイン、クリンナップの順に四つのフェイズで進む。",
    en="A round is four phases in this order: setup, initiative, main, cleanup.",
)
BOOK.state(
    "M-1.2",
    "戦闘の流れ",
    ja="ターンはセットアップフェイズに始まり、クリンナップフェイズに終わって、次のターンへ移る。",
    en="It begins with setup and ends with cleanup; then the next begins.",
)
BOOK.state(
    "M-2.1",
    "セットアップフェイズ",
    ja="セットアップフェイズは、ターンの初めに各キャラクターが準備をする段階。",
    en="Setup is where each character prepares at the start of the round.",
)
BOOK.state(
    "M-2.2",
    "セットアップフェイズ",
    ja="セットアップフェイズに隊列を変えられる。",
    en="A character may change its row in setup.",
)
BOOK.state(
    "M-2.3",
    "セットアップフェイズ",
    ja="タイミング：セットアップのアビリティを、一回のフェイズに一つ使える。隊列の変更と両方を行える。",
    en="It may use abilities of timing setup, one in each setup phase; it may do both, the row and the ability.",
)
BOOK.state(
    "M-3.1",
    "隊列",
    ja="戦闘中、キャラクターは前衛か後衛のどちらかに立つ。",
    en="In a fight each character stands in the front row or in the back row.",
)


@BOOK.clause("M-3.2", "隊列", ja="後衛には、前衛に立つ味方と同じ数までしか置けない。")
def formation_holds(front: int, back: int) -> bool:
    """A side may place no more characters in the back row than it has standing in the front row."""
    return back <= front


def rows(game: Game, side: str) -> tuple[int, int]:
    """How many of a side stand in front and in the back."""
    front = sum(c.row == "front" for c in game.of_side(side))
    return front, len(game.of_side(side)) - front


def too_many_behind(game: Game, side: str) -> bool:
    """M-3.2: whether a side has more in the back than in the front."""
    return not formation_holds(*rows(game, side))


def may_change_row(game: Game, by: Character) -> bool:
    """M-2.2, M-3.2: whether the limit holds after the change; who comes forward always may."""
    front, back = rows(game, by.side)
    return by.row == "back" or formation_holds(front - 1, back + 1)


@BOOK.clause("M-3.3", "隊列", ja="前衛に立つ者は、一ターンに一度、他のキャラクターをかばえる。")
def free_to_cover(by: Character) -> bool:
    """Who stands in front may cover another once a round."""
    return by.active and by.row == "front" and not by.covered and not by.idle


@BOOK.clause("M-3.4", "隊列", ja="後衛に立つ者は、タグ：遠距離を含まない攻撃の対象にならない。")
def within_reach(game: Game, target: Character, *, ranged: bool) -> bool:
    """Who stands in the back cannot be the target of an attack without the tag ranged."""
    if ranged or target.row == "front":
        return True
    return game.options.back_without_front == "exposed" and rows(game, target.side)[0] == 0


@BOOK.clause(
    "M-4.1", "かばう", ja="前衛に立つ者は、一ターンに一度だけ、他のキャラクターへの攻撃をその代わりに受けられる。"
)
def coverable(game: Game, attack: Exchange, by: Character) -> tuple[str, ...]:
    """Once a round a character in the front row may take an attack on another character in that one's place."""
    if by.id in attack.covers or by.id in attack.covers.values():
        return ()
    taken = {by.id, *attack.covers, *attack.covers.values(), *attack.evaded}
    return tuple(
        t for t in attack.targets if t not in taken and game.characters[t].active and game.characters[t].side == by.side
    )


def may_cover(game: Game, attack: Exchange) -> tuple[str, ...]:
    """M-3.3, M-4.1: everybody who may still cover in this attack, in the order of the table."""
    return tuple(
        c.id
        for c in game.characters.values()
        if free_to_cover(c) and c.id not in attack.no and coverable(game, attack, c)
    )


@BOOK.clause(
    "M-4.2",
    "かばう",
    ja="自身も対象である攻撃でもかばえるが、自身のダメージは、すべての計算が終わったあとに２倍になる。",
)
def doubled(attack: Exchange, by: str) -> bool:
    """It may do so when it is itself a target; its own damage is doubled, after everything else."""
    return by in attack.targets and by not in attack.evaded and by in attack.covers.values()


BOOK.state(
    "M-5.1",
    "イニシアチブフェイズ",
    ja="イニシアチブフェイズは、ターン中に行動する順番を確かめる段階。",
    en="Initiative settles in which order the characters act in the round.",
)


@BOOK.clause("M-5.2", "イニシアチブフェイズ", ja="行動値の高い順にメインフェイズを行う。")
def action_value(character: Character) -> int:
    """The main phase goes in order of action value (the higher first)."""
    return character.action_value + character.bonus("action_value")


@BOOK.clause("M-5.3", "イニシアチブフェイズ", ja="ＰＣとＮＰＣの行動値が同じなら、必ずＰＣが先に行動する。")
def initiative(character: Character) -> tuple[int, bool, int]:
    """PC and NPC with the same action value: always the PC first."""
    return -action_value(character), character.side != "pc", character.place


def in_initiative(characters: Sequence[Character]) -> list[Character]:
    """M-5.2 to M-5.4: in order of action value, then the PCs, then as the PCs have agreed, then as the table stands."""
    return sorted(characters, key=initiative)


@BOOK.clause("M-5.4", "イニシアチブフェイズ", ja="行動値が同じＰＣどうしは、相談して順番を決める。")
def tied(game: Game, by: Character) -> tuple[str, ...]:
    """PCs with the same action value agree among themselves."""
    if by.side != "pc":
        return ()
    same = tuple(c.id for c in game.of_side("pc") if action_value(c) == action_value(by))
    return same if len(same) > 1 else ()


def may_arrange(game: Game, by: Character) -> bool:
    """M-5.4: whether a PC is tied with others and they have not agreed yet."""
    return any(not game.characters[id].arranged for id in tied(game, by))


BOOK.state(
    "M-5.5",
    "イニシアチブフェイズ",
    ja="タイミング：イニシアチブのアビリティを、一回のフェイズに一つ使える。",
    en="Abilities of timing initiative may be used, one each in a phase.",
)
BOOK.state(
    "M-6.1",
    "メインフェイズ",
    ja="メインフェイズでは、各キャラクターが順番に行動する。",
    en="In the main phase each character acts in its turn.",
)
BOOK.state(
    "M-6.2",
    "メインフェイズ",
    ja="メインフェイズにはアイテムパートとアクションパートがあり、好きな順に行える。",
    en="A go has an item part and an action part, in the order that the character likes.",
)
BOOK.state(
    "M-6.3",
    "メインフェイズ",
    ja="どちらか、または両方を放棄できる。",
    en="Either or both may be given up.",
)
BOOK.state(
    "M-7.1",
    "アイテムパート",
    ja="アイテムパートでは、消耗品か、タイミング：アイテムパートのアビリティのどちらかを使う。",
    en="Item part: use a consumable, or an ability of timing item part.",
)
BOOK.state(
    "M-7.2",
    "アイテムパート",
    ja="どちらを使うにせよ、一回のアイテムパートに一度まで。",
    en="One use in an item part, of the one or the other.",
)
BOOK.state(
    "M-8.1",
    "アクションパート",
    ja="アクションパートでは行動判定を行い、決まった行動を実行する。",
    en="Action part: an action check, and the action it gives is carried out.",
)
BOOK.state(
    "M-9.1",
    "行動判定",
    ja="アクションダイスはＤ１０。装備品やスキルが定めた出目ごとの行動のうち、振った出目の行動を行う。",
    en="The action die is a D10 whose faces are laid down by equipment, skills and special skills; the face decides "
    "the action.",
)
BOOK.state(
    "M-9.2",
    "行動判定",
    ja="アクションダイスを振れるのは、キャラクター一人につき一ターンに一回まで（機転による振り直しは別）。",
    en="Each character rolls it once a round at most (re-rolls by wit apart).",
)


@BOOK.clause("M-9.3", "行動判定", ja="攻撃のダメージは行動の計算式で決まる。対象が回避に成功しない限り、必ず命中する。")
def damage(options: Options, formula: int, defence: int, *, twice: bool) -> int:
    """Attack: damage by the action's formula. It always hits unless the target evades."""
    return max(options.damage_floor, formula - defence) * (2 if twice else 1)


@BOOK.clause(
    "M-9.4", "行動判定", ja="防御は、次のターンに自分の行動が初めて回ってくるまで、記された数値だけ防御力を上げる。"
)
def defence(character: Character) -> int:
    """Defence rises by the number given, until one's own action comes round for the first time in the next round."""
    return character.defence + character.bonus("defence")


@BOOK.clause(
    "M-9.5", "行動判定", ja="回避中は、自身を対象とする攻撃を受けたとき、記された回避判定に成功すればそれを無効化する。"
)
def evades(total: int, at_least: int | None, at_most: int | None) -> bool:
    """While evading, an attack on oneself is nullified if the action's evade check succeeds."""
    return (at_least is None or total >= at_least) and (at_most is None or total <= at_most)


BOOK.state(
    "M-9.6",
    "行動判定",
    ja="補助は、自身や仲間を助け、あるいは敵を妨げる。効果は行動ごとに異なる。",
    en="Support: help oneself or friends, or hinder enemies; the effect is the action's own.",
)


@BOOK.clause(
    "M-9.7", "行動判定", ja="調息が選ばれた者は、そのターンほかになにも行わず、ＭＰが記された数値だけ回復する。"
)
def mp_after(character: Character, amount: int) -> int:
    """Breathing: nothing else that round; MP returns by the number given."""
    return max(0, min(character.mp_max, character.mp + amount))


@BOOK.clause(
    "M-9.8", "行動判定", ja="コストの足りない行動が選ばれたときは、代わりに警戒になる。警戒は出目に記されない。"
)
def affords(character: Character, cost: int) -> bool:
    """An action whose cost cannot be paid is replaced by alert; alert stands on no face."""
    return character.mp >= cost


@BOOK.clause("M-9.9", "行動判定", ja="警戒した者は、そのターンほかになにも行わず、機転が１回復する。")
def wit_after(options: Options, character: Character, amount: int = 1) -> int:
    """Alert: nothing else that round; wit returns by 1."""
    if options.wit_cap == "none" or amount <= 0:
        return max(0, character.wit + amount)
    return max(character.wit, min(character.wit_max, character.wit + amount))


def hp_after(options: Options, character: Character, amount: int) -> int:
    """HP stop at their greatest, and at 0 unless `hp_floor` says otherwise."""
    hp = min(character.hp_max, character.hp + amount)
    return hp if options.hp_floor == "none" else max(0, hp)


def condition_at(hp: int) -> Condition:
    """Who has no HP left is out of the fight."""
    return "active" if hp > 0 else "down"


def out_of_the_fight(character: Character) -> Character:
    """Who is out of the fight has no bonuses any more, and evades no more."""
    return replace(character, bonuses=(), evading=None)


BOOK.state(
    "M-10.1",
    "待機",
    ja="メインフェイズが回ってきた者は、両方のパートを放棄して行動を遅らせられる。これを待機と呼ぶ。",
    en="When its go comes, a character may put it off by giving up both parts: it waits.",
)
BOOK.state(
    "M-10.2",
    "待機",
    ja="待機した者には、全員がメインフェイズを終えたあとに再び番が回る。",
    en="Its go comes again when all have finished their go.",
)


@BOOK.clause("M-10.3", "待機", ja="何人も待機しているなら、ほかの全員が終えたあと、行動値の低い者から順に行う。")
def first_of_those_waiting(game: Game, waiting: Sequence[Character]) -> Character:
    """Several waiting: when all others have finished, those who wait go from the lowest action value up."""
    first = "npc" if game.options.wait_tie == "npc_first" else "pc"
    return min(waiting, key=lambda c: (action_value(c), c.side != first, game.order.index(c.id)))


BOOK.state(
    "M-11.1",
    "機転",
    ja="シナリオの開始時に、副能力値の機転と同じ数だけ機転を得る。",
    en="At the start of a scenario a character has as much wit as its secondary ability 機転.",
)
BOOK.state(
    "M-11.2",
    "機転",
    ja="戦闘中に機転を消費して、次の恩恵を得られる。",
    en="In a fight it may be spent for the benefits below.",
)


@BOOK.clause("M-11.3", "機転", ja="残っている限り、一度の行動判定に何度でも使える。")
def wit_left(options: Options, character: Character) -> bool:
    """As often as one likes in one action check, while any is left."""
    return character.wit >= options.wit_cost


BOOK.state(
    "M-11.4",
    "機転",
    ja="恩恵の一。行動判定を振り直す。",
    en="Benefit 1: roll the action check again.",
)


@BOOK.clause("M-11.5", "機転", ja="恩恵の二。行動判定の出目を±１する。")
def is_shift(change: int) -> bool:
    """Benefit 2: shift the face by +1 or −1."""
    return change in {1, -1}


@BOOK.clause("M-11.6", "機転", ja="１から１０へ、１０から１へはずらせない。")
def on_the_die(face: int) -> bool:
    """Never from 1 to 10 or from 10 to 1."""
    return 1 <= face <= FACES


BOOK.state(
    "M-12.1",
    "クリンナップフェイズ",
    ja="クリンナップフェイズは、ターンを終えて次へ移る処理を行う段階。",
    en="Cleanup does what ends the round before the next.",
)
BOOK.state(
    "M-12.2",
    "クリンナップフェイズ",
    ja="タイミング：クリンナップフェイズのアビリティを、一回のフェイズに一つ使える。",
    en="Abilities of timing cleanup may be used, one each in a phase.",
)
