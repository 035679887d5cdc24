"""The packages and confirmations on which every client library and ``rf`` must agree."""

import json
import random
from pathlib import Path
from typing import Any, Dict, Tuple

import pytest

from rf_indicators.replay import CONFIRMATION_FAULTS, FAULTS, is_confirmation, replay, verify, verify_confirmation
from support.changes import changed_at, changed_text, places
from support.repository import CONFORMANCE, FULL, read_json_file, rf_reports

ALL_CASES = read_json_file(CONFORMANCE / "client-cases.json")
CASES = ALL_CASES["packages"]
CONFIRMATIONS = ALL_CASES["confirmations"]


def witnesses_of(case: Dict[str, Any]) -> Dict[str, Any]:
    return {name: case[name] for name in ("witnesses", "required_witnesses") if name in case}


def rf_options(case: Dict[str, Any]) -> Tuple[str, ...]:
    options = [("--key", key) for key in case.get("keys", ())]
    options += [("--witness", key) for key in case.get("witnesses", ())]
    if "required_witnesses" in case:
        options.append(("--require", str(case["required_witnesses"])))
    return tuple(part for option in options for part in option)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_package(case: Dict[str, Any]) -> None:
    text = changed_text(case)
    report = replay(text) if case["command"] == "replay" else verify(text, case["keys"], **witnesses_of(case))
    assert report.fault == case["fault"]


def test_every_fault_has_a_case() -> None:
    assert {case["fault"] for case in CASES} == {None, *FAULTS}


@pytest.mark.system
def test_rf_judges_them_alike(tmp_path: Path) -> None:
    for command in ("replay", "verify"):
        option_lists = {rf_options(case) for case in CASES if case["command"] == command}
        for options in option_lists:
            chosen = [case for case in CASES if case["command"] == command and rf_options(case) == options]
            files = []
            for index, case in enumerate(chosen):
                files.append(tmp_path / f"{command}-{len(options)}-{index}.json")
                files[-1].write_text(changed_text(case), encoding="utf-8")
            reports = rf_reports(command, files, *options)
            assert [report["fault"] for report in reports] == [case["fault"] for case in chosen]


@pytest.mark.parametrize("case", CONFIRMATIONS, ids=lambda case: case["name"])
def test_confirmation(case: Dict[str, Any]) -> None:
    report = verify_confirmation(changed_text(case), case["keys"], case.get("verification_id"), **witnesses_of(case))
    assert report.fault == case["fault"]


def test_every_fault_of_a_confirmation_has_a_case() -> None:
    assert {case["fault"] for case in CONFIRMATIONS} == {None, *CONFIRMATION_FAULTS}


def test_confirmations_are_told_from_packages() -> None:
    assert is_confirmation(changed_text(CONFIRMATIONS[0]))
    assert not is_confirmation(changed_text(CASES[0]))
    assert not is_confirmation("[]")
    assert not is_confirmation("not JSON")


@pytest.mark.system
def test_rf_judges_confirmations_alike(tmp_path: Path) -> None:
    """``rf verify`` recognises the file by its contents; without a record, it takes it for a package."""
    chosen = [case for case in CONFIRMATIONS if "verification_id" not in case and is_confirmation(changed_text(case))]
    for options in {rf_options(case) for case in chosen}:
        cases = [case for case in chosen if rf_options(case) == options]
        files = []
        for index, case in enumerate(cases):
            file = tmp_path / f"{index}.json"
            file.write_text(changed_text(case), encoding="utf-8")
            files.append(file)
        for file, case, theirs in zip(files, cases, rf_reports("verify", files, *options)):
            own = verify_confirmation(file.read_bytes(), case["keys"], **witnesses_of(case)).to_json()
            assert own == {name: value for name, value in theirs.items() if name != "file"}, case["name"]


@pytest.mark.system
def test_random_changes_of_a_confirmation_are_refused_for_the_same_reason(tmp_path: Path) -> None:
    source = random.Random(29)
    case = CONFIRMATIONS[0]
    answer = read_json_file(CONFORMANCE / case["file"])
    inside = [path for path in places(answer) if path[:1] == ("data",) and len(path) > 2]
    whats, files = [], []
    for index in range(1_000 if FULL else 40):
        what, changed = changed_at(answer, source.choice(inside), source)
        file = tmp_path / f"{index}.json"
        file.write_text(json.dumps(changed), encoding="utf-8")
        whats.append(what)
        files.append(file)
    for what, file, theirs in zip(whats, files, rf_reports("verify", files, "--key", case["keys"][0])):
        own = verify_confirmation(file.read_bytes(), case["keys"])
        assert own.to_json() == {name: value for name, value in theirs.items() if name != "file"}, what
        # The log entry and the signature ignore members that they do not know; everything else is covered.
        assert not own.ok or what.startswith("add at data/log") or what.startswith("add at data/signature"), what
