"""Between messages and their JSON bytes. The bytes of an event are the same on any machine, in any year."""

from functools import cache
from typing import Any, Union

import msgspec

from senki.rules import declarations as shared_declarations
from senki.rules import events as shared_events
from senki.rules.message import Declaration, Event, type_of
from senki.rules.misfit import misfit, out_of_bounds
from senki.rules.rejection import Code, Rejection
from senki.rules.rulebook import RuleSystem

Json = dict[str, Any]

encode = msgspec.json.Encoder().encode


class Codec:
    """Reads and writes one system's messages."""

    def __init__(self, system: RuleSystem[Any]) -> None:
        declarations = (*shared_declarations.SHARED, *system.plays.kinds)
        events = (*shared_events.SHARED, *system.events)
        self.system = system
        self.declaration_types: dict[str, type[Declaration]] = {type_of(t): t for t in declarations}
        self.event_types: dict[str, type[Event]] = {type_of(t): t for t in events}
        self._declaration_union = Union[declarations]  # noqa: UP007 - made at run time
        self._declarations: msgspec.json.Decoder[Declaration] = msgspec.json.Decoder(self._declaration_union)
        self._events: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Union[events])  # noqa: UP007 - made at run time

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
            raise Rejection("malformed", f"宣言の形が正しくありません。{misfit(error)}。") from None
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
            code: Code = "illegal_value" if out_of_bounds(error) else "malformed"
            raise Rejection(code, f"戦闘の設定が正しくありません。{misfit(error)}。") from None


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
