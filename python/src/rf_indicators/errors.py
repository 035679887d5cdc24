"""Everything that this package raises about the service. Programs act on the class and on ``code``."""

from typing import Any, Dict, List, Mapping, Optional, Type


class RfError(Exception):
    """Base of all errors of this package."""


class NetworkError(RfError):
    """No answer came: the name was not found, the connection broke, or time ran out. See ``__cause__``."""

    def __init__(self, message: str, *, timed_out: bool = False) -> None:
        super().__init__(message)
        self.timed_out = timed_out


class WebhookVerificationError(RfError):
    """A webhook request is not to be trusted. ``reason`` is a short code, such as ``signature_mismatch``."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class ApiError(RfError):
    """The service refused a request with a problem document (RFC 9457), which stands whole in ``raw``.

    ``code`` is None where something else than the service answered, such as a proxy.
    """

    def __init__(self, status: int, problem: Mapping[str, Any], retry_after: Optional[float] = None) -> None:
        self.status = status
        self.raw: Dict[str, Any] = dict(problem)
        self.code: Optional[str] = _text(problem.get("code"))
        self.title: str = _text(problem.get("title")) or f"HTTP {status}"
        self.detail: str = _text(problem.get("detail")) or ""
        self.request_id: Optional[str] = _text(problem.get("request_id"))
        self.retry_after = retry_after
        """Seconds after which the request may be sent again, where the answer says so."""
        self.errors = _objects(problem.get("errors"))
        """Each bad ``parameter`` or place of the body (``pointer``), with its ``code`` and ``message``."""
        super().__init__(self._message())

    def _message(self) -> str:
        message = f"{self.status} {self.code or self.title}"
        if self.detail:
            message += f": {self.detail}"
        for each in self.errors:
            place = each.get("parameter") or each.get("pointer") or "body"
            message += f" [{place}: {each.get('message', each.get('code', 'wrong'))}]"
        if self.request_id:
            message += f" (request {self.request_id})"
        return message


class InvalidRequestError(ApiError):
    """A parameter, the body or the request itself is wrong: 400, 413, 415, 422 and other 4xx."""


class AuthenticationError(ApiError):
    """The key is missing, wrong, revoked or expired: 401."""


class EntitlementError(ApiError):
    """The key does not have what this takes: 403. For a tier, the three tiers say what to raise."""

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
    """There is no such provider, indicator or path: 404."""


class ConflictError(ApiError):
    """This contradicts what was done before, such as another body under one Idempotency-Key: 409."""


class RateLimitError(ApiError):
    """The limit is used up: 429. ``retry_after`` says in how many seconds the next request is taken."""


class ServerError(ApiError):
    """The service failed, or what answered was not the service: 5xx, a redirect, or an answer that is no JSON."""


_BY_STATUS: Dict[int, Type[ApiError]] = {
    401: AuthenticationError,
    403: EntitlementError,
    404: NotFoundError,
    409: ConflictError,
    429: RateLimitError,
}


def error_class(status: int) -> Type[ApiError]:
    """The class of a refusal with this status."""
    if status in _BY_STATUS:
        return _BY_STATUS[status]
    return InvalidRequestError if 400 <= status < 500 else ServerError


def _text(value: Any) -> Optional[str]:
    return value if isinstance(value, str) else None


def _objects(value: Any) -> List[Dict[str, Any]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []
