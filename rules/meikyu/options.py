"""What the text of meikyu leaves open: each point an option, its default first, with the reason."""

from typing import Annotated, Literal

from msgspec import Meta

from senki.rules.message import Sheet


class Options(Sheet):
    """The answers that a table gives to the open points."""

    formation_change: Annotated[
        Literal["both", "front_to_back"],
        Meta(
            description="M-2.2 names only front to back, as an example beside abilities (front_to_back); "
            "then it speaks of changing rows in general (both).",
        ),
    ] = "both"
    formation_limit: Annotated[
        Literal["each_setup", "placement"],
        Meta(
            description="M-3.2 when the front falls. each_setup: in setup a back-row character that can still come "
            "forward must not pass while its side has too many in the back. placement: the limit is looked at only "
            "when somebody is placed. Neither moves anybody in mid-round.",
        ),
    ] = "each_setup"
    back_without_front: Annotated[
        Literal["protected", "exposed"],
        Meta(
            description="M-3.4 makes no exception for a side with nobody left in front (protected); taken literally "
            "a fight may stall until the next setup (exposed).",
        ),
    ] = "protected"
    step_order: Annotated[
        Literal["free", "action_value"],
        Meta(
            description="In setup, initiative and cleanup no order is said: everybody at once, first come first "
            "served (free), or one by one, by action value as in the main phase (action_value).",
        ),
    ] = "free"
    cover_timing: Annotated[
        Literal["before_evasion", "after_evasion"],
        Meta(
            description="When cover is said. To take an attack in another's place is to become its receiver "
            "(before_evasion); or one waits to see whether the target evades (after_evasion).",
        ),
    ] = "before_evasion"
    cover_evade: Annotated[
        Literal["no", "yes"],
        Meta(
            description="M-9.5 serves against attacks 'on oneself'; a covered attack was on another (no). "
            "yes: one check, which nullifies all that the coverer would take.",
        ),
    ] = "no"
    damage_roll: Annotated[
        Literal["once", "per_target"],
        Meta(
            description="Dice in the formula of an attack on several: rolled once for all, or for each of them.",
        ),
    ] = "once"
    damage_floor: Annotated[
        Literal[0, 1],
        Meta(description="Defence above the damage: nothing, or at least 1."),
    ] = 0
    hp_floor: Annotated[
        Literal["zero", "none"],
        Meta(description="Whether hit points stop at 0 (zero) or fall below it (none)."),
    ] = "zero"
    evade_lasts: Annotated[
        Literal["next_go", "round_end"],
        Meta(
            description="How long one is evading is not said. next_go: as long as a defence bonus (M-9.4). "
            "round_end: to the end of cleanup.",
        ),
    ] = "next_go"
    does_nothing: Annotated[
        Literal["rest_of_go", "whole_round", "action_only"],
        Meta(
            description="'Nothing else that round' (M-9.7, M-9.9). rest_of_go: the go ends, an item part not yet used "
            "is lost; cover and later phases are no part of the go. whole_round: neither cover nor cleanup ability "
            "either. action_only: only the action part is spent.",
        ),
    ] = "rest_of_go"
    wit_cap: Annotated[
        Literal["initial", "none"],
        Meta(
            description="Wit 'returns' by 1, as MP does: up to what one had at first (initial); or without limit "
            "(none).",
        ),
    ] = "initial"
    wit_cost: Annotated[
        Literal[1, 2, 3],
        Meta(
            description="How much a benefit costs is not said; 1 is the plain reading.",
        ),
    ] = 1
    wait_tie: Annotated[
        Literal["pc_first", "npc_first"],
        Meta(
            description="M-10.3 with equal action values: M-5.3 says always PC first; the reversed order of waiting "
            "might reverse that too. PCs (NPCs) among themselves go as in the order of the round.",
        ),
    ] = "pc_first"
    no_target: Annotated[
        Literal["free", "paid"],
        Meta(
            description="The die gave an attack and nobody is within reach. The action is wasted; whether its cost "
            "is paid is not said.",
        ),
    ] = "free"
    rounding: Annotated[
        Literal["down", "up"],
        Meta(description="Division in a formula; how to round is not said."),
    ] = "down"
