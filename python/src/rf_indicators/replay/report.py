"""The report on a file: one line for each check, and the first fault."""

from typing import Dict, List, NamedTuple, Optional

from .json_reader import Json

FAULTS = {
    "not_json": "The file is not JSON.",
    "duplicate_member": "A member appears more than once in an object, so its value is ambiguous.",
    "wrong_form": "The file does not have the format of a computation answer.",
    "methodology_invalid": "The framework in the file is not valid.",
    "methodology_differs": "The framework in the file does not match the digest in the package.",
    "configuration_differs": "The configuration does not match its digest.",
    "input_invalid": "The package contains an input that cannot be scored.",
    "not_scored": "The inputs give no score.",
    "result_differs": "Recomputing gives a different result.",
    "package_hash_differs": "The hash of the package does not match the stated hash.",
    "verification_id_differs": "The verification id does not match the package.",
    "statement_differs": "The statement does not match the package.",
    "signature_missing": "The statement is not signed.",
    "signature_malformed": "The signature is malformed.",
    "key_not_pinned": "The statement is signed with a key that you did not pin.",
    "signature_invalid": "The signature is not valid for this statement.",
    "log_malformed": "The log entry is malformed.",
    "checkpoint_invalid": "The checkpoint is not signed with a key that you pinned.",
    "inclusion_invalid": "The log does not contain this statement at the stated position.",
    "witnesses_missing": "The checkpoint has fewer cosignatures of your witnesses than you require.",
}
"""Every fault of a computation answer and what it means."""

CONFIRMATION_FAULTS = {
    "not_json": FAULTS["not_json"],
    "duplicate_member": FAULTS["duplicate_member"],
    "wrong_form": "The file does not have the format of a confirmation.",
    "list_not_sorted": "The verification ids are not sorted, or one of them appears twice.",
    "count_differs": "The list does not have as many verification ids as the record says.",
    "list_differs": "The list of verification ids does not match the digest in the record.",
    "not_confirmed": "The run did not confirm this verification id.",
    "signature_missing": "The record is not signed.",
    "signature_malformed": FAULTS["signature_malformed"],
    "key_not_pinned": "The record is signed with a key that you did not pin.",
    "signature_invalid": "The signature is not valid for this record.",
    "log_malformed": FAULTS["log_malformed"],
    "checkpoint_invalid": FAULTS["checkpoint_invalid"],
    "inclusion_invalid": "The log does not contain this record at the stated position.",
    "witnesses_missing": FAULTS["witnesses_missing"],
}
"""Every fault of a confirmation and what it means."""


class Check(NamedTuple):
    """One check. ``fault`` is None if it passed; otherwise ``pointer`` says where it failed."""

    check: str
    detail: str
    fault: Optional[str] = None
    pointer: Optional[str] = None

    @property
    def ok(self) -> bool:
        return self.fault is None

    def to_json(self) -> Dict[str, Json]:
        return {
            "check": self.check,
            "ok": self.ok,
            "fault": self.fault,
            "detail": self.detail,
            "pointer": self.pointer,
        }


def failed(check: str, fault: str, pointer: Optional[str], detail: Optional[str] = None) -> Check:
    return Check(check, detail or FAULTS[fault], fault, pointer)


class ReplayReport(NamedTuple):
    """All checks of one file. ``verification_id`` is the indicator that it is about, or None if it could not be read.

    The report of a confirmation has the verification id that was asked for, if any.
    """

    verification_id: Optional[str]
    checks: List[Check]

    @property
    def ok(self) -> bool:
        return self.fault is None

    @property
    def fault(self) -> Optional[str]:
        """The fault of the first check that failed."""
        return next((check.fault for check in self.checks if check.fault is not None), None)

    def to_json(self) -> Dict[str, Json]:
        return {
            "ok": self.ok,
            "fault": self.fault,
            "verification_id": self.verification_id,
            "checks": [check.to_json() for check in self.checks],
        }
