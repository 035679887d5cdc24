"""The models against the published OpenAPI document: every member, and the real answers in it."""

import copy
import inspect
import pickle
from typing import Any, Dict, Iterator, Set, Tuple, Type, get_type_hints

import pytest

from rf_indicators import models
from rf_indicators.models import Model
from support.repository import ROOT, read_json_file

DOCUMENT = read_json_file(ROOT / "docs" / "openapi.json")
SCHEMAS: Dict[str, Any] = DOCUMENT["components"]["schemas"]

NAMED_OTHERWISE = {"Computation": "ComputationAnswer"}
NOT_IN_THE_DOCUMENT = {"Model", "Page", "ToolResult", "WebhookEvent"}

MODELS = [
    (name, model)
    for name, model in inspect.getmembers(models, inspect.isclass)
    if issubclass(model, Model) and name not in NOT_IN_THE_DOCUMENT
]


def members(model: Type[Model]) -> Set[str]:
    hints = {name for name in get_type_hints(model) if not name.startswith("_")}
    return {name[:-1] if name.endswith("_") else name for name in hints - {"raw"}}


@pytest.mark.parametrize(("name", "model"), MODELS)
def test_members_are_those_of_the_document(name: str, model: Type[Model]) -> None:
    schema = SCHEMAS[NAMED_OTHERWISE.get(name, name)]
    unpaged = {"next_cursor"} if name == "PublicScores" else set()
    assert members(model) - unpaged == set(schema["properties"])
    for optional in set(schema["properties"]) - set(schema["required"]):
        assert optional in model._may_be_absent


def examples() -> Iterator[Tuple[str, Dict[str, Any]]]:
    for path in DOCUMENT["paths"].values():
        for operation in path.values():
            for status, answer in operation["responses"].items():
                content = answer.get("content", {}).get("application/json", {})
                if status.startswith("2") and "example" in content and "$ref" in content["schema"]:
                    yield content["schema"]["$ref"].rpartition("/")[2], content["example"]


def read_whole(value: Any) -> None:
    """Ask for every declared member, and so on inward."""
    if isinstance(value, list):
        for each in value:
            read_whole(each)
    elif isinstance(value, Model):
        for name in members(type(value)):
            read_whole(getattr(value, name if name != "from" else "from_"))


def test_real_answers_can_be_read_whole() -> None:
    by_schema = {NAMED_OTHERWISE.get(name, name): model for name, model in MODELS}
    read = 0
    for schema, example in examples():
        if schema in by_schema:
            read_whole(by_schema[schema](example))
            read += 1
    assert read >= 14


def test_members_that_are_new_do_no_harm() -> None:
    row = models.PublicScore({"id": "1", "added_later": {"a": 1}})
    assert (row.id, row.raw["added_later"]["a"]) == ("1", 1)
    added: Any = row
    assert added.added_later == {"a": 1}


def test_members_that_are_not_there() -> None:
    row = models.ScoreRow({"id": "1"})
    assert row.rf_decision_object is None
    with pytest.raises(AttributeError, match="final_score"):
        _ = row.final_score


def test_equality_copies_and_pickles() -> None:
    row = models.PublicScore({"id": "1"})
    assert row == models.PublicScore({"id": "1"}) == copy.deepcopy(row) == pickle.loads(pickle.dumps(row))
    assert row != models.PublicScore({"id": "2"})
    assert row != models.ScoreRow({"id": "1"})
    assert repr(row) == "PublicScore({'id': '1'})"
    with pytest.raises(TypeError):
        hash(row)
