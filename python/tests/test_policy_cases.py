"""The published cases of policies, which every implementation must decide alike."""

import json
from typing import Any, Dict

import pytest

from rf_indicators.policy import (
    DECISIONS_FAULTS,
    DecidedPackage,
    check_formatted,
    decide,
    replay_decisions,
    valid_until,
)
from rf_indicators.replay import read_verifier_key
from support.changes import changed_text
from support.repository import CONFORMANCE, read_json_file

DECISIONS = read_json_file(CONFORMANCE / "policies" / "decisions.json")["cases"]
CALLS = read_json_file(CONFORMANCE / "policies" / "calls.json")


@pytest.mark.parametrize("case", DECISIONS, ids=lambda case: case["name"])
def test_decision(case: Dict[str, Any]) -> None:
    policy, snapshot, at = case["policy"], case["snapshot"], case["at"]
    assert decide(policy, snapshot, at, case["exposure"]) == case["decision"]
    assert valid_until(policy, [snapshot], at) == case["valid_until"]


@pytest.mark.parametrize("case", CALLS["cases"], ids=lambda case: case["name"])
def test_call(case: Dict[str, Any]) -> None:
    call = json.loads(changed_text(case))
    keys = [read_verifier_key(CALLS["key"])]
    assert check_formatted(call["document"], call["signature"], keys) == case["signature"]
    packages = []
    if "package" in case:
        answer = read_json_file(CONFORMANCE / case["package"])["data"]
        packages.append(DecidedPackage(answer["verification_id"], answer["package"], answer["methodology"]))
    assert replay_decisions(call, packages).fault == case["fault"]


def test_every_fault_has_a_case() -> None:
    assert {case["fault"] for case in CALLS["cases"]} == {None, *DECISIONS_FAULTS}
