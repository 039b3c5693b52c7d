"""What a request asks for in its path, query and headers.

A parameter is declared once: with its name, its bounds, what it is for, and how it is read. Routes read by it, and the
OpenAPI document tells of it, so neither can know more than the other. Errors say what would be right.
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, TypeVar
from urllib.parse import parse_qsl

import msgspec
from litestar.types import Scope

from senki.api.problems import Refused
from senki.api.seats import header

T = TypeVar("T")
Json = dict[str, Any]

MOST = 2**53
MOST_DIGITS = 16
MOST_KEY = 200
KEY_FORM = f"Idempotency-Key は{MOST_KEY}字までの英数字で書いてください。"
IF_MATCH = re.compile(r'(?:W/)?"?(\d{1,18})(?:-[A-Za-z0-9_.~%-]*)?"?')


class Parameter(msgspec.Struct, frozen=True, kw_only=True):
    """What all parameters have.

    Attributes:
        name: as the request writes it.
        description: what it is for.
    """

    name: str
    description: str

    @property
    def place(self) -> str:
        """Where in the request it stands: `path`, `query` or `header`."""
        return "query"

    @property
    def schema(self) -> Json:
        """The JSON Schema of its values."""
        return {"type": "string"}

    def document(self) -> Json:
        """How it stands in the OpenAPI document."""
        return {
            "name": self.name,
            "in": self.place,
            "required": self.place == "path",
            "schema": self.schema,
            "description": self.description,
        }


class InPath(Parameter, frozen=True, kw_only=True):
    """A word in the path."""

    @property
    def place(self) -> str:
        """In the path."""
        return "path"

    def of(self, scope: Scope) -> str:
        """What the path says."""
        return scope["path_params"][self.name]


class NumberInPath(InPath, frozen=True, kw_only=True):
    """A whole number from 1 in the path.

    Attributes:
        reason: what a path without one is refused with, in Japanese.
    """

    reason: str

    @property
    def schema(self) -> Json:
        """A whole number."""
        return {"type": "integer", "minimum": 1}

    def number(self, scope: Scope) -> int:
        """What the path says.

        Raises:
            Refused: `invalid_request`.
        """
        text = self.of(scope)
        if not (text.isascii() and text.isdecimal()) or len(text) >= MOST_DIGITS:
            raise Refused("invalid_request", self.reason)
        return int(text)


Given = Mapping[str, str]
"""The query of a request, each parameter known and written once."""


def query(scope: Scope, *known: Parameter) -> Given:
    """The query parameters of a request.

    Raises:
        Refused: `invalid_request`: one is not known, or comes twice.
    """
    text = scope["query_string"]
    if not text:
        return {}
    names = [parameter.name for parameter in known]
    found: dict[str, str] = {}
    for name, value in parse_qsl(text.decode("latin-1"), keep_blank_values=True):
        if name not in names:
            raise Refused(
                "invalid_request", f"使えるのは{'、'.join(f'「{k}」' for k in names) or '何もない要求'}だけです。"
            )
        if name in found:
            raise Refused("invalid_request", f"「{name}」は一度だけ書いてください。")
        found[name] = value
    return found


class Text(Parameter, frozen=True, kw_only=True):
    """Any text in the query."""

    def of(self, given: Given) -> str | None:
        """What is asked for."""
        return given.get(self.name)


class Whole(Parameter, frozen=True, kw_only=True):
    """A whole number in the query."""

    least: int = 0

    @property
    def schema(self) -> Json:
        """A whole number within its bounds."""
        return {"type": "integer", "minimum": self.least}

    def of(self, given: Given, default: T, most: int = MOST) -> int | T:
        """What is asked for; the default where nothing is.

        Raises:
            Refused: `invalid_request`.
        """
        text = given.get(self.name)
        if text is None:
            return default
        if not re.fullmatch(rf"\d{{1,{MOST_DIGITS}}}", text) or not self.least <= int(text) <= most:
            raise Refused("invalid_request", f"「{self.name}」は{self.least}から{most}までの整数で書いてください。")
        return int(text)


class Limit(Parameter, frozen=True, kw_only=True):
    """How many of something are asked for."""

    default: int
    name: str = "limit"

    @property
    def schema(self) -> Json:
        """A whole number from 1."""
        return {**self._whole.schema, "default": self.default}

    @property
    def _whole(self) -> Whole:
        return Whole(name=self.name, description=self.description, least=1)

    def of(self, given: Given, most: int) -> int:
        """What is asked for, up to what the server gives at once.

        Raises:
            Refused: `invalid_request`.
        """
        return self._whole.of(given, min(self.default, most), most)


class Word(Parameter, frozen=True, kw_only=True):
    """One of two words in the query; the first where nothing is said."""

    choices: tuple[str, str]

    @property
    def schema(self) -> Json:
        """Its words."""
        return {"enum": list(self.choices), "default": self.choices[0]}

    def of(self, given: Given) -> str:
        """What is asked for.

        Raises:
            Refused: `invalid_request`.
        """
        said = given.get(self.name, self.choices[0])
        if said not in self.choices:
            raise Refused("invalid_request", f"「{self.name}」は{'か'.join(self.choices)}のどちらかです。")
        return said


class Moment(Parameter, frozen=True, kw_only=True):
    """A moment in the query: ISO 8601 with a zone."""

    @property
    def schema(self) -> Json:
        """A moment."""
        return {"type": "string", "format": "date-time"}

    def of(self, given: Given) -> str | None:
        """What is asked for, as the store writes moments.

        Raises:
            Refused: `invalid_request`.
        """
        text = given.get(self.name)
        if text is None:
            return None
        try:
            found = datetime.fromisoformat(text.replace(" ", "+"))
            if found.tzinfo is not None:
                return found.astimezone(UTC).isoformat(timespec="microseconds")[:-6] + "Z"
        except (ValueError, OverflowError):
            pass
        reason = f"「{self.name}」は時差まで書いてください（例: 2026-05-01T20:15:00+09:00）。"
        raise Refused("invalid_request", reason)


class InHeader(Parameter, frozen=True, kw_only=True):
    """A header."""

    @property
    def place(self) -> str:
        """In the headers."""
        return "header"

    def of(self, scope: Scope) -> str | None:
        """What the request says."""
        return header(scope, self.name.lower().encode())


class OnceKey(InHeader, frozen=True, kw_only=True):
    """An `Idempotency-Key`.

    Attributes:
        least: characters that it has at least.
        reason: what a shorter one is refused with, in Japanese.
    """

    name: str = "Idempotency-Key"
    least: int = 1
    reason: str = KEY_FORM

    @property
    def schema(self) -> Json:
        """A word of so many characters."""
        return {"type": "string", "minLength": self.least, "maxLength": MOST_KEY}

    def of(self, scope: Scope) -> str | None:
        """What the request says.

        Raises:
            Refused: `invalid_request`: it cannot be one.
        """
        said = InHeader.of(self, scope)
        if said is None:
            return None
        if not 0 < len(said) <= MOST_KEY or not said.isprintable() or not said.isascii():
            raise Refused("invalid_request", KEY_FORM)
        if len(said) < self.least:
            raise Refused("invalid_request", self.reason)
        return said


class IfMatch(InHeader, frozen=True, kw_only=True):
    """The seq in `If-Match`: a number, quoted or not, or an ETag of a state."""

    name: str = "If-Match"

    def seq(self, scope: Scope) -> int | None:
        """What the request says.

        Raises:
            Refused: `invalid_request`.
        """
        said = self.of(scope)
        if said is None or said.strip() == "*":
            return None
        found = IF_MATCH.fullmatch(said.strip())
        if found is None:
            raise Refused("invalid_request", "If-Match には出来事の番号を一つ書いてください。")
        return int(found[1])


class LastEventId(InHeader, frozen=True, kw_only=True):
    """The seq in `Last-Event-ID`, as browsers send it."""

    name: str = "Last-Event-ID"

    def seq(self, scope: Scope) -> int | None:
        """What the request says.

        Raises:
            Refused: `invalid_request`.
        """
        last = self.of(scope)
        if not last:
            return None
        if not last.isdecimal() or len(last) > MOST_DIGITS:
            raise Refused("invalid_request", "Last-Event-ID には出来事の番号を書いてください。")
        return int(last)


BATTLE = InPath(name="battle", description="id of a battle")
