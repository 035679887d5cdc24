"""The errors that this package raises about the service. Programs should act on the class and on ``code``."""

from typing import Any, Dict, List, Mapping, Optional, Type

from .models.answers import WithdrawnIndicator
from .rate_limit import RateLimit


class RfError(Exception):
    """Base class of all errors of this package."""


class NetworkError(RfError):
    """No response arrived: DNS failed, the connection broke, or the request timed out. See ``__cause__``."""

    def __init__(self, message: str, *, timed_out: bool = False) -> None:
        super().__init__(message)
        self.timed_out = timed_out


class WebhookVerificationError(RfError):
    """A webhook request cannot be trusted. ``reason`` is a short code, such as ``signature_mismatch``."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class ApiError(RfError):
    """The service answered with a problem document (RFC 9457). ``raw`` is the whole document.

    ``code`` is None if the response did not come from the service, but from a proxy, for example.
    """

    def __init__(
        self,
        status: int,
        problem: Mapping[str, Any],
        retry_after: Optional[float] = None,
        rate_limit: Optional[RateLimit] = None,
    ) -> None:
        self.status = status
        self.raw: Dict[str, Any] = dict(problem)
        self.code: Optional[str] = _text(problem.get("code"))
        self.title: str = _text(problem.get("title")) or f"HTTP {status}"
        self.detail: str = _text(problem.get("detail")) or ""
        self.request_id: Optional[str] = _text(problem.get("request_id"))
        self.retry_after = retry_after
        """Seconds to wait before sending the request again, if the response says so."""
        self.rate_limit = rate_limit
        """The rate limit as the response reported it. None if it reported none."""
        self.errors = _objects(problem.get("errors"))
        """Each invalid ``parameter`` or place in the body (``pointer``), with its ``code`` and ``message``."""
        super().__init__(self._message())

    def _message(self) -> str:
        message = f"{self.status} {self.code or self.title}"
        if self.detail:
            message += f": {self.detail}"
        for each in self.errors:
            place = each.get("parameter") or each.get("pointer") or "body"
            message += f" [{place}: {each.get('message', each.get('code', 'invalid'))}]"
        if self.request_id:
            message += f" (request {self.request_id})"
        return message


class InvalidRequestError(ApiError):
    """A parameter, the body or the request itself is invalid: 400, 413, 415, 422 and other 4xx."""


class AuthenticationError(ApiError):
    """The API key is missing, not recognised, revoked or expired: 401."""


class EntitlementError(ApiError):
    """The API key may not do this: 403. The tiers, if present, say which tier is required and which one is there."""

    @property
    def required_tier(self) -> Optional[str]:
        return _text(self.raw.get("required_tier"))

    @property
    def key_tier(self) -> Optional[str]:
        return _text(self.raw.get("key_tier"))

    @property
    def workspace_tier(self) -> Optional[str]:
        return _text(self.raw.get("workspace_tier"))


class NotFoundError(ApiError):
    """The provider, indicator or path does not exist: 404."""


class WithdrawnError(NotFoundError):
    """The provider had an indicator, which was withdrawn: 404 ``indicator_withdrawn``. Do not use a score you kept."""

    @property
    def withdrawn(self) -> WithdrawnIndicator:
        """The provider, when and why its indicator was withdrawn, and the verification id of that indicator."""
        return WithdrawnIndicator({name: self.raw.get(name) for name in _WITHDRAWN})


_WITHDRAWN = ("id", "slug", "name", "withdrawn_at", "reason", "verification_id")


class ConflictError(ApiError):
    """The request conflicts with an earlier one, such as a different body with the same Idempotency-Key: 409."""


class RateLimitError(ApiError):
    """The rate limit is used up: 429. ``retry_after`` is the number of seconds until the next request is accepted."""


class ServerError(ApiError):
    """The service failed: 5xx. Or the response is not from the service: a redirect, or a body of the wrong type."""


_BY_STATUS: Dict[int, Type[ApiError]] = {
    401: AuthenticationError,
    403: EntitlementError,
    404: NotFoundError,
    409: ConflictError,
    429: RateLimitError,
}


def error_class(status: int, code: Any = None) -> Type[ApiError]:
    """The error class for a status and the code of a problem document."""
    if status == 404 and code == "indicator_withdrawn":
        return WithdrawnError
    if status in _BY_STATUS:
        return _BY_STATUS[status]
    return InvalidRequestError if 400 <= status < 500 else ServerError


def _text(value: Any) -> Optional[str]:
    return value if isinstance(value, str) else None


def _objects(value: Any) -> List[Dict[str, Any]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []
