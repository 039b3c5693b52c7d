"""Setting state by path, for the GM's rulings (contract: `rule`)."""

from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import Any, TypeVar, cast

import msgspec

from senki.rules.declarations import Change
from senki.rules.rejection import Rejection

S = TypeVar("S")


def amended(state: S, kind: type[S], changes: Sequence[Change], settable: Sequence[str]) -> S:
    """A state with some values set by path.

    Args:
        state: the state before.
        kind: its type; what comes out is checked against it.
        changes: paths with dots (list places count from 0) and what stands there from now on.
        settable: patterns of the paths that a ruling may set, `*` for one step.

    Raises:
        Rejection: `illegal_value`: no such path, one that is conserved or derived, or a value that does not fit.
    """
    tree = msgspec.json.decode(msgspec.json.encode(state))
    for change in changes:
        steps = change.path.split(".")
        if not any(matches(pattern.split("."), steps) for pattern in settable):
            raise Rejection(
                "illegal_value",
                f"「{change.path}」は裁定では変えられません。変えられるのは {'、'.join(settable)} です。",
            )
        put(tree, steps, change)
    try:
        return msgspec.convert(tree, kind)
    except msgspec.ValidationError:
        paths = "、".join(c.path for c in changes)
        raise Rejection("illegal_value", f"{paths} に合わない値があります。") from None


def matches(pattern: Sequence[str], steps: Sequence[str]) -> bool:
    """Whether a path follows a pattern, step by step."""
    return len(pattern) == len(steps) and all(fnmatchcase(s, p) for p, s in zip(pattern, steps, strict=True))


def put(tree: Any, steps: Sequence[str], change: Change) -> None:  # noqa: ANN401 - any JSON
    """Set one value in a tree of JSON values.

    Raises:
        Rejection: `illegal_value`: the path does not exist.
    """
    node = tree
    for place, step in enumerate(steps):
        last = place == len(steps) - 1
        if isinstance(node, dict) and step in node:
            known = cast("dict[str, Any]", node)
            if last:
                known[step] = change.to
                return
            node = known[step]
        elif isinstance(node, list) and step.isdecimal() and int(step) < len(cast("list[Any]", node)):
            row = cast("list[Any]", node)
            if last:
                row[int(step)] = change.to
                return
            node = row[int(step)]
        else:
            break
    raise Rejection("illegal_value", f"「{change.path}」という場所はありません。")
