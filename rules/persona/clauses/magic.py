"""Section 11: healing and revival magic."""

from senki.rules import cards
from senki.rules.cards import Suit
from senki.rules.clause import Chapter
from senki.rules.persona.setup import SPELLS, Spell
from senki.rules.persona.state import Character, Game

CHAPTER = Chapter()


MAGIC = "回復/蘇生魔法"
CHAPTER.state(
    "P-11.1",
    MAGIC,
    ja="回復/蘇生魔法を使うと、術者の手番は終わる。",
    en="Healing or revival magic ends the caster's turn.",
    definition=True,
)
CHAPTER.state("P-11.2", MAGIC, ja="使えるのはペルソナ使いのみ。", en="Only persona users can use it,", definition=True)
CHAPTER.state("P-11.3", MAGIC, ja="ザコ悪魔や一般人は使えない。", en="minor demons and civilians cannot.")
CHAPTER.state(
    "P-11.4",
    MAGIC,
    ja="ＧＭは特定のザコ悪魔に回復能力を与えてよい。カードは消費しない。",
    en="The GM may give healing to particular minor demons; they spend no card.",
)
DIARAHAN = "ディアラハン"
CHAPTER.state(
    "P-11.5",
    DIARAHAN,
    ja="自分のペルソナと同じスートの絵札かエース、またはJOKERが手札に要る。",
    en="Needs a face card or an ace of the suit of one's own persona, or a JOKER, in the hand.",
)
CHAPTER.state(
    "P-11.6",
    DIARAHAN,
    ja="宣言してそのカードを捨てると、発動する。",
    en="Announced, and the card discarded: it takes effect.",
)
CHAPTER.state(
    "P-11.7",
    DIARAHAN,
    ja="自分か、瀕死でない味方一人の手札が五枚に戻る。",
    en="One target, oneself or an ally who is not near death: its hand is 5 again.",
)
CHAPTER.state(
    "P-11.8",
    DIARAHAN,
    ja="「ディア」「ディアラマ」と呼んでもよい。効果は同じ。",
    en="It may be called ディア or ディアラマ; the effect is the same.",
    advice=True,
)
MEDIARAHAN = "メディアラハン"
CHAPTER.state(
    "P-11.9",
    MEDIARAHAN,
    ja="自分のペルソナと同じスートのエース、またはJOKERが要る。",
    en="Needs an ace of the suit of one's own persona, or a JOKER.",
)
CHAPTER.state(
    "P-11.10",
    MEDIARAHAN,
    ja="宣言してカードを捨てると発動する（P-11.6と同じ）。",
    en="As P-11.6: announced, and the card discarded.",
)
CHAPTER.state(
    "P-11.11",
    MEDIARAHAN,
    ja="自分も含め、瀕死でない味方全員の手札が五枚に戻る。",
    en="All allies who are not near death, the caster too: their hands are 5 again.",
)
CHAPTER.state(
    "P-11.12",
    MEDIARAHAN,
    ja="「メディア」「メディアラマ」と呼んでもよい。",
    en="It may be called メディア or メディアラマ.",
    advice=True,
)
RECARM = "リカーム"
CHAPTER.state(
    "P-11.13",
    RECARM,
    ja="自分のペルソナと同じスートの絵札かエース、またはJOKERが要る。",
    en="Needs a face card or an ace of the suit of one's own persona, or a JOKER.",
)
CHAPTER.state(
    "P-11.14",
    RECARM,
    ja="宣言してカードを捨てると発動する（P-11.6と同じ）。",
    en="As P-11.6: announced, and the card discarded.",
)
CHAPTER.state(
    "P-11.15",
    RECARM,
    ja="瀕死の味方一人が、手札一枚で息を吹き返す。",
    en="One ally near death: back with a hand of 1.",
)
SAMARECARM = "サマリカーム"
CHAPTER.state(
    "P-11.16",
    SAMARECARM,
    ja="自分のペルソナと同じスートのエース、またはJOKERが要る。",
    en="Needs an ace of the suit of one's own persona, or a JOKER.",
)
CHAPTER.state(
    "P-11.17",
    SAMARECARM,
    ja="宣言してカードを捨てると発動する（P-11.6と同じ）。",
    en="As P-11.6: announced, and the card discarded.",
)
CHAPTER.state(
    "P-11.18",
    SAMARECARM,
    ja="瀕死の味方一人が、手札五枚で完全に息を吹き返す。",
    en="One ally near death: back with a hand of 5.",
)
RECARMDRA = "リカームドラ"
CHAPTER.state("P-11.19", RECARMDRA, ja="JOKERが要る。", en="Needs a JOKER.")
CHAPTER.state(
    "P-11.20",
    RECARMDRA,
    ja="宣言してカードを捨てると発動する（P-11.6と同じ）。",
    en="As P-11.6: announced, and the card discarded.",
)
CHAPTER.state(
    "P-11.21",
    RECARMDRA,
    ja="瀕死の味方は全員息を吹き返し、味方全員の手札が五枚に戻る。",
    en="All allies near death are back, and all allies' hands are 5.",
)
CHAPTER.state(
    "P-11.22",
    RECARMDRA,
    ja="代償として、術者は手札を全て失い瀕死になる。",
    en="The caster loses the whole hand and is near death.",
)
CHAPTER.state(
    "P-11.23",
    "手札の補充",
    ja="魔法に使ったカードも、通常どおり補充される。",
    en="The card spent on magic is refilled as usual.",
    definition=True,
)
SUMMARY = "まとめ"


@CHAPTER.clause("P-11.24", SUMMARY, ja="自分のスートの絵札：ディアラハン、リカーム。", definition=True)
def by_face(card: str, suit: Suit | None) -> bool:
    """Own suit's face card: ディアラハン, リカーム."""
    return cards.is_face(card) and cards.suit(card) == suit


@CHAPTER.clause("P-11.25", SUMMARY, ja="自分のスートのエース：さらにメディアラハン、サマリカーム。", definition=True)
def by_ace(card: str, suit: Suit | None) -> bool:
    """Own suit's ace: also メディアラハン, サマリカーム."""
    return cards.is_ace(card) and cards.suit(card) == suit


@CHAPTER.clause("P-11.26", SUMMARY, ja="JOKER：さらにリカームドラ。", definition=True)
def by_joker(card: str) -> bool:
    """JOKER: also リカームドラ."""
    return cards.is_joker(card)


def spells_of(card: str, suit: Suit | None) -> tuple[Spell, ...]:
    """P-11.24 to P-11.26: the spells that a card pays for."""
    if by_joker(card):
        return SPELLS
    if by_ace(card, suit):
        return ("diarahan", "mediarahan", "recarm", "samarecarm")
    return ("diarahan", "recarm") if by_face(card, suit) else ()


CHAPTER.state(
    "P-11.27",
    "非戦闘時",
    ja="戦闘中は、カードが魔法に要る精神集中を表す。",
    en="In battle the card stands for the concentration that magic needs.",
    advice=True,
)
CHAPTER.state(
    "P-11.28",
    "非戦闘時",
    ja="戦闘の外ではカードは要らず、必ず成功する。",
    en="Out of battle it needs no card and always succeeds.",
)

AIMED: frozenset[Spell] = frozenset({"diarahan", "recarm", "samarecarm"})
"""Spells with one target."""


def may_be_healed(game: Game, ally: Character) -> bool:
    """P-11.7, P-11.11, P-15.9: whether ディアラハン or メディアラハン does anything for an ally."""
    if not ally.has_hand:
        return ally.condition == "incapacitated" or (ally.condition == "unable" and game.options.heal_unable)
    there = {"active", "incapacitated"}
    return ally.condition in (there | {"fled", "surrendered"} if game.phase == "over" else there)


def may_be_revived(ally: Character) -> bool:
    """P-11.15, P-11.18: whether an ally is near death."""
    return ally.condition == "near_death"


def targets_of(game: Game, by: Character, spell: Spell) -> list[Character]:
    """Whom a spell may reach: those of whom one is named, or all that it takes."""
    allies = game.allies(by)
    match spell:
        case "diarahan" | "mediarahan":
            return [c for c in allies if may_be_healed(game, c)]
        case "recarm" | "samarecarm":
            return [c for c in allies if may_be_revived(c)]
        case "recarmdra":
            others = [c for c in allies if c.has_hand and c.id != by.id]
            return [c for c in others if may_be_revived(c) or may_be_healed(game, c)]


def hand_given(spell: Spell) -> int:
    """P-11.15 and the others: the hand size that a spell gives."""
    return 1 if spell == "recarm" else 5
