"""Policies. packages/engine/test/policy/like-python.test.ts compares every decision with that of the engine."""

from typing import Any, Dict

import pytest

from rf_indicators import policy as policies
from rf_indicators.policy import decide, policy_digest, valid_until

AT = "2026-06-15T12:00:00Z"

POLICY: Dict[str, Any] = {
    "format": "rf-policy-1",
    "name": "treasury",
    "version": 1,
    "scope": "all",
    "frameworks": ["1.0"],
    "verified_within_hours": 48,
    "valid_minutes": 60,
    "rules": [
        {
            "id": "weak",
            "decision": "REVIEW",
            "sentence": "The score is below 75.00.",
            "when": {"value": "score", "is": "below", "to": "75.00"},
        }
    ],
    "existing": {"rules": [], "cure_days": 30},
    "exceptions": [],
}

SNAPSHOT = {
    "provider": "acme",
    "state": "scored",
    "verified_at": "2026-06-15T06:00:00Z",
    "framework": "1.0",
    "band": "MEDIUM",
    "score": "70.00",
    "stale": False,
    "stale_from": "2026-06-15T12:30:00Z",
    "withdrawn_from": None,
}


def test_public_names() -> None:
    assert policies.__all__ == [
        "DECISIONS_FAULTS",
        "DecidedPackage",
        "check_formatted",
        "decide",
        "package_values",
        "policy_digest",
        "replay_decisions",
        "request_digest",
        "valid_until",
    ]


def test_a_decision_says_why() -> None:
    weak = {"rule": "weak", "counts_as": "REVIEW", "sentence": "The score is below 75.00.", "truth": "true"}
    assert decide(POLICY, SNAPSHOT, AT) == {
        "provider": "acme",
        "decision": "REVIEW",
        "decided_by": "weak",
        "sentence": "The score is below 75.00.",
        "held": [weak],
        "saw": {"score": "70.00"},
    }
    assert decide(POLICY, SNAPSHOT, AT, "existing")["decision"] == "ALLOW"


def test_what_is_not_known_is_block() -> None:
    assert decide(POLICY, {**SNAPSHOT, "score": None}, AT)["decision"] == "BLOCK"
    assert decide(POLICY, {"provider": "acme"}, AT)["decided_by"] == "rf:unknown"


def test_a_decision_ends_when_the_score_becomes_stale() -> None:
    assert valid_until(POLICY, [SNAPSHOT], AT) == "2026-06-15T12:30:00Z"


@pytest.mark.parametrize("at", ["2026-06-15", "2026-06-15T12:00:00+02:00", "2026-06-15T24:00:00Z"])
def test_an_instant_that_is_none_is_refused(at: str) -> None:
    with pytest.raises(ValueError, match="not an instant in UTC"):
        decide(POLICY, SNAPSHOT, at)
    with pytest.raises(ValueError, match="not an instant in UTC"):
        valid_until(POLICY, [SNAPSHOT], at)


@pytest.mark.parametrize(("fell_on", "decision"), [("2026-06-05", "REVIEW"), ("2026-06-04", "BLOCK")])
def test_days_to_cure_begin_with_the_first_downgrade(fell_on: str, decision: str) -> None:
    when = {"value": "band", "is": "worse_than", "to": "LOW"}
    rule = {"id": "risky", "decision": "BLOCK", "sentence": "The band is worse than LOW.", "when": when}
    history = [
        {"day": "2026-01-01", "score": "90.00", "band": "LOW"},
        {"day": fell_on, "score": "70.00", "band": "MEDIUM"},
        {"day": "2026-06-14", "score": "50.00", "band": "ELEVATED"},
    ]
    policy = {**POLICY, "existing": {"rules": [rule], "cure_days": 10}}
    snapshot = {**SNAPSHOT, "score": "50.00", "band": "ELEVATED", "history": history}
    assert decide(policy, snapshot, AT, "existing")["decision"] == decision


def test_a_policy_of_a_later_format_is_refused() -> None:
    with pytest.raises(ValueError, match="format rf-policy-1"):
        decide({**POLICY, "format": "rf-policy-2"}, SNAPSHOT, AT)


def test_the_digest_depends_on_no_order() -> None:
    assert policy_digest(POLICY) == policy_digest(dict(reversed(list(POLICY.items()))))
    assert policy_digest(POLICY) != policy_digest({**POLICY, "version": 2})
