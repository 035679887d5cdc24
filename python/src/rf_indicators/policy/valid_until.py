"""Until when a decision holds."""

from typing import Any, Mapping, Sequence

from .instants import DAY_SECONDS, instant_of, seconds_of


def valid_until(policy: Mapping[str, Any], snapshots: Sequence[Mapping[str, Any]], at: str) -> str:
    """Of decisions that were made at this instant.

    Not longer than the policy says, not over a UTC midnight, when evidence ages and windows slide, and not past the
    instant at which a score that they rest on would be stale, withdrawn or no longer verified.
    """
    now = seconds_of(at)
    if now is None:
        raise ValueError(f"not an instant in UTC: {at}")
    ends = [now + int(policy["valid_minutes"]) * 60, now - now % DAY_SECONDS + DAY_SECONDS]
    for snapshot in snapshots:
        verified = seconds_of(snapshot.get("verified_at"))
        if verified is not None:
            ends.append(verified + int(policy["verified_within_hours"]) * 3600 + 1)
        changes = (seconds_of(snapshot.get(member)) for member in ("stale_from", "withdrawn_from"))
        ends.extend(change for change in changes if change is not None)
    return instant_of(min(end for end in ends if end > now))
