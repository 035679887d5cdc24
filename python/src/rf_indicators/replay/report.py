"""The report on a computation answer: one line for each check, and the first fault."""

from typing import Dict, List, NamedTuple, Optional

from .json_reader import Json

FAULTS = {
    "not_json": "The file is not JSON.",
    "duplicate_member": "A member stands twice in one object, so it has no one meaning.",
    "wrong_form": "The file does not have the form of a computation answer.",
    "methodology_invalid": "The methodology in the file is not valid.",
    "methodology_differs": "The methodology in the file is not the one that the package names by its digest.",
    "configuration_differs": "The configuration is not the one that its digest names.",
    "input_invalid": "The package holds an input that cannot be scored.",
    "not_scored": "The inputs give no score.",
    "result_differs": "Recomputing gives another result.",
    "package_hash_differs": "The hash of the package is not the one stated.",
    "verification_id_differs": "The verification id does not belong to the package.",
    "statement_differs": "The statement does not say what the package says.",
    "signature_missing": "The statement is not signed.",
    "signature_malformed": "The signature does not have the form of one.",
    "key_not_pinned": "The statement is signed with a key that you did not pin.",
    "signature_invalid": "The signature does not belong to this statement.",
    "log_malformed": "The log entry does not have the form of one.",
    "checkpoint_invalid": "The checkpoint is not signed with a key that you pinned.",
    "inclusion_invalid": "The log does not contain this statement where the entry says.",
}
"""Every fault and what it means."""


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
    """All checks of one answer. ``verification_id`` is the one in the answer, or None if it could not be read."""

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
