"""The models against the published OpenAPI document: every member at every depth, and the real answers in it."""

import copy
import pickle
from typing import Any, Dict, Iterator, List, Optional, Set, Tuple, Type, get_type_hints

import pytest

from rf_indicators import models
from rf_indicators.client import calls
from rf_indicators.models import EVENTS, TOOL_RESULTS, MapOf, Model
from support.driver import method_of
from support.repository import ROOT, read_json_file

DOCUMENT = read_json_file(ROOT / "docs" / "openapi.json")
SCHEMAS: Dict[str, Any] = DOCUMENT["components"]["schemas"]


def resolved(schema: Any) -> Any:
    return SCHEMAS[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema


def answers() -> Iterator[Tuple[str, Type[Model], Any, Any]]:
    """Operation, model, schema and example of every answer that is read as a model."""
    for path in DOCUMENT["paths"].values():
        for operation in path.values():
            name = operation["operationId"]
            for status, answer in operation["responses"].items():
                content = answer.get("content", {}).get("application/json", {})
                if status.startswith("2") and hasattr(calls, method_of(name)) and content:
                    model = get_type_hints(getattr(calls, method_of(name)))["return"].__args__[0]
                    yield name, model, content["schema"], content.get("example")


def events() -> Iterator[Tuple[str, Type[Model], Any]]:
    for name, path in DOCUMENT["webhooks"].items():
        yield name, EVENTS[name], path["post"]["requestBody"]["content"]["application/json"]["schema"]


def tool_results() -> Iterator[Tuple[str, Type[Model], Any]]:
    for form in SCHEMAS["AgentToolResult"]["anyOf"]:
        name = form["properties"]["tool_name"]["const"]
        yield name, TOOL_RESULTS[name], form["properties"]["result"]


CASES = [
    *((name, model, schema) for name, model, schema, _ in answers()),
    *events(),
    *tool_results(),
]


def members(model: Type[Model]) -> Set[str]:
    hints = {name for name in get_type_hints(model) if not name.startswith("_")}
    return {name[:-1] if name.endswith("_") else name for name in hints - {"raw", "rate_limit"}}


def object_forms(schema: Any) -> List[Any]:
    """The forms of the object that a schema describes, inside of null, lists and maps; none for other values."""
    schema = resolved(schema)
    if "anyOf" in schema:
        return [form for each in schema["anyOf"] for form in object_forms(each)]
    if "properties" in schema:
        return [schema]
    inner = schema.get("items") or schema.get("additionalProperties")
    return object_forms(inner) if isinstance(inner, dict) else []


def assert_same_members(model: Type[Model], forms: List[Any], place: str) -> None:
    properties = {name: value for form in forms for name, value in form["properties"].items()}
    unpaged = {"next_cursor"} - set(properties) if issubclass(model, models.Page) else set()
    assert members(model) - unpaged == set(properties), place
    for name, schema in properties.items():
        if not all(name in form.get("required", ()) for form in forms):
            assert name in model._may_be_absent, f"{place}.{name}"
        inner = object_forms(schema)
        nested = model._nested.get(name)
        assert (nested is not None) == bool(inner), f"{place}.{name}"
        if nested is not None:
            assert_same_members(nested.values if isinstance(nested, MapOf) else nested, inner, f"{place}.{name}")


@pytest.mark.parametrize(("name", "model", "schema"), CASES, ids=[case[0] for case in CASES])
def test_members_are_those_of_the_document(name: str, model: Type[Model], schema: Any) -> None:
    assert_same_members(model, object_forms(schema), name)


def test_every_answer_event_and_tool_is_compared() -> None:
    assert len(list(answers())) >= 15
    assert {name for name, _, _ in events()} == set(EVENTS)
    assert {name for name, _, _ in tool_results()} == set(TOOL_RESULTS)


def read_whole(value: Any) -> int:
    """Read every declared member at every depth, and count the objects."""
    if isinstance(value, list):
        return sum(map(read_whole, value))
    if isinstance(value, dict):
        return sum(map(read_whole, value.values()))
    if not isinstance(value, Model):
        return 0
    return 1 + sum(read_whole(getattr(value, name if name != "from" else "from_")) for name in members(type(value)))


def test_real_answers_can_be_read_whole() -> None:
    read = {name: read_whole(model(example)) for name, model, _, example in answers() if example is not None}
    assert len(read) >= 14
    assert read["getComputation"] > 50


def test_nested_objects_are_models() -> None:
    computation = models.Computation(example_of("getComputation"))
    package = computation.data.package
    assert package.provider.name == package.raw["provider"]["name"]
    assert {type(each) for each in package.inputs.values()} == {models.PackagedInput}
    assert package.result.decision.summary == computation["data"]["package"]["result"]["decision"]["summary"]
    forms = [
        each.input for module in models.Methodology(example_of("getMethodology")).modules for each in module.criteria
    ]
    assert {form.type for form in forms} == {"number", "enum"}
    assert all((form.options is None) == (form.type == "number") for form in forms)


def example_of(operation: str) -> Any:
    return next(example for name, _, _, example in answers() if name == operation)


def test_members_can_be_read_as_in_a_dict() -> None:
    window = models.UsageWindow({"tier": "FREE", "limit": 100})
    assert (window["tier"], window.get("limit"), window.get("none", 5)) == ("FREE", 100, 5)
    assert ("tier" in window, "none" in window) == (True, False)
    assert dict(window) == dict(window.items()) == {**window} == {"tier": "FREE", "limit": 100}
    with pytest.raises(KeyError):
        window["none"]


def test_a_page_is_a_collection_of_its_rows() -> None:
    page = models.Changelog({"data": [{"id": "1"}], "next_cursor": None})
    assert [row.id for row in page] == ["1"]
    assert len(page) == 1
    assert models.ChangelogEntry({"id": "1"}) in page
    assert "data" not in page


def test_unknown_members_and_values_do_no_harm() -> None:
    row = models.PublicScore({"id": "1", "risk_band": "PURPLE", "added_later": {"a": 1}})
    assert (row.id, row.risk_band, row.raw["added_later"]["a"]) == ("1", "PURPLE", 1)
    added: Any = row
    assert added.added_later == {"a": 1}


@pytest.mark.parametrize("value", [None, "text", 7, ["text", None]])
def test_a_nested_member_of_another_type_stays_as_it_is(value: Optional[Any]) -> None:
    assert models.Status({"uptime": value}).uptime == value


def test_absent_members() -> None:
    row = models.ScoreRow({"id": "1"})
    assert row.rf_decision_object is None
    with pytest.raises(AttributeError, match="ScoreRow has no member 'final_score'"):
        _ = row.final_score


def test_tool_results() -> None:
    known = models.ToolResult({"tool_name": "search_providers", "result": {"total": 3, "providers": [{"name": "A"}]}})
    assert isinstance(known.result, models.SearchProvidersResult)
    assert (known.result.total, known.result.providers[0].name) == (3, "A")
    assert models.ToolResult({"tool_name": "added_later", "result": {"a": 1}}).result == {"a": 1}


def test_equality_copies_and_pickles() -> None:
    row = models.PublicScore({"id": "1"})
    assert row == models.PublicScore({"id": "1"}) == copy.deepcopy(row) == pickle.loads(pickle.dumps(row))
    assert row != models.PublicScore({"id": "2"})
    assert row != models.ScoreRow({"id": "1"})
    assert repr(row) == "PublicScore({'id': '1'})"
    with pytest.raises(TypeError):
        hash(row)
