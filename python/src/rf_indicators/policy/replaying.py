"""Makes the decisions of a call again, from the policy and the snapshots that were kept with it, and compares them."""

from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence

from ..replay.answer import read_source
from ..replay.canonical import canonical_json, sha256_hex
from ..replay.framework_reader import read_framework
from ..replay.json_reader import Json
from ..replay.replaying import AnswerSource
from ..replay.report import FAULTS, Check, ReplayReport, failed
from .decision import FORMAT
from .package_values import package_values
from .signed_decisions import made_again

DECISIONS_FAULTS = {
    "malformed": "This is no document of decisions with its policy and its snapshots.",
    "policy_differs": "The policy has another digest.",
    "snapshot_differs": "The values are of another provider.",
    "snapshot_missing": "The values are missing.",
    "decisions_differ": "The policy gives other decisions.",
    "package_differs": "The package gives other values.",
}
"""Every fault of decisions and what it means."""

_GARBAGE = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError)


class DecidedPackage(NamedTuple):
    """A package, and the framework that scored it."""

    verification_id: str
    package: Mapping[str, Any]
    methodology: Mapping[str, Any]


def replay_decisions(kept: AnswerSource, packages: Sequence[DecidedPackage] = ()) -> ReplayReport:
    """Make the decisions of a call again: the answer of ``get_decisions``, or the file that has it.

    Without packages, this proves that the decisions follow from the policy and the values that were read. With the
    package of a provider, it also proves that those of its values that follow from the package are right. It does not
    check who signed the document: ``check_formatted`` does.
    """
    value = read_source(kept, FAULTS)
    if isinstance(value, Check) or not _is_kept(value):
        return ReplayReport(None, [failed("form", "malformed", None, DECISIONS_FAULTS["malformed"])])
    checks: List[Check] = []
    try:
        _replay(value, packages, checks)
    except _GARBAGE as error:
        checks.append(failed("form", "malformed", None, f"{DECISIONS_FAULTS['malformed']} {error}."))
    return ReplayReport(value["document"]["decision_id"], checks)


def _replay(kept: Dict[str, Any], packages: Sequence[DecidedPackage], checks: List[Check]) -> None:
    document, policy = kept["document"], kept["policy"]
    digest = sha256_hex(policy)
    if digest == document["policy"].get("digest"):
        checks.append(Check("policy", digest))
    else:
        checks.append(_failed("policy", "policy_differs", "/document/policy/digest"))
    read = _snapshots_of(document, kept["snapshots"], checks)
    if read is None:
        return
    if policy.get("format") != FORMAT:
        checks.append(failed("policy", "malformed", "/policy", "This is no policy that can be read."))
        return
    if canonical_json(made_again(document, policy, read)) == canonical_json(document):
        checks.append(Check("decisions", f"All {len(read)} follow from the policy and the values."))
    else:
        checks.append(_failed("decisions", "decisions_differ", "/document/providers"))
    for one in packages:
        checks.append(_package_check(one, document["providers"], read))


def _is_kept(kept: Json) -> bool:
    """As far as it is read before it is compared."""
    if not isinstance(kept, dict):
        return False
    document, policy, snapshots = kept.get("document"), kept.get("policy"), kept.get("snapshots")
    if not isinstance(document, dict) or not isinstance(policy, dict) or not isinstance(snapshots, list):
        return False
    providers = document.get("providers")
    return (
        isinstance(document.get("policy"), dict)
        and isinstance(providers, list)
        and all(_has_texts(one, "provider", "snapshot") for one in providers)
        and all(_has_texts(one, "provider") for one in snapshots)
        and _has_texts(document, "decision_id", "nonce", "exposure", "at", "issued_at")
    )


def _has_texts(value: Json, *names: str) -> bool:
    return isinstance(value, dict) and all(isinstance(value.get(name), str) for name in names)


def _snapshots_of(
    document: Mapping[str, Any], snapshots: Sequence[Dict[str, Any]], checks: List[Check]
) -> Optional[List[Dict[str, Any]]]:
    """In the order of the document; None if one of them is missing."""
    by_digest = {sha256_hex(snapshot): snapshot for snapshot in snapshots}
    found: List[Dict[str, Any]] = []
    for index, entry in enumerate(document["providers"]):
        place, provider = f"/document/providers/{index}/snapshot", entry["provider"]
        snapshot = by_digest.get(entry["snapshot"])
        if snapshot is None:
            checks.append(failed("snapshots", "snapshot_missing", place, f"The values of {provider} are missing."))
        elif snapshot["provider"] != provider:
            detail = f"The values of {provider} are of another provider."
            checks.append(failed("snapshots", "snapshot_differs", place, detail))
        else:
            found.append(snapshot)
    if len(found) < len(document["providers"]):
        return None
    checks.append(Check("snapshots", f"{len(found)} snapshots have the digests that the document names."))
    return found


def _package_check(one: DecidedPackage, providers: Sequence[Any], read: Sequence[Mapping[str, Any]]) -> Check:
    index = next(
        (at for at, entry in enumerate(providers) if entry.get("verification_id") == one.verification_id), None
    )
    try:
        values = package_values(read_framework(one.methodology), one.package)
    except _GARBAGE:
        return failed("package", "package_differs", None, "The package cannot be read.")
    if index is None:
        return failed("package", "package_differs", None, f"No decision rests on {one.verification_id}.")
    for name, value in values.items():
        if canonical_json(read[index].get(name)) != canonical_json(value):
            return failed("package", "package_differs", None, f"Its package gives another {name}.")
    return Check("package", f"The values of {read[index]['provider']} follow from its package.")


def _failed(check: str, fault: str, pointer: str) -> Check:
    return failed(check, fault, pointer, DECISIONS_FAULTS[fault])
