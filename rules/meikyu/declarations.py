"""What a character may declare in meikyu."""

from typing import Annotated

from msgspec import Meta

from senki.rules.declarations import Who, Word
from senki.rules.message import Action

People = Annotated[tuple[Who, ...], Meta(max_length=100)]


class ChangeRow(Action, tag="change_row"):
    """To the other row, in setup (M-2.2)."""


class UseAbility(Action, tag="use_ability"):
    """An ability in the phase of its timing (M-2.3, M-5.5, M-7.1, M-12.2)."""

    ability: Word
    targets: People = ()


class Arrange(Action, tag="arrange"):
    """PCs with the same action value agree on their order (M-5.4)."""

    order: People


class UseItem(Action, tag="use_item"):
    """A consumable, as the item part of the go (M-7.1)."""

    item: Word
    targets: People = ()


class RollAction(Action, tag="roll_action"):
    """The action check (M-8.1): the action die is rolled."""


class Reroll(Action, tag="reroll"):
    """Wit: the action die is rolled again (M-11.4)."""


class Shift(Action, tag="shift"):
    """Wit: the face is shifted by `change`, 1 or -1 (M-11.5)."""

    change: int


class Perform(Action, tag="perform"):
    """The face stands, and its action is carried out (M-8.1)."""

    targets: People = ()


class Cover(Action, tag="cover"):
    """The attack on `target` is taken in its place (M-4.1)."""

    target: Who


class Wait(Action, tag="wait"):
    """The go is put off until all others have finished (M-10.1)."""


class Pass(Action, tag="pass"):
    """Declining what one is asked for."""
