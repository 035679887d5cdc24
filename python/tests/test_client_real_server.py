"""Both clients against the real service with its demo data."""

import json
import os
import re
import shutil
import signal
import subprocess
import time
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Dict, Iterator

import pytest

from rf_indicators import (
    AuthenticationError,
    ConflictError,
    EntitlementError,
    InvalidRequestError,
    NotFoundError,
)
from rf_indicators.models import EVENTS
from rf_indicators.replay import canonical_json, read_verifier_key, replay, verify
from rf_indicators.replay.merkle import leaf_hash
from rf_indicators.replay.signed_notes import open_checkpoint
from support.driver import KINDS, Driver
from support.repository import RF_COMMAND, ROOT, node, read_json_file

pytestmark = pytest.mark.system
kinds = pytest.mark.parametrize("kind", KINDS)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dict[str, Any]]:
    """The base URL and the keys of a service that was started for these tests."""
    folder = tmp_path_factory.mktemp("service")
    copy_demo(folder)
    environment = {**os.environ, "PORT": "0", "HOST": "127.0.0.1", "RF_DATA_DIR": str(folder)}
    log = folder / "service.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [node(), str(RF_COMMAND), "serve", "--demo"], cwd=ROOT, env=environment, stdout=output, stderr=output
        )
    try:
        base_url = wait_for_address(process, log)
        keys = read_json_file(folder / "demo-credentials.json")["keys"]
        yield {"base_url": base_url, "keys": keys}
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()


def copy_demo(folder: Path) -> None:
    """Start from a copy of the demo data that ``npm test`` made, which is faster than making it again."""
    made = os.environ.get("RF_TEST_DEMO")
    if made:
        for each in Path(made).iterdir():
            (shutil.copytree if each.is_dir() else shutil.copy2)(each, folder / each.name)


def wait_for_address(process: "subprocess.Popen[bytes]", log: Path) -> str:
    """Waits as long as the service is starting: on a busy machine, making the demo can take minutes."""
    while process.poll() is None:
        found = re.search(r"listening on (http://\S+)", log.read_text(encoding="utf-8"))
        if found:
            return found.group(1)
        time.sleep(0.1)
    raise AssertionError("The service did not start: " + log.read_text(encoding="utf-8"))


def driver(kind: str, service: Dict[str, Any], tier: str = "ENTERPRISE", **options: Any) -> Driver:
    return Driver(kind, api_key=service["keys"][tier], base_url=service["base_url"], **options)


def public(kind: str, service: Dict[str, Any]) -> Driver:
    return Driver(kind, base_url=service["base_url"])


@kinds
def test_public_operations_without_a_key(kind: str, service: Dict[str, Any]) -> None:
    client = public(kind, service)
    assert client.call("get_status").status in ("operational", "degraded")
    scores = client.call("list_public_scores")
    assert len(scores) > 5
    assert {row.risk_band for row in scores} <= {"LOW", "MEDIUM", "ELEVATED", "HIGH"}
    assert client.call("list_signing_keys").data[0].algorithm == "Ed25519"
    entries = client.rows("iter_changelog", page_size=25)
    assert len(entries) == len({entry.id for entry in entries}) > 25
    one = client.call("verify_indicator", entries[0].verification_id)
    assert one.statement.verification_id == entries[0].verification_id
    assert len(client.rows("iter_changelog", limit=3)) == 3
    assert client.call("get_agent_manifest").tools[0].name == "get_provider_score"


@kinds
def test_the_log_holds_a_published_indicator(kind: str, service: Dict[str, Any]) -> None:
    client = public(kind, service)
    key = read_verifier_key(client.call("list_signing_keys").data[-1].public_key)
    checkpoint = open_checkpoint(client.call("get_checkpoint"), [key])
    assert checkpoint is not None
    assert checkpoint.tree_size > 1
    newest = client.rows("iter_changelog", limit=1)[0]
    proof = client.call("verify_indicator", newest.verification_id)
    full, index = divmod(proof.log.index, 256)
    width = min(256, checkpoint.tree_size - 256 * full)
    partial = "" if width == 256 else f".p/{width}"
    tile = client.call("get_tile", f"0/{full:03}{partial}")
    assert len(tile) == 32 * width
    assert tile[32 * index : 32 * (index + 1)] == leaf_hash(canonical_json(proof.statement.raw))


@kinds
def test_scores(kind: str, service: Dict[str, Any]) -> None:
    client = driver(kind, service, "PROFESSIONAL")
    everything = client.call("list_scores").data
    assert [row.id for row in client.rows("iter_scores", page_size=4)] == [row.id for row in everything]
    assert all(row.planner_type == "btc" for row in client.call("list_scores", planner_type="btc"))
    with_decision = client.call("list_scores", limit=1, include="rf_decision_object").data[0]
    assert with_decision.rf_decision_object.summary
    snapshot = client.call("get_score", everything[0].slug)
    assert (snapshot.provider_id, snapshot.final_score) == (everything[0].id, everything[0].final_score)
    total = sum(round(100 * each.contribution) for each in snapshot.criterion_scores)
    assert total == round(100 * snapshot.uncapped_score)
    past = client.call("get_score", everything[0].slug, as_of="2026-04-26")
    assert past.as_of is not None


@kinds
def test_history_and_changes(kind: str, service: Dict[str, Any]) -> None:
    client = driver(kind, service)
    history = client.rows("iter_history", "brindlewick-vaults", page_size=2)
    assert len(history) > 2
    changes = client.call("get_changes", "brindlewick-vaults", from_=history[-1].verification_id)
    assert changes.from_.verification_id == history[-1].verification_id
    assert sum(round(100 * part.points) for part in changes.parts) == round(100 * changes.delta)


@kinds
def test_computation_replays_and_verifies(kind: str, service: Dict[str, Any]) -> None:
    client = driver(kind, service)
    row = client.call("list_scores").data[0]
    computation = client.call("get_computation", row.verification_id)
    keys = [key.public_key for key in client.call("list_signing_keys")]
    assert replay(computation.raw).ok
    report = verify(json.dumps(computation.raw), keys)
    assert report.ok, report.checks
    assert [check.check for check in report.checks][-2:] == ["signature", "log"]


@kinds
def test_the_rest_that_takes_a_key(kind: str, service: Dict[str, Any]) -> None:
    client = driver(kind, service)
    assert client.call("get_methodology").version == "1.0"
    issuances = client.rows("iter_issuances", page_size=1)
    assert [each.id for each in issuances] == [each.id for each in client.call("list_issuances")]
    usage = client.call("get_usage", limit=1)
    assert usage.workspace.tier == usage.workspace["tier"] == "ENTERPRISE"
    assert usage.from_ < usage.to
    hours = client.rows("iter_usage", page_size=1)
    assert len(hours) > 1
    assert sum(each.accepted for each in hours) >= usage.totals.accepted


@kinds
def test_events_since_a_sequence_number(kind: str, service: Dict[str, Any]) -> None:
    client = driver(kind, service)
    page = client.call("list_events", limit=3)
    assert page.next_after == page.data[-1].data.sequence
    after = page.data[0].data.sequence
    events = client.rows("iter_events", after=after, limit=2, page_size=1)
    assert [each.id for each in events] == [each.id for each in page.data[1:]]
    event = EVENTS[events[0].type](events[0].raw)
    assert event.data.sequence == events[0].data.sequence


@kinds
def test_rate_limits(kind: str, service: Dict[str, Any]) -> None:
    client = driver(kind, service)
    step: Any = ("list_issuances", (), {})
    first, second = client.calls(step, step)
    assert first.rate_limit.limit == 10_000
    assert first.rate_limit.policy == '"enterprise";q=10000;w=3600'
    assert first.rate_limit.remaining > second.rate_limit.remaining
    assert first.rate_limit.reset > datetime.now(timezone.utc)
    assert public(kind, service).call("list_public_scores").rate_limit.policy
    with pytest.raises(NotFoundError) as missing:
        client.call("get_score", "no-such-provider")
    limit = missing.value.rate_limit
    assert limit is not None
    assert limit.remaining is not None
    assert limit.remaining < second.rate_limit.remaining


@kinds
def test_refusals(kind: str, service: Dict[str, Any]) -> None:
    with pytest.raises(AuthenticationError) as raised:
        public(kind, service).call("list_scores")
    assert raised.value.code == "missing_api_key"
    with pytest.raises(EntitlementError) as refused:
        driver(kind, service, "FREE").call("list_scores")
    assert (refused.value.required_tier, refused.value.key_tier) == ("PROFESSIONAL", "FREE")
    with pytest.raises(NotFoundError) as missing:
        driver(kind, service).call("get_score", "no-such-provider")
    assert missing.value.code == "provider_not_found"
    with pytest.raises(InvalidRequestError) as invalid:
        driver(kind, service).call("list_scores", limit=0)
    assert invalid.value.errors[0]["parameter"] == "limit"
    assert invalid.value.request_id


@kinds
def test_etag_cache(kind: str, service: Dict[str, Any]) -> None:
    step: Any = ("get_methodology", (), {})
    first, second = driver(kind, service, etag_cache=True).calls(step, step)
    assert first == second


@kinds
def test_resolve(kind: str, service: Dict[str, Any]) -> None:
    answer = driver(kind, service).call("resolve", ["brindlewick vaults", "Brindlewick Vaults Ltd"])
    own, similar = answer.data
    assert (own.certainty, own.provider.slug) == ("exact", "brindlewick-vaults")
    assert (similar.certainty, similar.provider) == ("similar", None)
    assert similar.candidates[0].slug == "brindlewick-vaults"


def test_score_request_is_taken_once(service: Dict[str, Any]) -> None:
    """Both clients in one test: the service takes five an hour from one address."""
    receipts = []
    for kind in KINDS:
        client = public(kind, service)
        receipts.append(client.call("request_score", "Quillhaven Two", idempotency_key="python-tests"))
        with pytest.raises(ConflictError):
            client.call("request_score", "Another", idempotency_key="python-tests")
    assert receipts[0] == receipts[1]
    with pytest.raises(InvalidRequestError) as invalid:
        public("sync", service).call("request_score", "")
    assert invalid.value.code == "validation_failed"


@kinds
def test_tools(kind: str, service: Dict[str, Any]) -> None:
    """The agent endpoint is a pilot, which a service may not have."""
    try:
        answer = driver(kind, service, "AGENT").call(
            "call_tool", "get_provider_score", {"provider_name": "Brindlewick Vaults"}
        )
    except (NotFoundError, EntitlementError):
        return
    assert answer.tool_name == "get_provider_score"
    assert answer.result.name == answer.result["name"] == "Brindlewick Vaults"
