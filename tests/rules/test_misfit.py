"""What is wrong with a declaration or a setup is told in Japanese: no word of a library's English reaches a table."""

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from senki.rules import SYSTEMS
from senki.rules.codec import codec
from senki.rules.rejection import Rejection
from tests.rules.play import openings

WRONG = (
    "1e999",
    "9" * 5000,
    "-99999999999999999999",
    "1.5",
    '"?"',
    '""',
    "true",
    "null",
    "[]",
    "{}",
    '{"?": 1}',
    "[[]]",
)
"""JSON values of which each field refuses some."""


def wrong_fields(whole: dict[str, Any]) -> Iterator[str]:
    """A JSON object with each of its fields, at any depth, missing or of another value; and with one too many."""
    marker = "\0"
    for path in paths(whole):
        changed = json.loads(json.dumps(whole))
        node = changed
        for step in path[:-1]:
            node = node[step]
        node[path[-1]] = marker
        text = json.dumps(changed)
        yield from (text.replace(json.dumps(marker), wrong) for wrong in WRONG)
        if isinstance(node, dict):
            del node[path[-1]]
            yield json.dumps(changed)
            node["?"] = 1
            yield json.dumps(changed)


def paths(value: Any, before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where something stands in a JSON value."""
    steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, inner in steps:
        yield (*before, step)
        yield from paths(inner, (*before, step))


def english(message: str) -> list[str]:
    """The ASCII words of a message, without quoted names, the path of a field, and JSON's own words."""
    bare = re.sub(r"「[^」]*」|（\$[^）]*）|(?<![A-Za-z])(true|false|null|JSON)(?![A-Za-z])", "", message)
    return re.findall(r"[A-Za-z]{2,}", bare)


def every_field(kind: type[Any]) -> dict[str, Any]:
    """A declaration's type with all of its fields, whatever their values."""
    names = [f.encode_name for f in msgspec.structs.fields(kind)]
    return {"type": kind.__struct_config__.tag} | dict.fromkeys(names, "x")


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
def test_no_english_word_tells_what_is_wrong_with_a_declaration(system: Any):
    reader, told = codec(system), set[str]()
    for kind in reader.declaration_types.values():
        for said in wrong_fields(every_field(kind)):
            try:
                reader.declaration(said.encode())
            except Rejection as refusal:
                assert refusal.code == "malformed"
                assert not english(refusal.message), (said[:200], refusal.message)
                told.add(refusal.message)
    assert len(told) > 50
    assert not any("使えない値があります" in message for message in told), "something was not foreseen"


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
def test_no_english_word_tells_what_is_wrong_with_a_setup(system: Any):
    reader, told = codec(system), set[str]()
    seen = sorted({json.dumps(o, sort_keys=True) for o in openings(system.id)}, key=len)
    for given in (seen[0], seen[len(seen) // 2]):
        for text in wrong_fields(json.loads(given)):
            try:
                reader.setup(msgspec.json.decode(text))
            except msgspec.DecodeError:
                continue
            except Rejection as refusal:
                assert not english(refusal.message), (text[:200], refusal.message)
                told.add(refusal.message)
    assert len(told) > 20
    assert not any("使えない値があります" in message for message in told), "something was not foreseen"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ('{"type": "rewind", "to": 0, "reason": "x"}', "1以上の整数にしてください（$.to）"),
        ('{"type": "rewind", "to": 1e400, "reason": "x"}', "数が大きすぎるか小さすぎます（$.to）"),
        ('{"type": "rewind", "to": "1", "reason": "x"}', "整数のはずが文字列です（$.to）"),
        ('{"type": "rewind", "to": 1, "reason": ""}', "文字列の長さは1文字以上にしてください（$.reason）"),
        (
            '{"type": "swap", "by": "a", "abilities": ["x"]}',
            "要素が2個のリストにしてください（$.abilities）",
        ),
        ('{"type": "award", "hours": 1, "adjust": {"": 5}}', "文字列の長さは1文字以上にしてください（$.adjustのキー）"),
        ('{"type": "award", "hours": 1, "adjust": {"a": "b"}}', "整数のはずが文字列です（$.adjust[...]）"),
        (
            '{"type": "settle", "dispute": 1, "verdict": "maybe", "reason": "x"}',
            "「maybe」という値は使えません（$.verdict）",
        ),
    ],
)
def test_what_is_wrong_and_where(said: str, told: str):
    with pytest.raises(Rejection) as refusal:
        codec(SYSTEMS["powerplay"]).declaration(said.encode())
    assert refusal.value.message == f"宣言の形が正しくありません。{told}。"
