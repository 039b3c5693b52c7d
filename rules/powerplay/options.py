"""What the text of powerplay leaves open: each point an option, its default first, with the reason."""

from typing import Annotated, Literal

from msgspec import Meta

from senki.rules.message import Sheet


class Options(Sheet):
    """The answers that a table gives to the open points."""

    hero_points: Annotated[
        Literal["off", "on"],
        Meta(
            description="Optional rule (W-2.2, W-17).",
        ),
    ] = "off"
    stun_line: Annotated[
        Literal["negative", "positive"],
        Meta(
            description="W-4.9 gives spirit ÷ 2 without a sign. Compared with the death line (W-15.7, 15.8) it must be "
            "negative, else W-15.8 could never apply. positive: as written; one faints while HP are above 0.",
        ),
    ] = "negative"
    agility_tie: Annotated[
        Literal["pc_first", "npc_first", "listed"],
        Meta(
            description="Equal agility (W-9.2) is not ruled. Within a side, and under listed, the order of "
            "open decides.",
        ),
    ] = "pc_first"
    delay_tie: Annotated[
        Literal["natural_first", "delayed_first"],
        Meta(
            description="Waiting until a number (W-9.3) at which somebody acts anyway. Two who both waited for it: "
            "higher agility, then agility_tie.",
        ),
    ] = "natural_first"
    check_order: Annotated[
        Literal["attacker_first", "defender_first"],
        Meta(
            description="Which of two opposed checks is rolled first (W-8.9, W-10.1). The text tells the attacker's "
            "first and ends the attack if it fails (attacker_first: the target evades only what may still "
            "hit); 'target number = achievement of evasion' may also mean that it stands before.",
        ),
    ] = "attacker_first"
    low_ability: Annotated[
        Literal["no_dice", "one_die"],
        Meta(
            description="An ability below 10 gives 0 dice by W-4.1, W-5.9 wants one. no_dice: the number alone, which "
            "cannot fail automatically. one_die: one die all the same.",
        ),
    ] = "no_dice"
    zero_ability: Annotated[
        Literal["no_evasion", "may_evade"],
        Meta(
            description="An ability other than agility at 0 (W-3.14): whether 'cannot act' includes evading. Agility 0 "
            "never evades.",
        ),
    ] = "no_evasion"
    need_compares: Annotated[
        Literal["current", "base"],
        Meta(
            description="With which value needed strength and prowess (W-3.11) are compared.",
        ),
    ] = "current"
    attack_targets: Annotated[
        Literal["any", "one"],
        Meta(
            description="Whether the attacks of one go (W-10.4) may have different targets.",
        ),
    ] = "any"
    many_attacks: Annotated[
        Literal["any_weapon", "melee_only"],
        Meta(
            description="W-10.4 stands under 白兵戦; but its neighbour W-10.5 says 'only with bows' where it means so. "
            "melee_only: a shot or throw is the only attack of its go: refused after another attack, and "
            "none follows it.",
        ),
    ] = "any_weapon"
    devotion: Annotated[
        Literal["next_go", "round_end", "always"],
        Meta(
            description="How long one who spends the go on it is devoted to evasion (W-11.4). always: whoever "
            "may evade "
            "at all counts as devoted (W-9.6 'each attack').",
        ),
    ] = "next_go"
    shooter_evasion: Annotated[
        Literal["after_shot", "whole_round"],
        Meta(
            description="W-11.6, earlier in the round. whole_round: who has evaded in this round cannot shoot in it.",
        ),
    ] = "after_shot"
    minimum_after_armour: Annotated[
        Literal[0, 1],
        Meta(
            description="Whether 'at least 1' (W-13.3) holds after armour. The text has it before.",
        ),
    ] = 0
    heavy_loss: Annotated[
        Literal["per_action", "with_evasions", "per_round"],
        Meta(
            description="W-15.4 'each time'. per_action: once for each go with such an action. with_evasions: each "
            "evasion too. per_round: actions and evasions, but once a round.",
        ),
    ] = "per_action"
    exertion: Annotated[
        Literal["violent", "any_action"],
        Meta(
            description="What is more than moving slowly. violent: attack, evade_only, act unless the GM "
            "calls it slow, "
            "cast of an exerting spell. any_action: also change_weapon, change_posture, every cast.",
        ),
    ] = "violent"
    doomed_loss: Annotated[
        Literal["round_end", "own_go"],
        Meta(
            description="When the 2 of W-15.8 are lost: at the end of each round, or at the start of the own "
            "go (once a "
            "round).",
        ),
    ] = "round_end"
    doomed_exertion: Annotated[
        Literal["one_loss", "both"],
        Meta(
            description="Whether acting (W-15.4) costs a doomed character 2 more. 'Even if one does nothing': the same "
            "loss, no longer avoidable (one_loss).",
        ),
    ] = "one_loss"
    concentration: Annotated[
        Literal["at_go", "declared"],
        Meta(
            description="W-8.5 breaks a spell before it is cast, yet no step announces it. at_go: casting is announced "
            "on the go; after evading or being struck in this round it fails at once. declared: casters "
            "announce the spell at the start of the round; evading or being struck breaks it at that moment "
            "and is their go.",
        ),
    ] = "at_go"
    spell_breaks: Annotated[
        Literal["no", "yes"],
        Meta(
            description="Whether harm done by a spell breaks concentration as an attack that strikes does.",
        ),
    ] = "no"
    resistance_auto_failure: Annotated[
        Literal["zero", "total"],
        Meta(
            description="A 1 in a resistance check is not ruled. zero: as with evasion (W-10.3). total: the "
            "achievement "
            "stands.",
        ),
    ] = "zero"
    learning: Annotated[
        Literal["each_spell", "one_spell"],
        Meta(
            description="At a chance (W-6.1): a check for each spell not learned, or one check in all.",
        ),
    ] = "each_spell"
    experience_range: Annotated[
        Literal["up_to_20", "exactly_20"],
        Meta(
            description="Any percentage up to 20, or 20 only (W-16.2).",
        ),
    ] = "up_to_20"
    growth_hp: Annotated[
        Literal["adds", "maximum_only"],
        Meta(
            description="Whether present HP rise with endurance (W-16.5); never once the death line was reached.",
        ),
    ] = "adds"
    item_effect: Annotated[
        Literal["wearer", "item_only"],
        Meta(
            description="A spell with damage or heal that succeeds on a thing somebody wears (W-8.12): "
            "wearer: its dice "
            "go to whoever wears it, as W-8.10 gives a spell that works its whole effect. item_only: no HP "
            "change; what becomes of the thing is the GM's.",
        ),
    ] = "wearer"
    end_when: Annotated[
        Literal["side_down", "gm_only"],
        Meta(
            description="The text does not end a fight. side_down: when at most one team has somebody who is not dead, "
            "unconscious or gone.",
        ),
    ] = "side_down"
