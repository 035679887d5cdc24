"""The rate limit that a response reports in its headers."""

from datetime import datetime, timezone
from typing import Mapping, NamedTuple, Optional


class RateLimit(NamedTuple):
    """The rate limit of a key, or of a client address, when the service answered.

    A successful response to a public operation reports only the policy, because shared caches may store it.
    """

    limit: Optional[int]
    """Requests allowed per window."""
    remaining: Optional[int]
    """Requests left in the window."""
    reset: Optional[datetime]
    """When another request becomes available, in UTC."""
    policy: Optional[str]
    """The ``RateLimit-Policy`` header: name, requests (q) and seconds (w), such as ``"professional";q=1000;w=3600``."""


def rate_limit_of(headers: Mapping[str, str]) -> Optional[RateLimit]:
    """The rate limit in the headers of a response; None if there is none. Header names are in lower case."""
    reset = _count(headers.get("x-ratelimit-reset"))
    limit = RateLimit(
        limit=_count(headers.get("x-ratelimit-limit")),
        remaining=_count(headers.get("x-ratelimit-remaining")),
        reset=_instant(reset),
        policy=headers.get("ratelimit-policy"),
    )
    return None if limit == RateLimit(None, None, None, None) else limit


def _count(value: Optional[str]) -> Optional[int]:
    text = (value or "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 15 else None


def _instant(seconds: Optional[int]) -> Optional[datetime]:
    try:
        return None if seconds is None else datetime.fromtimestamp(seconds, timezone.utc)
    except (OverflowError, OSError, ValueError):
        return None
