"""Between messages and their JSON bytes. The bytes of an event are the same on any machine, in any year."""

import re
from functools import cache
from typing import Any, Union

import msgspec

from rules import declarations as shared_declarations
from rules import events as shared_events
from rules.message import Declaration, Event, type_of
from rules.rejection import Code, Rejection
from rules.rulebook import RuleSystem

Json = dict[str, Any]

encode = msgspec.json.Encoder().encode

_TYPES = {
    "int": "整数",
    "str": "文字列",
    "bool": "true か false",
    "array": "リスト",
    "object": "オブジェクト",
    "null": "null",
    "float": "小数",
}


def _japanese(message: str) -> str:
    """A msgspec error in Japanese: what was wrong, and where."""
    text, _, path = message.partition(" - at ")
    where = f"（{path.strip('`')}）" if path else ""
    patterns: tuple[tuple[str, str], ...] = (
        (r"Object missing required field `(.+)`", "「{0}」がありません"),
        (r"Object contains unknown field `(.+)`", "「{0}」という項目はありません"),
        (r"Invalid value '(.+)'", "「{0}」という値は使えません"),
        (r"Invalid enum value (.+)", "{0} という値は使えません"),
        (r"Expected `(.+)`, got `(.+)`", "{0} のはずが {1} です"),
        (r"Expected `(\w+)` ([<>]=?) (-?\d+)", "{1} {2} の{0}にしてください"),
        (r"Expected `(\w+)` of length ([<>]=?) (\d+)", "長さが {1} {2} の{0}にしてください"),
        (r"Expected `str` matching regex '(.+)'", "{0} に合う文字列にしてください"),
    )
    for pattern, japanese in patterns:
        found = re.fullmatch(pattern, text)
        if found:
            words = [" か ".join(_TYPES.get(w, w) for w in g.split(" | ")) for g in found.groups()]
            return japanese.format(*words) + where
    return text + where


def _code(message: str) -> Code:
    """A value that is of the right form but out of its bounds is `illegal_value`; all else is `malformed`."""
    bounds = (
        r"Expected `\w+` [<>]",
        r"Expected `\w+` of length",
        r"Invalid enum value",
        "Invalid value",
        r"matching regex",
    )
    return "illegal_value" if any(re.search(b, message) for b in bounds) else "malformed"


class Codec:
    """Reads and writes one system's messages."""

    def __init__(self, system: RuleSystem[Any]) -> None:
        declarations = (*shared_declarations.SHARED, *system.declarations)
        events = (*shared_events.SHARED, *system.events)
        self.system = system
        self.declaration_types: dict[str, type[Declaration]] = {type_of(t): t for t in declarations}
        self.event_types: dict[str, type[Event]] = {type_of(t): t for t in events}
        self._declaration_union = Union[declarations]  # noqa: UP007 - made at run time
        self._declarations: msgspec.json.Decoder[Declaration] = msgspec.json.Decoder(self._declaration_union)
        self._events: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Union[events])  # noqa: UP007

    def event(self, data: bytes | str) -> Event:
        """An event from its stored bytes.

        Raises:
            msgspec.ValidationError: bytes that are no event of this system.
        """
        return self._events.decode(data)

    def declaration(self, said: bytes | Json) -> Declaration:
        """A declaration from what a seat handed in.

        Raises:
            Rejection: `malformed`, with the path of the field that is wrong.
        """
        try:
            if isinstance(said, dict):
                return msgspec.convert(said, self._declaration_union)
            return self._declarations.decode(said)
        except msgspec.ValidationError as error:
            raise Rejection("malformed", f"宣言の形が正しくありません。{_japanese(str(error))}。") from None
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise Rejection("malformed", "宣言がJSONとして読めません。") from None

    def setup(self, given: Json) -> Any:  # noqa: ANN401 - the type is the system's own
        """What `open` takes, from JSON.

        Raises:
            Rejection: `malformed`, or `illegal_value` for a value out of its bounds.
        """
        try:
            return msgspec.convert(given, self.system.setup)
        except msgspec.ValidationError as error:
            raise Rejection(_code(str(error)), f"戦闘の設定が正しくありません。{_japanese(str(error))}。") from None


_CODECS: dict[str, Codec] = {}


def codec(system: RuleSystem[Any]) -> Codec:
    """The codec of a system, made once."""
    found = _CODECS.get(system.id)
    if found is None or found.system is not system:
        found = _CODECS[system.id] = Codec(system)
    return found


@cache
def schema(kind: type[Any]) -> Json:
    """The JSON Schema of a declaration, an event or a sheet."""
    return msgspec.json.schema(kind)
