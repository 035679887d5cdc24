"""Verifies confirmations: signed records of the log that say which indicators a run found unchanged, and when."""

import re
from typing import Callable, Dict, List, Mapping, Optional, Sequence

from .answer import read_source
from .canonical import sha256_hex, utf16_order
from .json_reader import Json, pointer_step
from .proof import Proved, log_check, signature_check
from .replaying import AnswerSource
from .report import CONFIRMATION_FAULTS, Check, ReplayReport, failed
from .verifying import PinnedKeys, pinned_keys
from .witnesses import Witnesses, witness_policy, witnesses_check
from .wording import quoted

_INSTANT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{3}Z")
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_LETTERS = "[0-9A-HJKMNP-TV-Z]"
_VERIFICATION_ID = re.compile(f"RF-{_LETTERS}{{5}}(?:-{_LETTERS}{{5}}){{3}}-{_LETTERS}{{6}}")
_LARGEST_COUNT = 2**53 - 1


def verify_confirmation(
    answer: AnswerSource,
    keys: PinnedKeys,
    verification_id: Optional[str] = None,
    *,
    witnesses: Optional[Witnesses] = None,
    required_witnesses: Optional[int] = None,
) -> ReplayReport:
    """Check a confirmation: its list of verification ids, its signature and its log entry.

    With ``verification_id``, also check that the run confirmed this indicator. Get the keys from the publisher, not
    from the file. Raises KeyFormError if a key is not a valid verifier key, and ValueError if there is no key.

    With ``witnesses``, also check that so many of them cosigned the checkpoint, or all of them.
    """
    pinned = pinned_keys(keys)
    policy = witness_policy(witnesses, required_witnesses)
    value = read_source(answer, CONFIRMATION_FAULTS)
    if isinstance(value, Check):
        return ReplayReport(None, [value])
    wrong = _first_malformed(value)
    if wrong is not None:
        detail = f"{CONFIRMATION_FAULTS['wrong_form']} See {wrong}."
        return ReplayReport(None, [failed("form", "wrong_form", wrong, detail)])
    data = value["data"]
    record, ids = data["record"], data["verification_ids"]
    proved = Proved(record, pinned, CONFIRMATION_FAULTS)
    checks = _list_checks(record, ids)
    if verification_id is not None:
        checks.append(_confirmed_check(verification_id, ids))
    checks += [signature_check(proved, data["signature"]), log_check(proved, data["log"])]
    if policy is not None:
        checks.append(witnesses_check(policy, data["log"]))
    return ReplayReport(verification_id, checks)


def is_confirmation(source: AnswerSource) -> bool:
    """Whether a file says of itself that it is a confirmation, however malformed it is otherwise."""
    value = read_source(source, CONFIRMATION_FAULTS)
    data = value.get("data") if isinstance(value, dict) else None
    return isinstance(data, dict) and "record" in data and "package" not in data


def _list_checks(record: Dict[str, Json], ids: Sequence[str]) -> List[Check]:
    pointer = "/data/verification_ids"
    checks = [
        Check("order", "The verification ids are sorted, and each appears once.")
        if all(before < after for before, after in zip(ids, ids[1:]))
        else failed("order", "list_not_sorted", pointer, CONFIRMATION_FAULTS["list_not_sorted"])
    ]
    count = record["count"]
    if len(ids) == count:
        checks.append(Check("count", str(count)))
    else:
        detail = f"The list has {len(ids)}, the record says {count}."
        checks.append(failed("count", "count_differs", "/data/record/count", detail))
    digest, stated = sha256_hex(list(ids)), record["verification_ids_sha256"]
    if digest == stated:
        checks.append(Check("list", digest))
    else:
        checks.append(failed("list", "list_differs", pointer, f"Computed {digest}, stated {quoted(stated)}."))
    return checks


def _confirmed_check(verification_id: str, ids: Sequence[str]) -> Check:
    if verification_id in ids:
        return Check("verification id", f"{verification_id} is in the list.")
    detail = f"The list does not contain {quoted(verification_id)}."
    return failed("verification id", "not_confirmed", "/data/verification_ids", detail)


def _matches(form: "re.Pattern[str]") -> Callable[[Json], bool]:
    return lambda value: isinstance(value, str) and form.fullmatch(value) is not None


def _is_count(value: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _LARGEST_COUNT


_RECORD_FORM: Mapping[str, Callable[[Json], bool]] = {
    "at": _matches(_INSTANT),
    "count": _is_count,
    "leaf": lambda value: value == "confirmation",
    "run": _matches(_UUID),
    "verification_ids_sha256": _matches(_DIGEST),
    "version": lambda value: value == 1 and not isinstance(value, bool),
}
_is_verification_id = _matches(_VERIFICATION_ID)


def _first_malformed(value: Json) -> Optional[str]:
    """A pointer to the first member that is missing or malformed; None if there is none."""
    data = value.get("data") if isinstance(value, dict) else None
    if not isinstance(data, dict):
        return "/data"
    record = data.get("record")
    if not isinstance(record, dict):
        return "/data/record"
    wrong = _first_malformed_in_record(record)
    if wrong is not None:
        return "/data/record" + pointer_step(wrong)
    ids = data.get("verification_ids")
    if not isinstance(ids, list):
        return "/data/verification_ids"
    for index, each in enumerate(ids):
        if not _is_verification_id(each):
            return f"/data/verification_ids/{index}"
    if "signature" not in data or not isinstance(data["signature"], (dict, type(None))):
        return "/data/signature"
    return None if isinstance(data.get("log"), dict) else "/data/log"


def _first_malformed_in_record(record: Dict[str, Json]) -> Optional[str]:
    for name, has_form in _RECORD_FORM.items():
        if name not in record or not has_form(record[name]):
            return name
    unknown = [name for name in record if name not in _RECORD_FORM]
    return min(unknown, key=utf16_order) if unknown else None
