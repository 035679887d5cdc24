"""What a call for decisions gives, and until when: a decision of the policy, or a failure."""

import time
from typing import Any, Dict, List, Mapping, NamedTuple, Optional

from ..errors import ApiError, AuthenticationError, EntitlementError, NetworkError, RateLimitError, RfError
from ..policy.instants import seconds_of

ROUNDED = 1.0
"""The service rounds the instant of a decision down to a second, so it may be later by as much."""

_SENTENCES = {
    "timeout": "No decision: the service did not answer in time.",
    "rate_limited": "No decision: the rate limit is used up.",
    "signature": "No decision: the answer did not pass a check.",
    "unauthorised": "No decision: the API key may not ask for it.",
    "expired": "No decision: the one that was kept is no longer valid.",
    "unavailable": "No decision: the service could not be reached, or failed.",
    "refused": "No decision: the service refuses the call.",
}


class UntrustedAnswerError(RfError):
    """An answer did not pass a check."""


class Stopwatch:
    """Seconds that have passed. The wall clock is never compared with an instant of the service: it may be wrong."""

    def __init__(self) -> None:
        self._monotonic, self._wall = time.monotonic(), time.time()

    def elapsed(self) -> float:
        """A monotonic clock may stand still while a machine sleeps. Then the wall clock has gone on, and counts."""
        return max(time.monotonic() - self._monotonic, time.time() - self._wall)


class Decision(NamedTuple):
    """The decision on one provider.

    ``source`` is ``service`` or ``bundle`` for a decision of the policy. It is ``client`` for a failure, which says
    nothing about the provider; ``reason`` then says what failed.
    """

    provider: str
    decision: str
    source: str
    sentence: str
    reason: Optional[str] = None
    decided_by: Optional[str] = None
    held: List[Dict[str, Any]] = []  # noqa: RUF012 - never changed
    saw: Mapping[str, Any] = {}
    verification_id: Optional[str] = None


class Evaluated:
    """The decisions of one call, which know at each moment whether they may still be used."""

    def __init__(
        self,
        watch: Stopwatch,
        on_failure: str,
        signed: Optional[Dict[str, Any]] = None,
        error: Optional[RfError] = None,
        hypothetical: bool = False,
    ) -> None:
        self._watch, self._on_failure = watch, on_failure
        self.signed = signed
        """What the service signed, after all checks; None if the call failed. Keep it as proof."""
        self.error = error
        """What failed; None if the service decided."""
        self.hypothetical = hypothetical
        """Whether the caller asked with ``at``. Such decisions are in ``signed`` alone."""
        self.reason = None if error is None else reason_of(error)
        self.source = "service" if error is None else "client"

    def decision_of(self, provider_id: str) -> Decision:
        """The decision on a provider as of now. From ``valid_until`` on it is a failure: ``expired``."""
        if self.signed is None:
            return failure(provider_id, self._on_failure, self.reason or "unavailable")
        document = self.signed["document"]
        life = instant(document["valid_until"]) - instant(document["issued_at"]) - ROUNDED
        if self.hypothetical or self._watch.elapsed() >= life:
            return failure(provider_id, self._on_failure, "expired")
        found = [one for one in document["providers"] if one.get("provider") == provider_id]
        # Whoever asked about it must not take silence, or two answers, for a yes.
        if len(found) != 1 or found[0].get("decision") not in ("ALLOW", "REVIEW", "BLOCK"):
            return failure(provider_id, "BLOCK", "signature")
        return decided(found[0], "service", found[0].get("verification_id"))


def decided(one: Mapping[str, Any], source: str, verification_id: Optional[str]) -> Decision:
    return Decision(
        one["provider"],
        one["decision"],
        source,
        one["sentence"],
        decided_by=one["decided_by"],
        held=one["held"],
        saw=one["saw"],
        verification_id=verification_id,
    )


def failure(provider: str, decision: str, reason: str) -> Decision:
    return Decision(provider, decision, "client", _SENTENCES[reason], reason=reason)


def reason_of(error: RfError) -> str:
    if isinstance(error, UntrustedAnswerError):
        return "signature"
    if isinstance(error, NetworkError):
        return "timeout" if error.timed_out else "unavailable"
    if isinstance(error, RateLimitError):
        return "rate_limited"
    if isinstance(error, (AuthenticationError, EntitlementError)):
        return "unauthorised"
    return "refused" if isinstance(error, ApiError) and 400 <= error.status < 500 else "unavailable"


def instant(value: Any) -> int:
    """Seconds since 1970. Raises ValueError for what is no instant."""
    seconds = seconds_of(value)
    if seconds is None:
        raise ValueError(f"not an instant in UTC: {value}")
    return seconds
