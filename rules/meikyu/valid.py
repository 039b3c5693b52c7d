"""What a state of meikyu must keep to when the GM has set something in it."""

from collections.abc import Mapping

from senki.rules.meikyu.clauses import actions, quick_wit
from senki.rules.meikyu.open import require_sheet
from senki.rules.meikyu.setup import FACES, AttackRow
from senki.rules.meikyu.state import Character, DieShown, Exchange, Game, RulingDue
from senki.rules.rejection import require

OF_EXCHANGE: Mapping[str, tuple[str, ...]] = {
    "action": ("face",),
    "attack": ("face", "targets", "covers", "evaded", "no"),
    "ruling": (),
}

MOST = 9_999_999


def require_open(game: Game, paths: set[str]) -> None:
    """An exchange has only what its kind has.

    Raises:
        Rejection: `illegal_value`.
    """
    own = () if game.exchange is None else OF_EXCHANGE[game.exchange.kind]
    for path in paths:
        steps = path.split(".")
        if steps[0] == "exchange" and len(steps) > 1:
            require(steps[1] in own, "illegal_value", f"「{path}」という場所は、いまありません。")


def require_valid(ruled: Game, before: Character, it: Character) -> None:
    """A character as ruled must still be one; a number that the rules themselves have made is none to refuse.

    Raises:
        Rejection: `illegal_value`.
    """
    require_sheet(it.name, it, () if it.evading is None else (it.evading,))
    lowest = 0 if ruled.options.hp_floor == "zero" else min(-MOST, before.hp)
    require(lowest <= it.hp <= it.hp_max, "illegal_value", f"{it.name}のＨＰは{lowest}から{it.hp_max}までです。")
    require(0 <= it.mp <= it.mp_max, "illegal_value", f"{it.name}のＭＰは0から{it.mp_max}までです。")
    most = max(MOST, before.wit)
    require(0 <= it.wit <= most, "illegal_value", f"{it.name}の機転は0から{most}までです。", "M-11.3")
    require(0 <= it.place <= MOST, "illegal_value", f"{it.name}の相談の順（place）は0から{MOST}までです。")
    known = {b.amount for b in before.bonuses}
    require(
        all(abs(b.amount) <= MOST or b.amount in known for b in it.bonuses),
        "illegal_value",
        f"修正は-{MOST}から{MOST}までです。",
    )
    require(
        it.condition in {"left", actions.condition_at(it.hp)},
        "illegal_value",
        f"{it.name}のＨＰは{it.hp}です。状態と合いません。",
    )


def require_course(game: Game, ruled: Game) -> None:
    """The order names everybody once at most; nothing was gained in a round that is still to come.

    Raises:
        Rejection: `illegal_value`.
    """
    require(
        len(set(ruled.order)) == len(ruled.order) and set(ruled.order) <= set(ruled.characters),
        "illegal_value",
        "順番（order）には、登場しているキャラクターを一度ずつ書いてください。",
    )
    if ruled.round != game.round:
        require(game.round > 0, "illegal_value", "戦闘はまだ始まっていません。ターンは数えられません。")
        require(0 < ruled.round <= MOST, "illegal_value", f"ターンは1から{MOST}までです。")
    gained = [b.round for c in ruled.characters.values() for b in c.bonuses]
    began = [c.evading_round for c in ruled.characters.values() if c.evading is not None]
    require(
        all(0 <= round <= ruled.round for round in gained + began),
        "illegal_value",
        f"いまは第{ruled.round}ターンです。修正や回避は、それより後のターンに始まったことにはできません。",
    )


def require_exchange(ruled: Game, it: Exchange) -> None:
    """What is being answered must still be so: of an attack, the face shows one, and covers stand as in M-4.1.

    Raises:
        Rejection: `illegal_value`.
    """
    if isinstance(it, RulingDue):
        return
    require(quick_wit.on_the_die(it.face), "illegal_value", f"出目は1から{FACES}までです。", "M-9.1")
    if isinstance(it, DieShown):
        return
    by = ruled.characters[it.by]
    require(
        isinstance(by.action_at(it.face), AttackRow), "illegal_value", f"{by.name}の出目{it.face}は攻撃ではありません。"
    )
    for ids in (it.targets, it.evaded, it.no):
        require(
            len(set(ids)) == len(ids) and set(ids) <= set(ruled.characters),
            "illegal_value",
            "登場しているキャラクターを、重ならないように書いてください。",
        )
    require(len(it.targets) > 0, "illegal_value", "攻撃には対象（targets）が要ります。", "M-9.3")
    covered, coverers = set(it.covers), list(it.covers.values())
    require(
        {*it.evaded, *covered} <= set(it.targets)
        and set(coverers) <= set(ruled.characters)
        and len(set(coverers)) == len(coverers)
        and covered.isdisjoint([*coverers, *it.evaded]),
        "illegal_value",
        "かばえるのは、攻撃の対象一人を一人ずつです。かばわれた者やかわした者は、ほかの者をかばえません。",
        "M-4.1",
    )
