"""Recomputes a computation answer from its file alone: arithmetic, hash and verification id.

This proves that the arithmetic is right and that the file is consistent. It does not prove who made the file: use
``verify`` with a pinned key for that.
"""

from typing import Any, Dict, List, Mapping, Optional, Tuple, Union

from .answer import Answer, read_answer
from .arithmetic import NotScored, calculate
from .canonical import sha256_hex, verification_id
from .decimals import decimal_text
from .differences import first_difference
from .framework import Framework
from .framework_place import FrameworkError
from .framework_reader import read_framework
from .json_reader import Json
from .report import FAULTS, Check, ReplayReport, failed
from .result import result_of
from .run_input import read_run
from .wording import quoted

AnswerSource = Union[bytes, str, Mapping[str, Any]]
"""The bytes or the text of a file, or parsed JSON. Repeated members can be detected in bytes and text only."""

_PLACES_IN_PACKAGE = (
    ("/provider_id", "/data/package/provider/id"),
    ("/planner_type", "/data/package/provider/planner_type"),
    ("/scoring_date", "/data/package/as_of"),
    ("/flags", "/data/package/provider/flags"),
    ("/gates", "/data/package/gates"),
    ("/inputs", "/data/package/inputs"),
)


def replay(answer: AnswerSource) -> ReplayReport:
    """Recompute an answer. Raises UnreadableAnswerError if the bytes are not UTF-8; the report has everything else."""
    read = read_answer(answer)
    if isinstance(read, Check):
        return ReplayReport(None, [read])
    return ReplayReport(read.verification_id, replay_checks(read))


def replay_checks(answer: Answer) -> List[Check]:
    """The checks in their published order, without those that need a valid framework if there is none."""
    checks, framework = _methodology(answer)
    checks.append(_configuration(answer))
    if framework is not None:
        checks.append(_arithmetic(answer, framework))
    package_hash = sha256_hex(answer.package)
    checks.append(_equal("package hash", package_hash, answer.package_hash, "package_hash"))
    checks.append(_equal("verification id", verification_id(package_hash), answer.verification_id, "verification_id"))
    if framework is not None:
        checks.append(_statement(answer, framework, package_hash))
    return checks


def _equal(check: str, computed: str, stated: str, member: str) -> Check:
    if computed == stated:
        return Check(check, computed)
    return failed(check, f"{member}_differs", f"/data/{member}", f"Computed {computed}, stated {quoted(stated)}.")


def _methodology(answer: Answer) -> Tuple[List[Check], Optional[Framework]]:
    digest = sha256_hex(answer.methodology)
    stated = answer.package["methodology_digest"]
    checks = [
        Check("methodology", digest)
        if digest == stated
        else failed(
            "methodology",
            "methodology_differs",
            "/data/package/methodology_digest",
            f"Computed {digest}, stated {quoted(stated)}.",
        )
    ]
    try:
        framework = read_framework(answer.methodology)
    except FrameworkError as error:
        checks.append(
            failed(
                "methodology form",
                "methodology_invalid",
                "/data/methodology" + error.pointer,
                f"{FAULTS['methodology_invalid']} {error.problem}.",
            )
        )
        return checks, None
    if framework.version != answer.methodology_version:
        checks.append(
            failed(
                "methodology version",
                "methodology_differs",
                "/data/methodology_version",
                f"The framework is version {framework.version}, not {quoted(answer.methodology_version)}.",
            )
        )
    return checks, framework


def _configuration(answer: Answer) -> Check:
    digest = sha256_hex(answer.package["configuration"])
    stated = answer.package["configuration_digest"]
    if digest == stated:
        return Check("configuration", digest)
    return failed(
        "configuration",
        "configuration_differs",
        "/data/package/configuration_digest",
        f"Computed {digest}, stated {quoted(stated)}.",
    )


def run_of(package: Dict[str, Json]) -> Dict[str, Json]:
    """The inputs that were scored, according to the package."""
    provider = package["provider"]
    return {
        "provider_id": provider["id"],
        "planner_type": provider["planner_type"],
        "scoring_date": package["as_of"][:10],
        "flags": provider["flags"],
        "gates": package["gates"],
        "inputs": package["inputs"],
    }


def _arithmetic(answer: Answer, framework: Framework) -> Check:
    run = read_run(run_of(answer.package), framework)
    if isinstance(run, list):
        return failed("arithmetic", "input_invalid", _place_in_package(run[0].pointer), run[0].message)
    calculation = calculate(run, framework)
    if isinstance(calculation, NotScored):
        return failed("arithmetic", "not_scored", None, f"The inputs give no score: {calculation.reason}.")
    difference = first_difference(result_of(calculation), answer.package["result"], "/data/package/result")
    if difference is not None:
        return failed("arithmetic", "result_differs", difference.pointer, str(difference))
    return Check("arithmetic", f"Recomputing gives the same result: {decimal_text(calculation.final)}.")


def _place_in_package(pointer: str) -> str:
    for in_run, in_package in _PLACES_IN_PACKAGE:
        if pointer == in_run or pointer.startswith(in_run + "/"):
            return in_package + pointer[len(in_run) :]
    return "/data/package"


def _statement(answer: Answer, framework: Framework, package_hash: str) -> Check:
    """The package determines the whole statement, except for references to earlier indicators."""
    package, provider = answer.package, answer.package["provider"]
    result, stated = package["result"], answer.statement
    computed = {
        "as_of": package["as_of"],
        "corrects": stated["corrects"],
        "framework_version": framework.title,
        "methodology_digest": package["methodology_digest"],
        "package_hash": package_hash,
        "planner_type": provider["planner_type"],
        "provider_id": provider["id"],
        "provider_name": provider["name"],
        "supersedes": stated["supersedes"],
        "verification_id": verification_id(package_hash),
    }
    if "final_score" in result:
        computed["final_score"] = result["final_score"]
    if "band" in result:
        computed["risk_band"] = result["band"]
    difference = first_difference(computed, stated, "/data/statement")
    if difference is not None:
        return failed("statement", "statement_differs", difference.pointer, str(difference))
    return Check("statement", "The statement matches the package.")
