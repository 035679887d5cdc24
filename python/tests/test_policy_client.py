"""Decisions by policies: what the clients accept, what a failure counts as, and until when a decision serves."""

import asyncio
import inspect
import os
import random
import threading
from typing import Any, Callable, Dict, Iterator, List

import httpx
import pytest

from rf_indicators import RfAsyncClient, RfClient
from rf_indicators.policy import decide, request_digest
from rf_indicators.policy.instants import instant_of, seconds_of
from support.driver import KINDS
from support.policy_service import (
    NOW,
    SIGNER,
    STRANGER,
    WORKSPACE,
    Fault,
    PolicyService,
    changing,
    problem,
    snapshot,
)

kinds = pytest.mark.parametrize("kind", KINDS)
ASKED: Dict[str, Any] = {"policy": "treasury", "providers": ["acme", "borealis"], "keys": SIGNER.verifier}


class World:
    """One of the two clients, with a service of its own."""

    def __init__(self, kind: str, service: PolicyService, **options: Any) -> None:
        self.service = service
        self._loop = asyncio.new_event_loop()
        made: Any = RfClient if kind == "sync" else RfAsyncClient
        named = {"base_url": "https://indicators.example", "max_retries": 0, **options}
        self.client: Any = made(transport=service.transport, **named)

    def wait_for(self, answer: Any) -> Any:
        return self._loop.run_until_complete(answer) if inspect.isawaitable(answer) else answer

    def ask(self, **more: Any) -> Any:
        return self.wait_for(self.client.evaluate(**{**ASKED, **more}))

    def bundle(self, **more: Any) -> Any:
        named = {"keys": SIGNER.verifier, "background": False, **more}
        return self.wait_for(self.client.policy_bundle("treasury", **named))

    def close(self) -> None:
        self.wait_for((getattr(self.client, "aclose", None) and self.client.aclose()) or None)
        self._loop.close()


@pytest.fixture(params=KINDS)
def world(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    made = World(request.param, PolicyService().install(monkeypatch))
    yield made
    made.close()


def test_a_decision_says_what_decided(world: World) -> None:
    result = world.ask(exposure="existing", reference="order 7", workspace_id=WORKSPACE)
    assert (result.source, result.reason, result.error, result.hypothetical) == ("service", None, None, False)
    acme, borealis = result.decision_of("acme"), result.decision_of("borealis")
    assert (acme.source, acme.decision, acme.reason) == ("service", "ALLOW", None)
    assert (borealis.decision, borealis.decided_by, borealis.saw) == ("BLOCK", "high", {"band": "HIGH"})
    document = result.signed["document"]
    digest = request_digest("treasury", ["acme", "borealis"], document["nonce"], "existing", "order 7")
    assert document["request_digest"] == digest
    assert world.ask().signed["document"]["nonce"] != document["nonce"]
    assert world.ask(policy=document["policy"]["digest"]).decision_of("acme").decision == "ALLOW"
    assert world.ask(policy="0" * 64).reason == "signature"


SPOILED: Dict[str, Fault] = {
    "signed by a stranger": changing(STRANGER),
    "another document than was signed": lambda answer: {**answer, "document": {**answer["document"], "more": 1}},
    "another format": changing(format="rf-policy-bundle-1"),
    "another nonce": changing(nonce="another-nonce-of-it"),
    "the digest of another request": changing(request_digest="0" * 64),
    "another policy": changing(policy={"name": "lender", "version": 1, "digest": "0" * 64}),
    "another exposure": changing(exposure="existing"),
    "another reference": changing(reference="order 8"),
    "another workspace": changing(workspace_id="00000000-0000-7000-8000-00000000000f"),
    "hypothetical": changing(hypothetical=True),
    "another instant": changing(at="2026-06-15T11:00:00Z"),
    "no end": changing(valid_until="later"),
    "an end before its beginning": changing(valid_until="2026-06-15T11:59:59Z"),
    "no decisions": changing(providers=None),
    "garbage for decisions": changing(providers=[None]),
    "nothing": lambda _: {},
}


@pytest.mark.parametrize("what", SPOILED)
def test_an_answer_that_fails_a_check_is_not_used(world: World, what: str) -> None:
    world.service.fault = SPOILED[what]
    result = world.ask(on_failure="REVIEW", workspace_id=WORKSPACE)
    assert (result.source, result.reason, result.signed) == ("client", "signature", None)
    assert result.decision_of("acme")[:3] == ("acme", "REVIEW", "client")


def test_an_answer_to_an_earlier_call_is_not_used(world: World) -> None:
    before = world.ask().signed
    world.service.fault = lambda _: before
    assert world.ask().reason == "signature"


def test_a_provider_that_is_absent_or_twice_there_is_block(world: World) -> None:
    changes: List[Any] = [
        lambda providers: providers[1:],
        lambda providers: [*providers, providers[0]],
        lambda providers: [{**providers[0], "decision": "PERMIT"}, providers[1]],
    ]
    for change in changes:
        world.service.fault = lambda answer, change=change: changing(providers=change(answer["document"]["providers"]))(
            answer
        )
        result = world.ask(on_failure="REVIEW")
        assert result.source == "service"
        assert result.decision_of("acme")[:3] == ("acme", "BLOCK", "client")
        assert result.decision_of("nobody").decision == "BLOCK"


def _away(_: Any) -> Any:
    raise httpx.ConnectError("nobody there")


def _slow(_: Any) -> Any:
    raise httpx.ReadTimeout("too slow")


FAILURES = [
    ("rate_limited", problem(429)),
    ("unauthorised", problem(401)),
    ("unauthorised", problem(403)),
    ("refused", problem(404)),
    ("refused", problem(409)),
    ("refused", problem(422)),
    ("unavailable", problem(500)),
    ("unavailable", problem(503)),
    ("unavailable", lambda _: httpx.Response(302)),
    ("unavailable", lambda _: httpx.Response(200, text="<html>")),
    ("unavailable", _away),
    ("timeout", _slow),
]


@pytest.mark.parametrize(("reason", "fault"), FAILURES)
def test_a_failure_is_no_decision_of_the_policy(world: World, reason: str, fault: Fault) -> None:
    world.service.fault = fault
    for on_failure in ("BLOCK", "REVIEW"):
        result = world.ask(on_failure=on_failure)
        found = result.decision_of("acme")
        assert (result.source, result.reason) == ("client", reason)
        assert (found.source, found.reason, found.decision) == ("client", reason, on_failure)


@kinds
def test_silence_ends_at_the_deadline(kind: str) -> None:
    ended = threading.Event()

    class Silent(httpx.BaseTransport):
        def handle_request(self, request: httpx.Request) -> httpx.Response:
            ended.wait()
            raise httpx.ReadTimeout("too late")

    class AsyncSilent(httpx.AsyncBaseTransport):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            await asyncio.Event().wait()
            raise AssertionError

    service = PolicyService()
    service.transport = Silent() if kind == "sync" else AsyncSilent()  # type: ignore[assignment]
    made = World(kind, service)
    result = made.ask(deadline_ms=20, on_failure="REVIEW")
    assert (result.reason, result.decision_of("acme").decision) == ("timeout", "REVIEW")
    ended.set()
    made.close()


def test_an_answer_after_the_deadline_is_not_used(world: World) -> None:
    def late(answer: Dict[str, Any]) -> Dict[str, Any]:
        world.service.wait(0.5)
        return answer

    world.service.fault = late
    assert world.ask(deadline_ms=500).reason == "timeout"
    assert world.ask(deadline_ms=502).reason is None


@kinds
def test_a_call_is_repeated_with_the_same_nonce_but_not_past_its_deadline(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = PolicyService()
    made = World(kind, service, max_retries=3)
    failing: List[Any] = [problem(503, retry_after="0")]
    service.fault = lambda answer: failing.pop()(answer) if failing else answer
    assert made.ask().reason is None
    first, second = service.requests
    assert first.content == second.content
    assert first.headers["idempotency-key"] == second.headers["idempotency-key"]
    service.requests.clear()
    service.fault = problem(429, retry_after="6")
    assert made.ask(deadline_ms=5000).reason == "rate_limited"
    assert len(service.requests) == 1
    made.close()


@pytest.mark.parametrize(
    "wrong",
    [
        {"on_failure": "ALLOW"},
        {"on_failure": None},
        {"deadline_ms": 0},
        {"deadline_ms": float("nan")},
        {"keys": []},
        {"keys": "no key"},
        {"providers": []},
        {"providers": "acme"},
        {"providers": ["\ud800"]},
        {"exposure": "old"},
    ],
)
def test_a_mistake_of_the_caller_is_refused(world: World, wrong: Dict[str, Any]) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - each names another argument
        world.ask(**wrong)
    assert world.service.requests == []


def test_a_decision_serves_until_its_end_and_not_longer(world: World) -> None:
    result = world.ask(on_failure="REVIEW")
    world.service.wait(15 * 60 - 1.1)
    assert result.decision_of("acme").decision == "ALLOW"
    world.service.wait(0.1)
    late = result.decision_of("acme")
    assert (late.decision, late.reason) == ("REVIEW", "expired")


@kinds
@pytest.mark.parametrize("skew", [-31_536_000.0, 31_536_000.0])
def test_a_wrong_wall_clock_changes_nothing(kind: str, skew: float, monkeypatch: pytest.MonkeyPatch) -> None:
    service = PolicyService(skew=skew).install(monkeypatch)
    made = World(kind, service)
    result = made.ask()
    service.wall -= 3600
    service.wait(14 * 60)
    assert result.decision_of("acme").decision == "ALLOW"
    service.wall += 7200  # as if the machine had slept
    assert result.decision_of("acme").reason == "expired"
    made.close()


def test_hypothetical_decisions_are_never_live(world: World) -> None:
    result = world.ask(at="2026-06-15T13:00:00Z")
    assert (result.source, result.hypothetical) == ("service", True)
    assert result.signed["document"]["providers"][0]["decision"] == "ALLOW"
    assert result.decision_of("acme").reason == "expired"
    world.service.fault = changing(valid_until="2026-06-15T14:00:00Z")
    assert world.ask(at="2026-06-15T13:00:00Z").decision_of("acme").decision == "BLOCK"


# ---- bundles ----


def test_a_bundle_decides_without_a_request(world: World) -> None:
    bundle = world.bundle(workspace_id=WORKSPACE)
    assert [request.url.path for request in world.service.requests] == [
        "/api/v1/policies/treasury/bundle",
        "/api/v1/evaluate",
    ]
    assert (bundle.reason, bundle.valid_until) == (None, "2026-06-15T12:15:00Z")
    assert bundle.decision_of("acme")[:3] == ("acme", "ALLOW", "bundle")
    assert bundle.decision_of("borealis", "existing").decided_by == "high"
    assert bundle.decision_of("nobody").decided_by == "rf:unknown"
    with pytest.raises(ValueError, match="exposure"):
        bundle.decision_of("acme", "old")
    assert len(world.service.requests) == 2


def test_a_bundle_allows_no_score_that_was_verified_after_it_was_signed(world: World) -> None:
    world.service.wait(0.8)
    world.service.snapshots = [snapshot("acme", verified_at="2026-06-15T12:00:01Z")]
    found = world.bundle().decision_of("acme")
    assert (found.decision, found.decided_by) == ("REVIEW", "rf:not_verified")
    world.service.snapshots = [snapshot("acme", verified_at="2026-06-15T12:00:00Z")]
    world.service.wait(15 * 60)
    assert world.bundle().decision_of("acme").decision == "ALLOW"


def test_a_304_does_not_prolong_a_bundle(world: World) -> None:
    bundle = world.bundle()
    world.service.wait(7 * 60)
    world.wait_for(bundle.refresh())
    assert bundle.valid_until == "2026-06-15T12:15:00Z"
    world.service.wait(8 * 60 - 1.1)
    assert bundle.decision_of("acme").decision == "ALLOW"
    world.service.wait(0.1)
    assert bundle.decision_of("acme").reason == "expired"
    world.wait_for(bundle.refresh())
    assert bundle.decision_of("acme").decision == "ALLOW"


@kinds
def test_a_bundle_of_yesterday_decides_nothing(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    old = PolicyService().bundle()
    service = PolicyService("2026-06-16T12:00:00Z", skew=-86_400).install(monkeypatch)
    service.bundle_fault = lambda _: old
    made = World(kind, service)
    assert made.bundle().decision_of("acme").reason == "expired"
    made.close()


@pytest.mark.parametrize(
    "fault",
    [
        changing(STRANGER),
        changing(format="rf-decisions-1"),
        changing(policy={}),
        changing(policy_digest="0" * 64),
        changing(workspace_id="00000000-0000-7000-8000-00000000000f"),
        changing(valid_until="later"),
        changing(providers=[{"snapshot": snapshot()}, {"snapshot": snapshot()}]),
        changing(providers=[None]),
        lambda _: {},
    ],
)
def test_a_bundle_that_fails_a_check_is_not_used(world: World, fault: Fault) -> None:
    world.service.bundle_fault = fault
    bundle = world.bundle(workspace_id=WORKSPACE, on_failure="REVIEW")
    assert bundle.reason == "signature"
    assert bundle.decision_of("acme")[:3] == ("acme", "REVIEW", "client")


def test_a_bundle_outlives_a_failure_but_not_a_refusal_and_never_goes_back(world: World) -> None:
    before = world.service.bundle()
    bundle = world.bundle()
    world.service.wait(8 * 60)
    world.wait_for(bundle.refresh())
    assert bundle.valid_until == "2026-06-15T12:23:00Z"
    world.service.bundle_fault = lambda _: before
    world.wait_for(bundle.refresh())
    assert (bundle.valid_until, bundle.reason) == ("2026-06-15T12:23:00Z", None)
    world.service.bundle_fault = problem(503)
    world.wait_for(bundle.refresh())
    assert (bundle.reason, bundle.decision_of("acme").decision) == ("unavailable", "ALLOW")
    world.service.bundle_fault = problem(404)
    world.wait_for(bundle.refresh())
    assert bundle.decision_of("acme").reason == "refused"


@kinds
def test_a_bundle_renews_itself_until_it_is_closed(kind: str) -> None:
    service = PolicyService()
    made = World(kind, service)
    renewed = threading.Event()
    service.bundle_fault = problem(503)
    bundle = made.bundle(background=True)

    def answered(answer: Dict[str, Any]) -> Dict[str, Any]:
        renewed.set()
        return answer

    service.bundle_fault = answered

    async def until_renewed() -> None:
        while bundle.reason is not None:  # noqa: ASYNC110 - nothing tells when it was renewed
            await asyncio.sleep(0.01)

    if kind == "async":
        made.wait_for(until_renewed())
    assert renewed.wait(60)
    bundle.close()
    made.close()


# ---- whatever happens ----


@kinds
def test_no_client_allows_what_the_policy_does_not_allow(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = random.Random(20260401)
    allowed = sum(_walk(kind, numbers, monkeypatch) for _ in range(100 if os.environ.get("RF_TEST_FULL") else 5))
    assert allowed > 15, "otherwise the property says too little"


def _walk(kind: str, numbers: random.Random, monkeypatch: pytest.MonkeyPatch) -> int:  # noqa: C901 - one branch for each step
    service = PolicyService("2026-06-15T11:59:00Z").install(monkeypatch)
    service.wait(0.6)
    service.policy["valid_minutes"] = numbers.choice([1, 15])
    made = World(kind, service)
    earlier: Dict[str, List[Any]] = {}
    issued: Dict[str, Any] = {}
    held: List[Any] = []

    def late(answer: Dict[str, Any]) -> Dict[str, Any]:
        service.wait(numbers.choice([4.9, 5.1]))
        return answer

    def spoil(answer: Dict[str, Any]) -> Any:
        document = answer["document"]
        issued.setdefault(answer["signature"]["value"], [dict(one) for one in service.snapshots])
        before = earlier.setdefault(document["format"], [])
        before.append(answer)
        allow = [{**one, "decision": "ALLOW"} for one in document["providers"]]
        ways: List[Callable[[], Any]] = [
            *[lambda: answer] * 8,
            lambda: late(answer),
            lambda: problem(numbers.choice([404, 429, 503]))(answer),
            lambda: httpx.Response(200, text='{"document": {'),
            lambda: changing(STRANGER, providers=allow)(answer),
            lambda: {**answer, "document": {**document, "valid_until": "2027-01-01T00:00:00Z"}},
            lambda: before[0],
            lambda: changing(providers=document["providers"][1:])(answer),
        ]
        return numbers.choice(ways)()

    service.fault = service.bundle_fault = spoil
    allowed = 0
    for _ in range(10):
        step = numbers.randrange(6)
        if step == 0:
            service.wait(numbers.choice([0.4, 30.0, 57.5, 59.5, 60.0, 450.0]))
        elif step == 1:
            service.wall += numbers.choice([-86_400, 0, 3600])
        elif step == 2:
            change = numbers.choice([{}, {"stale_from": "2026-06-15T12:00:30Z"}, {"band": "HIGH", "score": "30.00"}])
            service.snapshots = [snapshot(**change)]
        elif step == 3:
            held.append(made.bundle())
        elif step == 4 and held and hasattr(held[-1], "refresh"):
            made.wait_for(held[-1].refresh())
        else:
            held.append(made.ask())
        for one in held:
            if one.decision_of("acme").decision != "ALLOW":
                continue
            allowed += 1
            end = one.signed["document"]["valid_until"] if hasattr(one, "signed") else one.valid_until
            assert service.now < (seconds_of(end) or 0), "it is over"
            states = [issued[one.signed["signature"]["value"]]] if hasattr(one, "signed") else issued.values()
            now = instant_of(int(service.now))
            assert any(decide(service.policy, state[0], now)["decision"] == "ALLOW" for state in states)
    made.close()
    return allowed


def test_now_is_the_instant_of_the_cases() -> None:
    assert seconds_of(NOW) == 1_781_524_800
