"""A service that decides, as a transport in this process, with a clock that tests move and answers that they spoil."""

import copy
import json
import time
from typing import Any, Callable, Dict, List, Optional

import httpx
import pytest

from rf_indicators.policy import decide, policy_digest, request_digest, valid_until
from rf_indicators.policy.instants import instant_of, seconds_of
from rf_indicators.replay import sha256_hex

from .signing import TestSigner

SIGNER = TestSigner("of the service")
STRANGER = TestSigner("of a stranger")
WORKSPACE = "00000000-0000-7000-8000-000000000001"
NOW = "2026-06-15T12:00:00Z"

POLICY: Dict[str, Any] = {
    "format": "rf-policy-1",
    "name": "treasury",
    "version": 1,
    "scope": "all",
    "frameworks": ["1.0"],
    "verified_within_hours": 48,
    "valid_minutes": 15,
    "rules": [
        {
            "id": "high",
            "decision": "BLOCK",
            "sentence": "The band is high risk.",
            "when": {"value": "band", "is": "equal_to", "to": "HIGH"},
        }
    ],
    "exceptions": [],
}


def snapshot(provider: str = "acme", **change: Any) -> Dict[str, Any]:
    return {
        "provider": provider,
        "state": "scored",
        "verified_at": "2026-06-15T06:00:00Z",
        "framework": "1.0",
        "band": "MEDIUM",
        "score": "70.00",
        "stale": False,
        "stale_from": None,
        "withdrawn_from": None,
        **change,
    }


Fault = Callable[[Dict[str, Any]], Any]


class PolicyService:
    def __init__(self, now: str = NOW, skew: float = 0.0) -> None:
        self.monotonic = 1000.0
        self.now = float(seconds_of(now) or 0)
        self.wall = self.now + skew
        self.policy: Dict[str, Any] = copy.deepcopy(POLICY)
        self.snapshots = [snapshot(), snapshot("borealis", band="HIGH", score="30.00")]
        self.requests: List[httpx.Request] = []
        self.fault: Optional[Fault] = None
        self.bundle_fault: Optional[Fault] = None
        self.transport = httpx.MockTransport(self._answer)
        self._bundle: Optional[Dict[str, Any]] = None

    def install(self, monkeypatch: pytest.MonkeyPatch) -> "PolicyService":
        monkeypatch.setattr(time, "monotonic", lambda: self.monotonic)
        monkeypatch.setattr(time, "time", lambda: self.wall)
        return self

    def wait(self, seconds: float) -> None:
        self.monotonic += seconds
        self.wall += seconds
        self.now += seconds

    def decisions(self, asked: Dict[str, Any]) -> Dict[str, Any]:
        asked = {"exposure": "new", "reference": None, "at": None, **asked}
        issued_at, at = instant_of(int(self.now)), asked["at"] or instant_of(int(self.now))
        unknown: List[Dict[str, Any]] = [{"provider": one, "state": "unknown"} for one in asked["providers"]]
        known = {one["provider"]: one for one in self.snapshots}
        read = [known.get(one["provider"], one) for one in unknown]
        return SIGNER.sign(
            {
                "format": "rf-decisions-1",
                "decision_id": "00000000-0000-7000-8000-000000000002",
                "workspace_id": WORKSPACE,
                "request_digest": request_digest(**asked),
                "nonce": asked["nonce"],
                "reference": asked["reference"],
                "exposure": asked["exposure"],
                "policy": {"name": self.policy["name"], "version": 1, "digest": policy_digest(self.policy)},
                "at": at,
                "hypothetical": asked["at"] is not None,
                "issued_at": issued_at,
                "valid_until": issued_at if asked["at"] else valid_until(self.policy, read, at),
                "providers": [
                    {
                        **decide(self.policy, one, at, asked["exposure"]),
                        "verification_id": None,
                        "snapshot": sha256_hex(one),
                    }
                    for one in read
                ],
            }
        )

    def bundle(self) -> Dict[str, Any]:
        """Like that of the service, it stays the same until half of its time is over."""
        kept = self._bundle["document"] if self._bundle is not None else None
        if self._bundle is not None and kept is not None:
            ends = (seconds_of(kept["issued_at"]) or 0) + (seconds_of(kept["valid_until"]) or 0)
            if self.now < ends / 2 and kept["policy"] == self.policy:
                return self._bundle
        issued_at = instant_of(int(self.now))
        self._bundle = SIGNER.sign(
            {
                "format": "rf-policy-bundle-1",
                "workspace_id": WORKSPACE,
                "policy": copy.deepcopy(self.policy),
                "policy_digest": policy_digest(self.policy),
                "issued_at": issued_at,
                "valid_until": valid_until(self.policy, self.snapshots, issued_at),
                "providers": [{"verification_id": None, "snapshot": one} for one in self.snapshots],
            }
        )
        return self._bundle

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        is_bundle = request.url.path.endswith("/bundle")
        answer = copy.deepcopy(self.bundle() if is_bundle else self.decisions(json.loads(request.content)))
        fault = self.bundle_fault if is_bundle else self.fault
        etag = f'"{answer["signature"]["value"]}"'
        if fault is not None:
            answer = fault(answer)
        elif is_bundle and request.headers.get("if-none-match") == etag:
            return httpx.Response(304, headers={"etag": etag})
        if isinstance(answer, httpx.Response):
            return answer
        return httpx.Response(200, json=answer, headers={"etag": etag} if is_bundle else {})


def changing(by: TestSigner = SIGNER, **members: Any) -> Fault:
    """Changes the document, and signs it again."""
    return lambda answer: by.sign({**answer["document"], **members})


def problem(status: int, **headers: str) -> Fault:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda _: httpx.Response(status, json={"code": "a_problem", "title": "No"}, headers=named)
