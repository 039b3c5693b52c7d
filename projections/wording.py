"""What paths, fields, values and clauses of a battle are called by the people at its table."""

import re
from collections.abc import Mapping
from typing import Any, cast

import msgspec

from senki.rules.rulebook import Battle, RuleSystem
from senki.rules.table import GM
from senki.rules.telling import SEATS, name_of
from senki.rules.visible import visible

Json = dict[str, Any]
NOTHING = "なし"
UNNAMED = "―"
ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]+")
"""What nobody at a table reads: an id, or a word of the rules that has no word of the table."""
CHARACTERS = "characters"
AWAITING = "awaiting"
OPTIONS = "options"
PEOPLE = frozenset({"by", "target", "active", "actor", "to", "of", "with", "before", "order", "queue", "winner"})
FREE = frozenset(
    [
        "text",
        "claim",
        "reason",
        "title",
        "notation",
        "name",
        "as",
        "channel",
        "purpose",
        "intent",
        "given",
        "link",
        "key",
    ]
)
"""Fields in which anybody writes what they like."""
TRUTH = {True: "はい", False: "いいえ"}


class Sentence(msgspec.Struct, frozen=True, omit_defaults=True):
    """A clause as it was applied: its id, the text's heading, and its whole Japanese wording."""

    id: str
    heading: str
    ja: str


class Number(msgspec.Struct, frozen=True):
    """A number that went into a ruling: the rules' label, what the table calls it, the value."""

    label: str
    name: str
    value: int


class Fact(msgspec.Struct, frozen=True):
    """A field with its value: where it stands, what it is called, what it says."""

    path: str
    label: str
    value: Any
    text: str


class Wording:
    """The words of one battle.

    Args:
        system: the rules.
        battle: the battle, for names; everybody may know those.
    """

    def __init__(self, system: RuleSystem[Any], battle: Battle[Any]) -> None:
        self.system = system
        self.game = battle.game
        self.words = system.words
        self._table = battle.table
        self._names = system.names(battle.game)
        self._anywhere = {
            **{word: name for named in system.words.values.values() for word, name in named.items()},
            **{key.rpartition(":")[2]: name for key, name in self._names.items()},
        }
        self._called: dict[str, str] = {}
        self._paths: dict[str, str] = {}

    def who(self, id: str) -> str:
        """What a character or a seat is called."""
        found = self._called.get(id)
        if found is None:
            named = id in self.game.characters or id in SEATS or ID.fullmatch(id) is None
            found = self._called[id] = visible(name_of(self.game, id)) if named else self.seat(id)
        return found

    def seat(self, id: str) -> str:
        """What a seat is called; one whose name is an id is called by the characters that it plays."""
        if id in SEATS or ID.fullmatch(id) is None:
            return visible(name_of(self.game, id))
        return "、".join(self.who(character) for character in self._table.seats.get(id, ())) or UNNAMED

    def deed(self, kind: str) -> str:
        """What a declaration is called."""
        return self.words.declarations.get(kind) or self._names.get(f"type:{kind}") or kind

    def event(self, kind: str) -> str:
        """What an event is called."""
        return self.words.events.get(kind, kind)

    def path(self, path: str) -> str:
        """What a place in the state is called: `characters.oni.hp` is 鬼のＨＰ."""
        found = self._paths.get(path)
        if found is None:
            found = self._paths[path] = self._path(path)
        return found

    def _path(self, path: str) -> str:
        said: list[str] = []
        steps = path.split(".")
        for place, step in enumerate(steps):
            before = steps[place - 1] if place else ""
            if place == 0 and step == CHARACTERS and len(steps) > 1:
                continue
            if before == CHARACTERS and step in self.game.characters:
                said.append(self.who(step))
            elif before == OPTIONS and step in self.words.options:
                said.append(self.words.options[step].title)
            elif step.isdecimal():
                said.append(f"{int(step) + 1}番目")
            else:
                said.append(self._step(step, before))
        return visible("の".join(said))

    def _step(self, step: str, before: str) -> str:
        """One step of a path: a field, or the id of something that stands in the field before it."""
        field = self.words.field(step, before)
        if field != step or not before:
            return field
        places = (f"{before}:{step}", f"{before.removesuffix('s')}:{step}", step)
        found = next((self._names[place] for place in places if place in self._names), None)
        return found or self.words.terms.get(step) or self._somehow(step)

    def value(self, value: Any, field: str = "", at: str = "") -> str:  # noqa: ANN401 - any JSON
        """What a value says that stands in a field (of messages or parts called `at`)."""
        match value:
            case None:
                return NOTHING
            case bool():
                return TRUTH[value]
            case int() | float():
                named = self.words.value(field, str(value), at)
                return named or str(value).replace("-", "−")
            case str():
                return visible(self._word(value, field, at))
            case list() | tuple():
                row = cast("list[Any]", value)
                if field == AWAITING:
                    return "、".join(self._awaited(each) for each in row) or NOTHING
                return "、".join(self.value(each, field, at) for each in row) or NOTHING
            case dict():
                return self._inside(cast("Json", value), field)
            case _:
                return str(value)

    def _word(self, word: str, field: str, at: str) -> str:
        if field in PEOPLE and word in self.game.characters:
            return self.who(word)
        if field in {"clause", "clauses"}:
            return word
        option = self.words.options.get(field)
        if option is not None and word in option.values:
            return option.values[word]
        known = self.words.value(field, word, at)
        if known is not None:
            return known
        names: Mapping[str, str] = self._names
        for key in (f"{at}.{field}:{word}", f"{field}:{word}", word):
            if key in names:
                return names[key]
        if word in self.game.characters or word in SEATS or word == GM:
            return self.who(word)
        return word if field in FREE else self._somehow(word)

    def _somehow(self, word: str) -> str:
        """What has no word where it stands: what it is called elsewhere; never an id as it is."""
        return self._anywhere.get(word) or (UNNAMED if ID.fullmatch(word) else word)

    def _awaited(self, it: Json) -> str:
        return f"{self.who(it['by'])}（{'・'.join(self.deed(kind) for kind in it['types'])}）"

    def _inside(self, it: Json, at: str) -> str:
        """An object on one line; what is empty says nothing."""
        if set(it) == {"path", "to"}:
            return f"{self.path(it['path'])}を{self.fact(it['path'], it['to']).text}に"
        said = [
            f"{self.words.field(name, at) if name not in self.game.characters else self.who(name)}"
            f"：{self.value(inside, name, at)}"
            for name, inside in it.items()
            if name not in {"id", "type"} and inside is not None and inside is not False and inside not in ([], {})
        ]
        return f"（{'、'.join(said)}）" if said else NOTHING

    def facts(self, data: Json, skip: frozenset[str] = frozenset()) -> tuple[Fact, ...]:
        """The fields of a message, in its order."""
        kind = str(data.get("type", ""))
        return tuple(
            Fact(name, self.words.field(name, kind), value, self.value(value, name, kind))
            for name, value in data.items()
            if name not in skip
        )

    def fact(self, path: str, value: Any) -> Fact:  # noqa: ANN401 - any JSON
        """A field of the state."""
        steps = path.split(".")
        at = steps[-2] if len(steps) > 1 else ""
        field = at if steps[-1].isdecimal() else steps[-1]
        return Fact(path, self.path(path), value, self.value(value, field, at))

    def numbers(self, data: Json) -> tuple[Number, ...]:
        """The numbers that an event adds up."""
        return tuple(
            Number(term["label"], self.words.terms.get(term["label"]) or self._somehow(term["label"]), term["value"])
            for term in data.get("terms") or ()
        )

    def sentences(self, data: Json) -> tuple[Sentence, ...]:
        """The clauses that an event cites, whole."""
        ids = data.get("clauses") or ([data["clause"]] if data.get("clause") else [])
        return tuple(self.sentence(id) for id in ids)

    def sentence(self, id: str) -> Sentence:
        """A clause by its id; of a book that has it no more, the id alone."""
        found = self.system.clauses.get(id)
        return Sentence(id, "", "") if found is None else Sentence(id, found.heading, found.ja)


def changes(before: Any, after: Any, path: str = "") -> list[tuple[str, Any, Any]]:  # noqa: ANN401 - any JSON
    """Where two trees differ: path, what stood there, what stands there; null where nothing does.

    What appears or goes away as a whole is one difference.
    """
    if before == after:
        return []
    if isinstance(before, dict) and isinstance(after, dict):
        old, new = cast("Json", before), cast("Json", after)
        found: list[tuple[str, Any, Any]] = []
        for name in (*old, *(name for name in new if name not in old)):
            one, other = old.get(name), new.get(name)
            if one != other:
                found += changes(one, other, f"{path}.{name}" if path else name)
        return found
    old_rows, new_rows = _rows(before), _rows(after)
    if old_rows and len(old_rows) == len(new_rows) and path != AWAITING:
        return [
            it
            for place, (one, other) in enumerate(zip(old_rows, new_rows, strict=True))
            for it in changes(one, other, f"{path}.{place}")
        ]
    return [(path, before, after)]


def _rows(value: Any) -> list[Any]:  # noqa: ANN401 - any JSON
    """The objects of a list, if it is one of objects."""
    if not isinstance(value, list):
        return []
    rows = cast("list[Any]", value)
    return rows if all(isinstance(each, dict) for each in rows) else []


ABSENT = object()


def at_path(tree: Any, path: str) -> Any:  # noqa: ANN401 - any JSON
    """What stands at a path; `ABSENT` where nothing does."""
    node = tree
    for step in path.split("."):
        if isinstance(node, dict) and step in node:
            node = cast("Json", node)[step]
        elif isinstance(node, list) and step.isdecimal() and int(step) < len(cast("list[Any]", node)):
            node = cast("list[Any]", node)[int(step)]
        else:
            return ABSENT
    return node
