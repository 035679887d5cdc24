"""The same reports as the real ``rf``, which is run as a black box."""

import copy
import json
import random
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path
from typing import Any, Dict, List, Sequence, Set, Tuple

import pytest

from rf_indicators.replay import (
    ReplayReport,
    UnreadableAnswerError,
    canonical_json,
    read_framework,
    replay,
    score,
    sha256_hex,
    verification_id,
    verify,
)
from support.changes import at, changed_at, places
from support.repository import (
    CONFORMANCE,
    FRAMEWORK_FILE,
    FULL,
    make_packages,
    read_json_file,
    rf,
    rf_reports,
    sample_runs,
)

CHANGES = 2_000 if FULL else 20
FRAMEWORK_CHANGES = 1_000 if FULL else 40
PACKAGE_CHANGES = 1_000 if FULL else 12
INPUT_CHANGES = 2_000 if FULL else 80
GENERATED_PACKAGES = 2_000 if FULL else 10


@pytest.fixture(scope="module")
def sample_packages(tmp_path_factory: pytest.TempPathFactory) -> List[Path]:
    return make_packages(sample_runs(), tmp_path_factory.mktemp("samples"))


def written(cases: Sequence[Tuple[str, Any]], folder: Path) -> List[Path]:
    files = []
    for index, (_, answer) in enumerate(cases):
        file = folder / f"{index}.json"
        file.write_bytes(json.dumps(answer, separators=(",", ":")).encode())
        files.append(file)
    return files


def comparable(report: Dict[str, Any]) -> Dict[str, Any]:
    """A report without what may differ: the file name, the parser's message about invalid JSON, and which of several
    problems of an invalid framework is named."""
    report = {name: value for name, value in report.items() if name != "file"}
    for check in report["checks"]:
        if check["fault"] == "methodology_invalid":
            check["pointer"] = None
        if check["fault"] in ("not_json", "wrong_form", "methodology_invalid") and check["pointer"] is None:
            check["detail"] = ""
    return report


def assert_same_reports(cases: Sequence[Tuple[str, Any]], folder: Path) -> List[ReplayReport]:
    mine, theirs = both_reports(written(cases, folder))
    for (what, _), own, other in zip(cases, mine, theirs):
        assert comparable(own.to_json()) == comparable(other), what
    return mine


def both_reports(files: Sequence[Path]) -> Tuple[List[ReplayReport], List[Dict[str, Any]]]:
    """Our reports and those of ``rf``, which runs in its own process at the same time."""
    with ThreadPoolExecutor(1) as beside:
        theirs = beside.submit(rf_reports, "replay", files)
        return [replay(file.read_bytes()) for file in files], theirs.result()


def test_sample_packages_replay(sample_packages: List[Path]) -> None:
    reports = [replay(file.read_bytes()) for file in sample_packages]
    for report in reports:
        assert report.ok, report.checks
    file = sample_packages[0]
    assert reports[0] == replay(file.read_text(encoding="utf-8")) == replay(read_json_file(file))


def vouched_places(answer: Any) -> List[Tuple[Any, ...]]:
    """Where a change must be detected: the package, the framework and what repeats them."""
    free: Set[Tuple[Any, ...]] = {("data", name) for name in ("engine_version", "published_at", "signature", "log")}
    free |= {("data", "statement", name) for name in ("supersedes", "corrects")}
    return [path for path in places(answer) if path[:1] == ("data",) and not {path[:2], path[:3]} & free]


def test_random_changes_of_one_place_are_refused_for_the_same_reason(
    sample_packages: List[Path], tmp_path: Path
) -> None:
    source = random.Random(20260401)
    answers = [read_json_file(file) for file in sample_packages]
    everywhere = [vouched_places(answer) for answer in answers]
    cases: List[Tuple[str, Any]] = []
    while len(cases) < CHANGES:
        index = source.randrange(len(answers))
        # Half of the changes in what is scored and stated: the framework and the result have most of the places.
        wide = everywhere[index]
        narrow = [path for path in wide if "result" not in path[:3] and "methodology" not in path[:2]]
        path = source.choice(narrow if source.random() < 0.5 else wide)
        what, changed = changed_at(answers[index], path, source)
        if what.startswith("add") and len(path) <= 2:
            continue  # members that are not known, of the answer and of data, are ignored
        cases.append((what, changed))
    reports = assert_same_reports(cases, tmp_path)
    accepted = [what for (what, _), report in zip(cases, reports) if report.ok]
    assert accepted == []


@pytest.mark.system
def test_random_changes_where_nothing_vouches_give_the_same_report(sample_packages: List[Path], tmp_path: Path) -> None:
    source = random.Random(7)
    answer = read_json_file(sample_packages[0])
    vouched = set(vouched_places(answer))
    free = [path for path in places(answer) if path not in vouched]
    assert_same_reports([changed_at(answer, source.choice(free), source) for _ in range(40 if FULL else 15)], tmp_path)


def sealed(answer: Any) -> Any:
    """An answer made consistent again, as a forger would: all digests and what repeats them."""
    answer = copy.deepcopy(answer)
    data, package, statement = answer["data"], answer["data"]["package"], answer["data"]["statement"]
    package["methodology_digest"] = statement["methodology_digest"] = sha256_hex(data["methodology"])
    package["configuration_digest"] = sha256_hex(package["configuration"])
    data["package_hash"] = statement["package_hash"] = sha256_hex(package)
    data["verification_id"] = statement["verification_id"] = verification_id(data["package_hash"])
    return answer


@pytest.mark.system
def test_random_frameworks_under_their_own_digest_give_the_same_verdict(
    sample_packages: List[Path], tmp_path: Path
) -> None:
    source = random.Random(11)
    answer = read_json_file(sample_packages[4])
    inside = [path for path in places(answer) if path[:2] == ("data", "methodology") and len(path) > 2]
    cases = [changed_at(answer, source.choice(inside), source) for _ in range(FRAMEWORK_CHANGES)]
    cases = [(what, sealed(changed)) for what, changed in cases]
    mine, theirs = both_reports(written(cases, tmp_path))
    for (what, _), own, other in zip(cases, mine, theirs):
        assert own.fault == other["fault"], what
    assert {"methodology_invalid", "result_differs", None} <= {report.fault for report in mine}


@pytest.mark.system
def test_random_packages_under_their_own_hash_give_the_same_report(sample_packages: List[Path], tmp_path: Path) -> None:
    source = random.Random(13)
    answer = read_json_file(sample_packages[2])
    parts = ("inputs", "gates", "provider", "configuration", "as_of")
    inside = [path for path in places(answer) if path[:2] == ("data", "package") and path[2:3] and path[2] in parts]
    cases: List[Tuple[str, Any]] = []
    while len(cases) < PACKAGE_CHANGES:
        what, changed = changed_at(answer, source.choice(inside), source)
        package = changed["data"]["package"]
        if all(isinstance(package.get(part), type(answer["data"]["package"][part])) for part in parts):
            cases.append((what, sealed(changed)))
    assert_same_reports(cases, tmp_path)


@pytest.mark.system
def test_random_facts_and_references_give_the_same_report(tmp_path: Path) -> None:
    source = random.Random(23)
    answer = read_json_file(CONFORMANCE / "packages" / "FX-01-facts.json")
    inside = [
        path
        for path in places(answer["data"]["package"])
        if path[0] == "facts" or (path[0] in ("inputs", "gates") and {"evidence", "approval"} & set(path[2:3]))
    ]
    cases: List[Tuple[str, Any]] = []
    for _ in range(PACKAGE_CHANGES):
        what, changed = changed_at(answer, ("data", "package", *source.choice(inside)), source)
        cases.append((what, changed))
        cases.append((f"{what}, sealed", sealed(changed)))
    reports = assert_same_reports(cases, tmp_path)
    assert {"wrong_form", "package_hash_differs", None} <= {report.fault for report in reports}


@pytest.mark.system
@pytest.mark.parametrize("member", ["input", "op"])
def test_a_rule_whose_names_are_no_texts_is_refused(member: str, sample_packages: List[Path], tmp_path: Path) -> None:
    strange_values: List[Any] = [None, 5, ["lt"], {}, ["reserve_coverage"]]
    cases: List[Tuple[str, Any]] = []
    for strange in strange_values:
        answer = read_json_file(sample_packages[0])
        answer["data"]["methodology"]["hard_rules"][3]["tiers"][0][0][member] = strange
        cases.append((f"{member} {strange}", sealed(answer)))
    mine, theirs = both_reports(written(cases, tmp_path))
    assert [report.fault for report in mine] == ["methodology_invalid"] * len(cases)
    assert [report["fault"] for report in theirs] == ["methodology_invalid"] * len(cases)


def random_run(source: random.Random, framework: Dict[str, Any], index: int) -> Dict[str, Any]:
    """A valid run: any option, any number of the right form, ages from fresh to long lapsed, gates mostly live."""

    def entry(value: str, max_age: int, oldest: float) -> Dict[str, str]:
        age = source.choice((0, max_age, max_age + 1, 2 * max_age - 1, source.randrange(int(oldest * max_age) + 1)))
        age = min(age, int(oldest * max_age))
        day = 738_000 + 2_000 - age
        return {
            "value": value,
            "grade": source.choice("ABCDE"),
            "evidence_date": date.fromordinal(day).isoformat(),
        }

    def number(form: Dict[str, Any]) -> str:
        low, high = float(form["breakpoints"][0][0]), float(form["breakpoints"][-1][0])
        exact = source.choice(form["breakpoints"])[0]
        return source.choice((exact, f"{max(0.0, source.uniform(low - 5, high * 1.2)):.{form['scale']}f}"))

    inputs = {}
    for criterion in framework["criteria"]:
        is_gate = criterion.get("gate", False)
        if is_gate or source.random() < 0.9:
            form = criterion["input"]
            value = number(form) if form["type"] == "number" else source.choice(form["options"])[0]
            inputs[criterion["id"]] = entry(value, criterion["max_age_days"], 1.9 if is_gate else 2.5)
    return {
        "provider_id": f"GEN-{index}",
        "name": source.choice(("Quillhaven", "Zürich Ünit 😀", 'a"b\\c\n')),
        "planner_type": source.choice(("btc", "fiat", "stablecoin")),
        "scoring_date": date.fromordinal(740_000).isoformat(),
        "flags": {flag: source.random() < 0.5 for flag in framework["flags"] if source.random() < 0.9},
        "gates": {
            gate["id"]: entry(source.choice(gate["options"]), gate["max_age_days"], 1.9) for gate in framework["gates"]
        },
        "inputs": inputs,
    }


def test_generated_packages_replay_byte_for_byte(tmp_path: Path) -> None:
    source = random.Random(17)
    framework_file = read_json_file(FRAMEWORK_FILE)
    framework = read_framework(framework_file)
    for start in range(0, GENERATED_PACKAGES, 500):
        count = min(500, GENERATED_PACKAGES - start)
        runs = [random_run(source, framework_file, start + index) for index in range(count)]
        for run, file in zip(runs, make_packages(runs, tmp_path / str(start))):
            answer = read_json_file(file)
            result = answer["data"]["package"]["result"]
            assert canonical_json(score(run, framework)) == canonical_json(result), run
            assert replay(file.read_bytes()).ok, run


@pytest.mark.system
def test_random_bad_inputs_give_the_same_errors(tmp_path: Path) -> None:
    source = random.Random(19)
    numbers = [
        "-1",
        "+1",
        "1e5",
        " 1",
        "1,0",
        "NaN",
        "0x1",
        "１",
        "01",
        ".5",
        "5.",
        "10000000000",
        "1.123",
        "abc",
        "1" * 65,
    ]
    dates = ["2026-02-30", "2026-1-1", "0000-01-01", "9999-12-31", "2026-04-02", "x", ""]
    cases: List[Any] = []
    for _ in range(INPUT_CHANGES):
        run = copy.deepcopy(source.choice(sample_runs()))
        for _ in range(source.randint(1, 3)):
            path = source.choice(list(places(run)))
            if path[-1] == "value" and source.random() < 0.7:
                at(run, path[:-1])["value"] = source.choice(numbers)
            elif path[-1] == "evidence_date" and source.random() < 0.7:
                at(run, path[:-1])["evidence_date"] = source.choice(dates)
            else:
                run = changed_at(run, path, source)[1]
        cases.append(run)
    file = tmp_path / "runs.json"
    file.write_text(json.dumps(cases), encoding="utf-8")
    lines = rf("score", "--runs", str(file)).stdout.splitlines()
    framework = read_framework(read_json_file(FRAMEWORK_FILE))
    assert len(lines) == len(cases)
    for run, line in zip(cases, lines):
        assert canonical_json(score(run, framework)).decode() == line.decode(), run


def test_signed_packages_verify(tmp_path: Path) -> None:
    key_file = tmp_path / "desk.key"
    assert rf("keygen", "--out", str(key_file), "--name", "desk").returncode == 0
    files = make_packages(sample_runs(), tmp_path / "signed", "--sign", str(key_file))
    key = (tmp_path / "desk.key.pub").read_text(encoding="utf-8")
    theirs = rf_reports("verify", files, "--key", key.strip())
    for file, report in zip(files, theirs):
        own = verify(file.read_bytes(), key)
        assert own.ok
        assert comparable(own.to_json()) == comparable(report)


def test_bytes_that_are_no_text_are_not_judged() -> None:
    with pytest.raises(UnreadableAnswerError):
        replay(b"\xff{}")


def test_a_byte_order_mark_is_passed_over(sample_packages: List[Path]) -> None:
    assert replay(b"\xef\xbb\xbf" + sample_packages[0].read_bytes()).ok


def test_parsed_json_without_a_canonical_form_is_refused(sample_packages: List[Path]) -> None:
    for bad in (float("nan"), "\ud800"):
        answer = read_json_file(sample_packages[0])
        answer["data"]["package"]["note"] = bad
        assert replay(answer).fault == "wrong_form"
