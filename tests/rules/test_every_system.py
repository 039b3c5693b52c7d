"""One suite over all systems: what must hold for any game, whoever wrote it."""

import ast
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest

from senki import rules
from senki.rules import SYSTEMS
from senki.rules import declarations as shared_declarations
from senki.rules import events as shared_events
from senki.rules.codec import codec
from senki.rules.message import Declaration, type_of
from senki.rules.rejection import CODES
from senki.rules.rulebook import RuleSystem

FOLDER = Path(rules.__file__).parent
FILES = {
    "__init__.py",
    "awaiting.py",
    "clauses/__init__.py",
    "declarations.py",
    "decide.py",
    "events.py",
    "fold.py",
    "narrate.py",
    "open.py",
    "options.py",
    "ruling.py",
    "setup.py",
    "state.py",
    "view.py",
}


def declared(system: RuleSystem[Any]) -> set[type[Declaration]]:
    """The declarations that a system's own module defines."""
    module = import_module(f"senki.rules.{system.id}.declarations")
    own = (kind for kind in vars(module).values() if isinstance(kind, type) and kind.__module__ == module.__name__)
    return {kind for kind in own if issubclass(kind, Declaration) and isinstance(kind.__struct_config__.tag, str)}


each = pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)


def source(system: RuleSystem[Any]) -> dict[str, ast.Module]:
    """The parsed files of a system, by their place in its folder."""
    folder = FOLDER / system.id
    return {f.relative_to(folder).as_posix(): ast.parse(f.read_text()) for f in sorted(folder.rglob("*.py"))}


def test_every_folder_is_registered():
    folders = {f.name for f in FOLDER.iterdir() if (f / "decide.py").exists()}
    assert folders == set(SYSTEMS)


@each
def test_a_system_has_the_same_files_as_the_others(system: RuleSystem[Any]):
    assert set(source(system)) >= FILES


@each
def test_tags_are_unique(system: RuleSystem[Any]):
    declarations = [type_of(t) for t in (*shared_declarations.SHARED, *system.plays.kinds)]
    events = [type_of(t) for t in (*shared_events.SHARED, *system.events)]
    assert len(declarations) == len(set(declarations))
    assert len(events) == len(set(events))


@each
def test_every_declaration_is_decided_and_every_event_is_folded_told_and_read(system: RuleSystem[Any]):
    assert set(system.plays.rows) == {shared_declarations.Begin, *declared(system)}
    known = set(codec(system).event_types.values())
    opened = next(t for t in system.events if type_of(t) == "opened")
    apart = {opened, shared_events.Ruled, shared_events.Rewound}
    assert known - apart == set(system.folds) - apart
    assert known <= set(system.narrate)


@each
def test_every_option_has_a_name_a_default_and_a_reason(system: RuleSystem[Any]):
    described: dict[str, Any] = msgspec.json.schema(system.options)["$defs"][system.options.__name__]["properties"]
    assert system.options() is not None
    for name, field in described.items():
        assert len(field.get("description", "")) > 20, name
        assert "default" in field, name


@each
def test_every_clause_has_both_wordings(system: RuleSystem[Any]):
    for clause in system.clauses.values():
        assert clause.id.startswith(f"{system.clauses.prefix}-")
        assert clause.heading
        assert len(clause.ja) > 3, clause.id
        assert len(clause.en) > 10, clause.id
        assert any("ぁ" <= c <= "ん" or "ァ" <= c <= "ヶ" or "一" <= c <= "龥" for c in clause.ja), clause.id


@each
def test_every_clause_that_code_names_stands_in_the_book(system: RuleSystem[Any]):
    pattern = re.compile(rf"\b{system.clauses.prefix}-\d+\.\d+")
    named = {found for file in (FOLDER / system.id).rglob("*.py") for found in pattern.findall(file.read_text())}
    assert named <= set(system.clauses)


def cited(system: RuleSystem[Any]) -> set[str]:
    """The clauses that events and refusals can cite: ids that stand as values in code, but not where they are entered.

    A docstring or a comment shows a clause to nobody who plays; nor does a comparison with one that was cited.
    """
    nodes = [n for tree in source(system).values() for n in ast.walk(tree)]
    entered = {
        id(n.args[0])
        for n in nodes
        if isinstance(n, ast.Call)
        and isinstance(n.func, ast.Attribute)
        and n.func.attr in {"state", "clause"}
        and n.args
    }
    asked = {id(n) for one in nodes if isinstance(one, ast.Compare) for n in ast.walk(one)} | entered
    values = {n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str) and id(n) not in asked}
    return values & set(system.clauses)


@each
def test_whoever_plays_can_be_told_every_clause_that_is_applied(system: RuleSystem[Any]):
    marked = {clause.id for clause in system.clauses.values() if clause.advice or clause.definition}
    assert set(system.clauses) - marked - cited(system) == set()


@each
def test_what_is_marked_as_never_cited_as_a_rule_is_a_definition_that_rules_use(system: RuleSystem[Any]):
    assert {clause.id for clause in system.clauses.values() if clause.definition} & cited(system) == set()


@each
def test_no_system_imports_another(system: RuleSystem[Any]):
    others = {f"senki.rules.{id}" for id in SYSTEMS if id != system.id}
    for name, tree in source(system).items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                assert not any(node.module == o or node.module.startswith(f"{o}.") for o in others), name


@each
def test_refusals_use_the_contracts_codes(system: RuleSystem[Any]):
    for name, tree in source(system).items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Rejection":
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    assert first.value in CODES, name


@each
def test_messages_for_people_are_japanese(system: RuleSystem[Any]):
    for name, tree in source(system).items():
        for node in ast.walk(tree):
            called = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else None
            place = {"Rejection": 1, "require": 2}.get(called or "")
            if place is None or not isinstance(node, ast.Call) or len(node.args) <= place:
                continue
            text = ast.unparse(node.args[place])
            if isinstance(node.args[place], (ast.Constant, ast.JoinedStr)):
                assert any("ぁ" <= c <= "ヶ" or "一" <= c <= "龥" for c in text), (name, text)


@each
def test_schemas_can_be_published(system: RuleSystem[Any]):
    for kind in (system.setup, system.options, *system.plays.kinds, *system.events):
        assert msgspec.json.schema(kind)


@each
def test_the_rules_have_a_name_and_a_version(system: RuleSystem[Any]):
    assert system.name
    assert system.version
