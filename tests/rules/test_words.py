"""The table's words: nothing that people read is without one, in any game."""

import ast
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest

from senki import rules
from senki.rules import SYSTEMS
from senki.rules import events as shared_events
from senki.rules.codec import codec
from senki.rules.message import type_of
from senki.rules.rulebook import RuleSystem
from tests.rules.play import play

each = pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
DICE = re.compile(r"\d*D\d+")
"""A label that is a notation of dice is read as it stands."""
UNTOLD = {"type"}
"""Fields that are never shown by name: the type of a message is its heading."""


def fields(hint: Any, at: str) -> Iterator[tuple[str, str, Any]]:
    """Every field below a type: where it stands, its name, its type."""
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        hints = get_type_hints(hint)
        for name, own in zip(hint.__struct_encode_fields__, hint.__struct_fields__, strict=True):
            yield at, name, hints[own]
            yield from fields(hints[own], name)
        return
    for one in get_args(hint) if get_origin(hint) is not Literal else ():
        yield from fields(one, at)


def literals(hint: Any) -> Iterator[str]:
    """The words that a field may hold, not those of what is below it."""
    if get_origin(hint) is Literal:
        yield from (value for value in get_args(hint) if isinstance(value, str))
    else:
        for one in get_args(hint):
            yield from literals(one)


def places(system: RuleSystem[Any]) -> list[tuple[str, str, Any]]:
    """Every field of everything that a system takes, records and shows, without its options."""
    kinds = codec(system)
    told = {**kinds.declaration_types, **kinds.event_types}
    found = [place for tag, kind in told.items() for place in fields(kind, tag)]
    for kind in (get_type_hints(system.view)["return"], system.setup):
        found += fields(kind, "")
    own = set(system.options.__struct_fields__)
    return [place for place in found if place[1] not in own and place[1] not in UNTOLD]


@each
def test_every_declaration_and_every_event_has_a_word(system: RuleSystem[Any]):
    kinds = codec(system)
    assert set(kinds.declaration_types) - set(system.words.declarations) == set()
    assert set(kinds.event_types) - set(system.words.events) == set()


@each
def test_every_field_has_a_word(system: RuleSystem[Any]):
    bare = {f"{at}.{name}" for at, name, _ in places(system) if system.words.field(name, at) == name}
    assert bare == set()


@each
def test_every_value_that_the_rules_name_has_a_word(system: RuleSystem[Any]):
    bare = {
        f"{at}.{name}={value}"
        for at, name, info in places(system)
        for value in literals(info)
        if system.words.value(name, value, at) is None
    }
    assert bare == set()


@each
def test_every_term_has_a_word(system: RuleSystem[Any]):
    folder = Path(rules.__file__).parent / system.id
    labels = {
        node.args[0].value
        for file in folder.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Term"
        if isinstance(node.args[0], ast.Constant)
    }
    assert labels - set(system.words.terms) == set()


@each
def test_what_is_said_in_play_has_a_word(system: RuleSystem[Any]):
    """Labels, purposes and kinds that no type lists; what is an id of the battle has its name there."""
    for seed in range(30):
        for _, _, decision in play(system, random.Random(seed), 150):
            named = system.names(decision.battle.game)
            for happened in decision.events:
                event = happened.event
                at = type_of(type(event))
                for term in getattr(event, "terms", ()):
                    known = {*system.words.terms, *named}
                    assert term.label in known or DICE.fullmatch(term.label), term
                if isinstance(event, shared_events.Rolled) and event.purpose != "table":
                    assert system.words.value("purpose", event.purpose, at), event
                for field in ("what", "why", "kind", "reason", "how"):
                    value = getattr(event, field, None)
                    if isinstance(value, str) and re.fullmatch(r"[a-z_]+", value):
                        assert system.words.value(field, value, at) or value in named, (at, field, value)


@each
def test_every_option_has_its_title_its_reason_and_a_name_for_each_answer(system: RuleSystem[Any]):
    assert set(system.words.options) == set(system.options.__struct_fields__)
    for name, hint in get_type_hints(system.options).items():
        told = system.words.options[name]
        assert len(told.why) > 10, name
        answers = {str(v).lower() if isinstance(v, bool) else str(v) for v in get_args(hint)}
        if hint is bool:
            answers = {"true", "false"}
        assert answers == set(told.values), name


@each
def test_words_are_japanese(system: RuleSystem[Any]):
    def leaves(value: object) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            for one in value.values():
                yield from leaves(one)

    for word in leaves(msgspec.to_builtins(system.words)):
        assert word
        assert not re.search(r"[A-Za-z]{2}|_", word), word
