"""What msgspec finds wrong with JSON, in Japanese: nobody at the table reads its English."""

import re
from collections.abc import Callable

import msgspec

TYPES = {
    "int": "整数",
    "str": "文字列",
    "bool": "true か false",
    "array": "リスト",
    "object": "オブジェクト",
    "null": "null",
    "float": "小数",
    "NoneType": "null",
    "list": "リスト",
    "dict": "オブジェクト",
}
"""msgspec's words for the kinds of JSON values; for a `type` or `kind` that tells which sheet it is, Python's."""

BOUNDS = {
    ">=": "{0}以上",
    "<=": "{0}以下",
    ">": "{0}より大きい値",
    "<": "{0}より小さい値",
}

UNITS = {"str": "{0}文字", "array": "{0}個", "object": "{0}個"}
"""What the length of a value counts."""


def kinds(words: str) -> str:
    """`int | null` in Japanese."""
    return " か ".join(TYPES.get(word, word) for word in words.split(" | "))


def _other(due: str, got: str) -> str:
    return f"{kinds(due)}のはずが{kinds(got)}です"


def _plain(due: str) -> str:
    return f"{kinds(due)}にしてください"


def _bound(kind: str, sign: str, number: str) -> str:
    return f"{BOUNDS[sign].format(number)}の{kinds(kind)}にしてください"


def _length(kind: str, sign: str, number: str) -> str:
    counted = BOUNDS[sign].format(UNITS.get(kind, "{0}").format(number))
    return f"{kinds(kind)}の長さは{counted}にしてください"


def _count(at: str, number: str) -> str:
    bound = {"of at least length": "以上", "of at most length": "以下"}.get(at, "")
    return f"要素が{number}個{bound}のリストにしてください"


FORMS: tuple[tuple[str, Callable[..., str]], ...] = (
    (r"Object missing required field `(.+)`", "「{0}」がありません".format),
    (r"Object contains unknown field `(.+)`", "「{0}」という項目はありません".format),
    (r"Invalid (?:enum )?value '?(.*?)'?", "「{0}」という値は使えません".format),
    (r"Expected `(.+)`, got `(.+)`", _other),
    (r"Expected `(int|float)` ([<>]=?) (.+)", _bound),
    (r"Expected `(\w+)` of length ([<>]=?) (\d+)", _length),
    (r"Expected `array` (of length|of at least length|of at most length) (\d+)(?:, got \d+)?", _count),
    (r"Expected `(int|str)`", _plain),
    (r"Expected `int` that's a multiple of (.+)", "{0}の倍数にしてください".format),
    (r"(?:Integer value|Number) out of range", lambda: "数が大きすぎるか小さすぎます"),
    (r"Expected `str` matching regex .+", lambda: "使えない文字があるか、書き方が合いません"),
)
"""All that msgspec says of values of the kinds that messages and sheets have."""

OUT_OF_BOUNDS = re.compile(
    r"Expected `\w+` [<>]|Expected `\w+` of length [<>]|Invalid (enum )?value|matching regex|out of range"
)


def misfit(error: msgspec.ValidationError) -> str:
    """What was wrong, and where, as a Japanese clause without a full stop."""
    text, _, path = str(error).partition(" - at ")
    where = path.strip("`")
    within = re.fullmatch(r"key` in `(.+)", where)
    if within:
        where = f"{within[1]}のキー"
    return _said(text) + (f"（{where}）" if where else "")


def _said(text: str) -> str:
    for pattern, said in FORMS:
        found = re.fullmatch(pattern, text, re.DOTALL)
        if found:
            return said(*found.groups())
    return "使えない値があります"


def out_of_bounds(error: msgspec.ValidationError) -> bool:
    """Whether a value is of the right form, but not one of those that can be."""
    return OUT_OF_BOUNDS.search(str(error).partition(" - at ")[0]) is not None
