"""Healing and revival magic (section 11), in battle with a card, after it without."""

from senki.rules.chance import Chance
from senki.rules.game import Ruling
from senki.rules.persona import declarations as dec
from senki.rules.persona import events as ev
from senki.rules.persona.clauses import magic
from senki.rules.persona.course import settle
from senki.rules.persona.hands import require_cards, require_none
from senki.rules.persona.setup import Condition, Spell
from senki.rules.persona.state import Character, Game
from senki.rules.persona.words import SPELL_NAMES
from senki.rules.rejection import Rejection, require
from senki.rules.visible import require_name

Ruled = Ruling[Game]

CARD_CLAUSES: dict[Spell, tuple[str, ...]] = {
    "diarahan": ("P-11.5", "P-11.6"),
    "mediarahan": ("P-11.9", "P-11.10"),
    "recarm": ("P-11.13", "P-11.14"),
    "samarecarm": ("P-11.16", "P-11.17"),
    "recarmdra": ("P-11.19", "P-11.20"),
}
EFFECT_CLAUSES: dict[Spell, str] = {
    "diarahan": "P-11.7",
    "mediarahan": "P-11.11",
    "recarm": "P-11.15",
    "samarecarm": "P-11.18",
    "recarmdra": "P-11.21",
}


def form(it: dec.Cast) -> None:
    """Some spells take one target, the others none.

    Raises:
        Rejection: `malformed`.
    """
    aimed = it.spell in magic.AIMED
    require(
        (it.target is not None) == aimed,
        "malformed",
        "この魔法には対象（target）を一人書いてください。" if aimed else "この魔法に対象（target）は書けません。",
    )


def cast(game: Game, it: dec.Cast, chance: Chance) -> Ruled:
    """P-11.1 to P-11.28: the spell is announced, its card discarded, and it takes effect.

    Its name is the caster's to choose (P-11.8, P-11.12); the turn ends (P-11.1), and the card is refilled (P-11.23).
    """
    by = game.characters[it.by]
    require_known(by, it)
    if it.name is not None:
        require_name(it.name, "魔法の名前（name）")
    reached = [c.id for c in magic.targets_of(game, by, it.spell)]
    if it.spell in magic.AIMED:
        if it.target is None or it.target not in reached:
            message = f"{SPELL_NAMES[it.spell]}の対象は、{_WHOM[it.spell]}味方です。"
            raise Rejection("bad_target", message, EFFECT_CLAUSES[it.spell])
        reached = [it.target]
    require_payment(game, by, it)
    game = yield ev.Cast(
        by=by.id,
        spell=it.spell,
        targets=tuple(reached),
        card=it.card,
        name=it.name,
        clauses=clauses_of(game, by, it),
    )
    for id in reached:
        game = yield from affect(game, it.spell, game.characters[id])
    if it.spell == "recarmdra":
        game = yield from pay_with_oneself(game, by)
    return (yield from settle(game, chance))


_WHOM: dict[Spell, str] = {"diarahan": "瀕死でない", "recarm": "瀕死の", "samarecarm": "瀕死の"}


def require_known(by: Character, it: dec.Cast) -> None:
    """P-11.2, P-11.4: a persona user casts all, a demon only what the GM gave it.

    Raises:
        Rejection: `illegal_value`.
    """
    own = "、".join(SPELL_NAMES[s] for s in by.spells)
    require(
        by.has_hand or it.spell in by.spells,
        "illegal_value",
        f"{by.name}が使える魔法は {own} です。",
        "P-11.4",
    )


def require_payment(game: Game, by: Character, it: dec.Cast) -> None:
    """In battle a persona user discards a card that the spell takes (P-11.27); else none is needed (P-11.28).

    P-11.24, P-11.25, P-11.26: which cards.

    Raises:
        Rejection: `cards_not_held`, `illegal_cards`.
    """
    named = () if it.card is None else (it.card,)
    if by.has_hand:
        require_cards(by, named)
    if game.phase == "over" or not by.has_hand:
        clause = "P-11.28" if game.phase == "over" else "P-11.4"
        require_none(named, "この魔法にカードは要りません。カードを書かずに唱えてください。", clause)
        return
    require(
        it.card is not None and it.spell in magic.spells_of(it.card, by.suit),
        "illegal_cards",
        f"{SPELL_NAMES[it.spell]}には{_CARDS[it.spell]}が要ります。",
        CARD_CLAUSES[it.spell][0],
    )


_OWN = "自分のペルソナと同じスートの"
_CARDS: dict[Spell, str] = {
    "diarahan": f"{_OWN}絵札かエース、またはJOKER",
    "mediarahan": f"{_OWN}エース、またはJOKER",
    "recarm": f"{_OWN}絵札かエース、またはJOKER",
    "samarecarm": f"{_OWN}エース、またはJOKER",
    "recarmdra": "JOKER",
}


def clauses_of(game: Game, by: Character, it: dec.Cast) -> tuple[str, ...]:
    """Under which clauses a spell is cast: what its card, its effect, a demon (P-11.4) and peace (P-11.28) ask for."""
    card = CARD_CLAUSES[it.spell] if it.card is not None else ()
    given = () if by.has_hand else ("P-11.4",)
    after = ("P-11.28",) if game.phase == "over" else ()
    return (*card, EFFECT_CLAUSES[it.spell], *given, *after)


def affect(game: Game, spell: Spell, target: Character) -> Ruled:
    """What a spell does to one of those whom it reaches: P-11.7, P-11.11, P-11.15, P-11.18, P-11.21, P-15.9."""
    rule, hand = EFFECT_CLAUSES[spell], magic.hand_given(spell)
    if target.condition == "near_death":
        return (yield ev.Revived(target=target.id, hand_limit=hand, clauses=(rule,)))
    if target.has_hand:
        game = yield ev.Healed(target=target.id, hand_limit=hand, clauses=(rule,))
    if spell in FREEING and target.condition in {"incapacitated", "unable"}:
        game = yield ev.Recovered(target=target.id, clauses=("P-15.9",))
    return game


FREEING: frozenset[Spell] = frozenset({"diarahan", "mediarahan"})


def pay_with_oneself(game: Game, by: Character) -> Ruled:
    """P-11.22, P-0.3: the caster loses the whole hand and is near death (option `demon_recarmdra`)."""
    if by.has_hand:
        game = yield ev.Fell(target=by.id, condition="near_death", clauses=("P-11.22",))
        hand = game.characters[by.id].hand
        return (yield ev.Discarded(by=by.id, cards=hand, clauses=("P-6.27",))) if hand else game
    price = game.options.demon_recarmdra
    if price == "nothing":
        return game
    condition: Condition = price
    return (yield ev.Fell(target=by.id, condition=condition, clauses=("P-11.22",)))
