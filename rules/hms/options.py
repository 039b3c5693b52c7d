"""What the text of hms leaves open: each point an option, its default first, with the reason."""

from typing import Annotated, Literal

from msgspec import Meta

from senki.rules.message import Sheet


class Options(Sheet):
    """The answers that a table gives to the open points."""

    movement_range: Annotated[
        Literal["adjacent_distance", "other_distance", "three_bands"],
        Meta(
            title="移動の届く先",
            description="How a move between main distances (H-6.2) lands on a band (H-6.4). "
            "adjacent_distance: 'as far as': any other band of the present main distance or of an adjacent one. "
            "other_distance: a band of an adjacent main distance only. three_bands: at most three steps of the eleven.",
        ),
    ] = "adjacent_distance"
    movement_order: Annotated[
        Literal["any", "first"],
        Meta(
            title="移動と行動の順",
            description="H-3.3 names no order. any: move before or after the action. "
            "first: after the action no move, and the go ends.",
        ),
    ] = "any"
    distances: Annotated[
        Literal["one", "per_pair"],
        Meta(
            title="距離の数え方",
            description="The text speaks of the distance of a battle in the singular: one for all. "
            "per_pair: each two enemies have their own; a move names the enemy, and only that enemy may block.",
        ),
    ] = "one"
    blocked_mover: Annotated[
        Literal["loses_move", "loses_go"],
        Meta(
            title="阻止された者",
            description="'Nothing in its place' (H-6.7): the move only, or the whole go. "
            "loses_move: what replaces the move is barred, the go's action is not.",
        ),
    ] = "loses_move"
    blockers: Annotated[
        Literal["each", "one"],
        Meta(
            title="阻止を試みる人数",
            description="each: every enemy whose weapon suits, in the order of the round, until one hits. "
            "one: a single attempt.",
        ),
    ] = "each"
    defence_against_blocks: Annotated[
        Literal["yes", "no"],
        Meta(
            title="阻止への防御",
            description="The right is given 'in hit checks' and a block is the same as one (yes); "
            "but it is also counted 'for each attack' (no).",
        ),
    ] = "yes"
    check_tie: Annotated[
        Literal["actor_fails", "actor_succeeds", "reroll"],
        Meta(
            title="判定の同値",
            description="Equal totals belong to the general check rules, which the text lacks. By default nothing "
            "happens unless the actor succeeds. reroll: both roll again until they differ.",
        ),
    ] = "actor_fails"
    halving: Annotated[
        Literal["down", "up"],
        Meta(title="半減の端数", description="Rounding of half an odd skill is not said."),
    ] = "down"
    damage_floor: Annotated[
        Literal[0, 1],
        Meta(
            title="ダメージの下限",
            description="H-8.2 can come to less than nothing; that it heals nobody is plain, "
            "whether a hit does at least 1 is not.",
        ),
    ] = 0
    skill_declaration: Annotated[
        Literal["gm_first", "simultaneous"],
        Meta(
            title="スキルの宣言",
            description="H-5.2 recommends both, by who fights. simultaneous: for players against players.",
        ),
    ] = "gm_first"
    special_action: Annotated[
        Literal["instead", "extra"],
        Meta(
            title="特殊行動の数え方",
            description="'Apart from ordinary actions' (H-11.1): another kind of action for the go (instead, as "
            "H-3.3 lists it), or one besides it (extra, once a go).",
        ),
    ] = "instead"
    interrupt_again: Annotated[
        Literal["no", "yes"],
        Meta(
            title="再度の割り込み",
            description="H-10.1 gives up the 'original' turn, so a turn already put back is not one (no); "
            "H-10.2 calls the new go ordinary (yes).",
        ),
    ] = "no"
    interrupt_same_target: Annotated[
        Literal["later_closest", "earlier_closest"],
        Meta(
            title="同じ相手への割り込み",
            description="Two put themselves just before the same third: who is nearer to it. By default the later "
            "declaration, since 'just before' was then true of it.",
        ),
    ] = "later_closest"
    flight_skill: Annotated[
        Literal["lacking_only", "free"],
        Meta(
            title="逃走に使うスキル",
            description="H-12.3: the combat skill only for those who have no flight skill, or at choice.",
        ),
    ] = "lacking_only"
    caught_group: Annotated[
        Literal["all", "named"],
        Meta(
            title="共に逃げた者",
            description="Whether catching one catches those who fled with it. By default they stay together (H-12.9).",
        ),
    ] = "all"
    pursuit_distance: Annotated[
        Literal["first_pursuer", "best_total"],
        Meta(
            title="追撃後の距離",
            description="Whose weapon counts when several pursue (H-12.10): the one first in initiative, "
            "or the one with the highest total in its check.",
        ),
    ] = "first_pursuer"
    fights_order: Annotated[
        Literal["round_robin", "one_by_one"],
        Meta(
            title="分かれた戦いの順",
            description="round_robin: a round of each fight in turn. one_by_one: one to its end, then the next.",
        ),
    ] = "round_robin"
