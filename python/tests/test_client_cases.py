"""The cases that every client library must pass, for both clients."""

import json
from typing import Any, Dict, List

import pytest

import rf_indicators
from rf_indicators import RfError
from rf_indicators.models import Model
from support.driver import KINDS, Driver, Script, iterator_of, method_of, python_arguments, record_waits
from support.repository import CONFORMANCE, read_json_file

CASES = read_json_file(CONFORMANCE / "client-cases.json")
BASE_URL, API_KEY = CASES["base_url"], CASES["api_key"]

kinds = pytest.mark.parametrize("kind", KINDS)


def cases(part: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", CASES[part], ids=lambda case: case["name"])


def driver(kind: str, script: Script, **options: Any) -> Driver:
    return Driver(kind, api_key=API_KEY, base_url=BASE_URL, transport=script.transport, **options)


@kinds
@cases("requests")
def test_request(kind: str, case: Dict[str, Any]) -> None:
    script = Script([{"status": 200, "body": {"data": []}}])
    driver(kind, script).call(method_of(case["operation"]), **python_arguments(case["arguments"]))
    request = script.requests[0]
    assert request.method == case["method"]
    assert str(request.url) == BASE_URL + case["target"]
    assert request.headers.get("x-api-key") == (API_KEY if case["sends_key"] else None)
    for name, value in case.get("headers", {}).items():
        assert request.headers[name] == value
    assert (json.loads(request.content) if request.content else None) == case.get("body")


@kinds
@cases("errors")
def test_error(kind: str, case: Dict[str, Any]) -> None:
    script = Script([case])
    expected = dict(case["error"])
    with pytest.raises(getattr(rf_indicators, expected.pop("kind"))) as raised:
        driver(kind, script, max_retries=0).call("list_scores")
    for name, value in expected.items():
        found = getattr(raised.value, name)
        assert (found.raw if isinstance(found, Model) else found) == value, name


@kinds
@cases("retries")
def test_retry(kind: str, case: Dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    waits = record_waits(monkeypatch)
    script = Script(case["answers"])
    error: Any = None
    try:
        driver(kind, script, **case["options"]).call(method_of(case["operation"]), **case["arguments"])
    except RfError as raised:
        error = raised
    assert (type(error).__name__ if error else None) == case["error"]
    assert len(script.requests) == case["sent"]
    assert len(waits) == case["sent"] - 1
    for wait, bounds in zip(waits, case.get("waits", [])):
        assert bounds["least"] <= wait <= bounds["most"]
    if "retry_after" in case:
        assert error.retry_after == case["retry_after"]
    assert len({request.headers.get("idempotency-key") for request in script.requests}) == 1
    if case["operation"] == "requestScore":
        assert script.requests[0].headers["idempotency-key"]


@kinds
@cases("pages")
def test_pages(kind: str, case: Dict[str, Any]) -> None:
    script = Script([{"status": 200, "body": page["body"]} for page in case["pages"]])
    rows: List[Any] = driver(kind, script).rows(
        iterator_of(case["operation"]),
        **python_arguments(case["arguments"]),
        limit=case.get("limit"),
        page_size=case["page_size"],
    )
    assert [row.id for row in rows] == case["ids"]
    assert [str(request.url) for request in script.requests] == [BASE_URL + page["target"] for page in case["pages"]]
