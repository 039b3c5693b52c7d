"""The OpenAPI document describes every route."""

import re
from typing import Any

import pytest

from senki.api.routes import ROUTES
from tests.api.table import Battle, Json, Table


@pytest.fixture(scope="module")
def document(table: Table) -> Json:
    """The document."""
    answer = table.client.get("/schema/openapi.json")
    assert answer.status_code == 200
    return answer.json()


def operations(document: Json) -> list[tuple[str, Json]]:
    """Every operation with its name."""
    return [
        (f"{method} {path}", operation)
        for path, item in document["paths"].items()
        for method, operation in item.items()
        if method in {"get", "post"}
    ]


def test_every_route_has_a_summary_a_description_and_an_answer(document: Json):
    for name, operation in operations(document):
        assert operation["summary"], name
        assert operation["description"], name
        good = [code for code in operation["responses"] if code.startswith("2")]
        assert good, name
        assert any("content" in operation["responses"][code] for code in good), name


def test_every_route_of_ours_is_in_it(document: Json):
    paths = {path.replace("{battle}", "{battle:str}") for path in document["paths"]}
    for route in ROUTES:
        if not route.include_in_schema:
            continue
        for path in route.paths:
            plain = path.replace(":str}", "}").replace("{battle}", "{battle:str}")
            assert plain in paths, path


def test_every_parameter_of_a_path_is_declared(document: Json):
    for path, item in document["paths"].items():
        for operation in item.values():
            declared = {p["name"] for p in operation.get("parameters", ()) if p["in"] == "path"}
            assert declared == {part[1:-1] for part in path.split("/") if part.startswith("{")}, path


def test_every_reference_leads_somewhere(document: Json):
    def references(node: Any) -> set[str]:
        if isinstance(node, dict):
            own = {node["$ref"]} if isinstance(node.get("$ref"), str) else set()
            return own.union(*(references(each) for each in node.values()))
        if isinstance(node, list):
            return set().union(*(references(each) for each in node))
        return set()

    for reference in references(document):
        node = document
        for step in reference.removeprefix("#/").split("/"):
            assert step in node, reference
            node = node[step]


def test_refusals_and_bodies_have_examples(document: Json):
    declare = document["paths"]["/battles/{battle}/declarations"]["post"]
    assert "application/problem+json" in declare["responses"]["409"]["content"]
    assert declare["requestBody"]["content"]["application/json"]["examples"]
    assert document["paths"]["/battles"]["post"]["requestBody"]["content"]["application/json"]["examples"]


def test_the_example_of_an_opening_opens_a_battle(document: Json, table: Table):
    examples = document["paths"]["/battles"]["post"]["requestBody"]["content"]["application/json"]["examples"]
    for example in examples.values():
        assert table.client.post("/battles", json=example["value"]).status_code == 201


def test_a_system_tells_the_schemas_of_all_it_takes(table: Table):
    told = table.client.get("/systems/hms").json()
    assert {"begin", "say", "attack", "declare_skill"} <= set(told["declarations"])
    assert {"declared", "rolled", "hit", "ended"} <= set(told["events"])
    options = told["options"]["$defs"]["Options"]["properties"]
    assert options["skill_declaration"]["default"] == "gm_first"
    assert options["skill_declaration"]["title"]
    assert options["skill_declaration"]["description"]
    for line in table.client.get("/systems").json():
        assert len(table.client.get(f"/systems/{line['id']}/clauses").json()["clauses"]) == line["clauses"]


@pytest.mark.parametrize("token", [True, False])
def test_what_is_read_from_a_query_is_what_the_document_tells_of(document: Json, battle: Battle, token: bool):
    """An unknown parameter is refused with those that there are, and one that comes twice is refused."""
    seat = "gm" if token else None
    asked = {
        path: item["get"] for path, item in document["paths"].items() if path.startswith("/battles") and "get" in item
    }
    assert len(asked) >= 8
    for path, operation in asked.items():
        if "{" in path and not token:
            continue
        names = [p["name"] for p in operation.get("parameters", ()) if p["in"] == "query"]
        told = battle.client.get(path.format(battle=battle.id, number=1) + "?nothing=1", headers=battle.auth(seat))
        assert told.status_code == 400, path
        assert told.json()["code"] == "invalid_request"
        assert re.findall("「(.*?)」", told.json()["detail"]) == names, path
        for name in names:
            twice = battle.client.get(
                path.format(battle=battle.id, number=1) + f"?{name}=1&{name}=1", headers=battle.auth(seat)
            )
            assert twice.status_code == 400, path
            assert twice.json()["detail"] == f"「{name}」は一度だけ書いてください。"


def test_the_bounds_that_the_document_tells_are_those_that_are_read(document: Json, battle: Battle):
    """One below the least is refused, and so is a word that is not listed; the default is accepted as it stands."""
    bounded = 0
    for path, item in document["paths"].items():
        if not path.startswith("/battles") or "get" not in item or path.endswith("/live"):
            continue
        url = path.format(battle=battle.id, number=1)
        for parameter in item["get"].get("parameters", ()):
            schema, name = parameter["schema"], parameter["name"]
            if parameter["in"] != "query" or schema.get("type") == "string":
                continue
            wrong = schema["minimum"] - 1 if "minimum" in schema else "none-of-them"
            refused = battle.client.get(f"{url}?{name}={wrong}", headers=battle.auth("gm"))
            assert refused.status_code == 400, (path, name)
            assert f"「{name}」" in refused.json()["detail"]
            if "default" in schema:
                fine = battle.client.get(f"{url}?{name}={schema['default']}", headers=battle.auth("gm"))
                assert fine.status_code == 200, (path, name)
            bounded += 1
    assert bounded >= 8
