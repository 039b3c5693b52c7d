"""What the text of godeater leaves open: each point an option, its default first, with the reason."""

from typing import Annotated, Literal

from msgspec import Meta

from senki.rules.message import Sheet


class Options(Sheet):
    """The answers that a table gives to the open points."""

    diagonals: Annotated[
        bool,
        Meta(
            description="'Adjacent' between the rings is not drawn (G-3.5). false: i3 touches only o3. "
            "true: also o2 and o4.",
        ),
    ] = False
    range_through_centre: Annotated[
        bool,
        Meta(
            description="The centre is a cell and a range counts cells, so i12 and i6 are 2 apart (true). "
            "false: a range does not count through the centre; it may begin or end there.",
        ),
    ] = True
    initiative_tie: Annotated[
        Literal["max_ap", "list", "pc_first"],
        Meta(
            description="Equal AP are not ruled (G-6.1). max_ap: the higher maximum, which G-5.4 uses, then the list. "
            "list: the list of characters. pc_first: side pc first, then the list. Rules equal maxima too.",
        ),
    ] = "max_ap"
    turns_per_round: Annotated[
        Literal["while_ap", "one_attack"],
        Meta(
            description="What 〔行動終了〕 (G-11.1) does is explained nowhere. while_ap: it only names the end of the "
            "turn, because the round goes on until all have 0 AP. one_attack: no further turn in that round.",
        ),
    ] = "while_ap"
    wait_rounding: Annotated[
        Literal["down", "up"],
        Meta(
            description="Half of an odd number of AP (G-9.5). down: 1 becomes 0, so that waiting comes to an end. "
            "up: 1 stays 1, and giving up is the way out.",
        ),
    ] = "down"
    responses: Annotated[
        Literal["hidden", "open"],
        Meta(
            description="'At the same time' (G-10.2). hidden: nobody sees an answer before all are in. "
            "open: one after the other in initiative order, each seen by all.",
        ),
    ] = "hidden"
    response_range: Annotated[
        Literal["when_answered", "after_steps"],
        Meta(
            description="A skill or item used as a response at somebody who steps out of its range at the same time "
            "(G-10.2, G-10.6). when_answered: it reaches whoever was in range when it was declared, since all "
            "happens at once. after_steps: it misses whoever is out of its range after the steps.",
        ),
    ] = "when_answered"
    void_cover: Annotated[
        Literal["cost_kept", "refunded"],
        Meta(
            description="A cover whose ally did not waive, or whom somebody covers already (G-16.4). "
            "cost_kept: costs paid in vain are kept, as in G-16.7. refunded: the ST comes back.",
        ),
    ] = "cost_kept"
    cover_range: Annotated[
        Literal["any", "one_cell", "same_cell"],
        Meta(description="The text names no distance between the two (G-16.4)."),
    ] = "any"
    guard_weapon: Annotated[
        Literal["melee", "any"],
        Meta(
            description="G-16.3 demands an equipped melee weapon for a guard, G-10.4 does not. "
            "Rules covering too, which is a guard.",
        ),
    ] = "melee"
    fumble: Annotated[
        Literal["all_dice", "each_batch", "any_die"],
        Meta(
            description="G-1.10 says all dice; the damage check (G-17.4) speaks of a fumble among rerolls. "
            "each_batch: added dice alone can fumble too. any_die: a single die does.",
        ),
    ] = "all_dice"
    fumbled_attack: Annotated[
        Literal["fails", "defender_wins"],
        Meta(
            description="fails: a fumble fails (G-1.10). defender_wins: as in an opposed check (G-2.7) the defender "
            "wins, which costs 1 damage (G-19.2), without a guard check.",
        ),
    ] = "fails"
    attacker_critical: Annotated[
        Literal["totals", "wins"],
        Meta(
            description="G-19 compares totals and knows only the defender's critical (totals). wins: as in G-2.5 it "
            "beats a guard check without a critical: the difference, at least 1.",
        ),
    ] = "totals"
    guard_tie: Annotated[
        Literal["defender", "attacker"],
        Meta(
            description="defender: the difficulty is reached, the defender wins and takes 1 (G-2.3, G-19.2). "
            "attacker: the difference, 0.",
        ),
    ] = "defender"
    guard_floor: Annotated[
        Literal["zero", "none"],
        Meta(
            description="A guard check below 0 would hurt more than no guard (G-18.5). zero: it counts as 0.",
        ),
    ] = "zero"
    op_rounding: Annotated[
        Literal["down", "up"],
        Meta(description="Damage ÷ 10 is not rounded in the text (G-19.8)."),
    ] = "down"
    op_recovery: Annotated[
        Literal["melee_weapon", "all_melee"],
        Meta(
            description="melee_weapon: an attack with a melee weapon, as G-19.8 says. "
            "all_melee: every attack of the type melee, by skill or item too.",
        ),
    ] = "melee_weapon"
    op_damage: Annotated[
        Literal["final_damage", "hp_lost"],
        Meta(
            description="Whether damage beyond the last HP counts (final_damage) or only what was lost (G-19.8).",
        ),
    ] = "final_damage"
    incapacitation: Annotated[
        Literal["at_zero_hp", "by_ruling"],
        Meta(
            description="〔戦闘不能〕 is named, its cause is not (G-19.6): at 0 HP, or only when the GM rules it.",
        ),
    ] = "at_zero_hp"
    hp_floor: Annotated[
        Literal["zero", "none"],
        Meta(description="Whether HP go below 0, by a blow, an effect or a round's end (G-19.6)."),
    ] = "zero"
    healing_revives: Annotated[
        bool,
        Meta(
            description="Whether HP above 0 alone lift 〔戦闘不能〕, without link aid (G-9.3), which the text names "
            "as the way.",
        ),
    ] = False
    fallen_ap: Annotated[
        Literal["kept", "lost"],
        Meta(
            description="kept: who is rescued in the same round can act; meanwhile the fallen take no turns and do "
            "not keep the round going (G-11.3). lost: AP become 0.",
        ),
    ] = "kept"
    fallen_attacker: Annotated[
        Literal["attack_fails", "attack_continues"],
        Meta(
            description="The attacker falls in the response step; whether the attack goes on is not said.",
        ),
    ] = "attack_fails"
    attack_fallen: Annotated[
        Literal["allowed", "refused"],
        Meta(
            description="Whether an incapacitated character may be a target (G-15.1); the text forbids nothing.",
        ),
    ] = "allowed"
    link_aid_ap: Annotated[
        int,
        Meta(
            ge=1,
            le=99,
            description="Link aid 'costs something' (G-9.3): the least that does.",
        ),
    ] = 1
    link_aid_st: Annotated[int, Meta(ge=0, le=99, description="Not named in the text (G-9.3).")] = 0
    link_aid_range: Annotated[
        int,
        Meta(ge=0, le=12, description="An arm's length, as for blades (G-9.3, G-15.2)."),
    ] = 1
    link_aid_hp: Annotated[
        int,
        Meta(
            ge=1,
            le=999,
            description="HP of the rescued are raised to this (at most the maximum), if lower (G-9.3).",
        ),
    ] = 1
