"""What the text of persona leaves open: each point an option, its default first, with the reason."""

from typing import Annotated, Literal

from msgspec import Meta

from senki.rules.message import Sheet


class Options(Sheet):
    """The answers that a table gives to the open points."""

    edition: Annotated[
        Literal["2001-03-05", "original"],
        Meta(
            description="The text tells both: the revision of 2001/3/5, and in its notes what held before (original). "
            "The revised one is the text.",
        ),
    ] = "2001-03-05"
    check: Annotated[
        Literal["gm", "drawn"],
        Meta(
            description="How a check is decided is on a missing page. gm: the card is played, the GM declares the "
            "result. drawn: house rule P-0.9; a hard success is 22 of 54 cards, an easy failure 20 of 54, "
            "together 15.1 %, as P-15.6 wants.",
        ),
    ] = "gm"
    decks: Annotated[
        Literal["two", "one"],
        Meta(
            description="two: a players' deck and a GM's deck. one: a table with a single pack, `common`.",
        ),
    ] = "two"
    ace: Annotated[
        Literal["high", "low"],
        Meta(
            description="14 (high) or 1 (low). Magic ranks the ace above the face cards, and it makes an all-target "
            "attack as they do.",
        ),
    ] = "high"
    joker: Annotated[
        Literal["suitless_highest", "suitless_zero", "any_suit"],
        Meta(
            description="A JOKER shows no suit, and magic ranks it highest: no suit, number 15. suitless_zero: no "
            "suit, number 0. any_suit: number 15, in its holder's favour: in defence it sees through every suited "
            "card, it goes with one's persona's suit in a set, it serves for a demon's suit in negotiation. "
            "In attack it is never seen through nor nullified, whatever stands here.",
        ),
    ] = "suitless_highest"
    damage_refill: Annotated[
        Literal["turn_end", "at_once"],
        Meta(
            description="P-6.23 says at once; P-19.2 places discards and draws in the refill after the turn: turn_end. "
            "at_once: after each damage the damaged draws up to the new size; a surplus is discarded before the "
            "attack goes on.",
        ),
    ] = "turn_end"
    demon_damage: Annotated[
        Literal["hits", "points"],
        Meta(
            description="P-6.25 does not say what 2 or 3 points do to an active minor demon; P-8.6 counts times "
            "damaged: hits. points: 2 points in one go of judgements make it vanish.",
        ),
    ] = "hits"
    combined_defence: Annotated[
        Literal["once", "each"],
        Meta(
            description="P-8.5 against P-9.2. once: the one aimed at lays once against all cards, every other enemy "
            "once against all the all-target cards. each: when an attack of several cards holds an all-target one, "
            "each card is an attack of its own, turned up in the order laid, with new defence cards each time.",
        ),
    ] = "once"
    unable_defence: Annotated[
        Literal["card", "none"],
        Meta(
            description="Read in the original edition only (P-6.14). card: P-6.11 and P-6.12 hold for everybody. "
            "none: as P-6.13.",
        ),
    ] = "card"
    incapacitated_target: Annotated[
        Literal["defenceless", "excluded"],
        Meta(
            description="They are in the field and unable to act: attacked as P-6.13 says (original: as "
            "unable_defence). excluded: no target, and all-target attacks pass them by.",
        ),
    ] = "defenceless"
    end_when: Annotated[
        Literal["none_able", "none_standing"],
        Meta(
            description="Nothing in the text brings unable demons back: the battle ends when a side has nobody active. "
            "none_standing: unable demons still count; they must vanish, flee, …",
        ),
    ] = "none_able"
    rest_after_battle: Annotated[
        Literal["automatic", "gm", "none"],
        Meta(
            description="P-5.1 is automatic, P-5.2 is the GM's. gm: the GM is asked. "
            "none: no recovery, which is told too.",
        ),
    ] = "automatic"
    flight_order: Annotated[
        Literal["standing", "all"],
        Meta(
            description="Which enemies bar P-16.4. standing: those active now whose place in this round's order has "
            "gone by. all: every enemy whose place has gone by, whatever became of it.",
        ),
    ] = "standing"
    escape_route: Annotated[
        bool,
        Meta(description="P-16.2: a place without a way out is rare. false: nobody can flee."),
    ] = True
    persona_changes: Annotated[
        Literal["once", "free"],
        Meta(
            description="The procedure is on a missing page. once: once a round, without cost. free: as often as one "
            "likes in one's own turn.",
        ),
    ] = "once"
    delayed_order: Annotated[
        Literal["declared", "level"],
        Meta(
            description="Several who delay behind the same character. declared: who said so first goes first. "
            "level: higher level first, PC first on a tie (2001-03-05), then who said so first.",
        ),
    ] = "declared"
    heal_unable: Annotated[
        bool,
        Meta(
            description="Does ディアラハン or メディアラハン bring an unable minor demon back? "
            "The text speaks of hands only: false. true: it becomes active.",
        ),
    ] = False
    negotiate_unable: Annotated[
        bool,
        Meta(
            description="May one negotiate with an unable demon? It could not walk away: false.",
        ),
    ] = False
    empty_deck: Annotated[
        Literal["reshuffle", "stop"],
        Meta(
            description="reshuffle: its discards (those of this turn too) become the deck, as at any card table. "
            "stop: no card is drawn.",
        ),
    ] = "reshuffle"
    gm_sees_hands: Annotated[
        bool,
        Meta(
            description="P-0.5 hides them: false. true: the GM's seat sees the PCs' hands too (a GM who does not play "
            "against the table).",
        ),
    ] = False
    demon_recarmdra: Annotated[
        Literal["unable", "vanished", "nothing"],
        Meta(
            description="P-11.22 makes the caster near death, which a minor demon that the GM gave this spell (P-11.4) "
            "cannot be. unable: what comes nearest to it for a demon. vanished: it gives itself up. nothing.",
        ),
    ] = "unable"
