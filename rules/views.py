"""From a part of the state to what a viewer sees of it."""

from typing import Any, TypeVar

import msgspec

from senki.rules.message import Part

V = TypeVar("V", bound=Part)


def seen_as(kind: type[V], part: msgspec.Struct, /, **given: Any) -> V:  # noqa: ANN401 - whatever the view's fields hold
    """What a viewer sees of a part of the state: the fields that the view has, and no others.

    Args:
        kind: the view; its fields are the list of what may be seen.
        part: what is looked at.
        given: fields that differ from the part's own (hidden, or views of their own).

    Raises:
        AttributeError: the view has a field that the part has not, and that is not given.
        TypeError: something is given that the view does not have.
    """
    own = (name for name in kind.__struct_fields__ if name not in given)
    return kind(**{name: getattr(part, name) for name in own}, **given)
