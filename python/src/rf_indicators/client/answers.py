"""Reads responses: the answer of a successful one, or the error that any other one stands for."""

import json
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, Callable, Dict, Mapping, Optional, Type, TypeVar, Union

from ..errors import ApiError, NetworkError, ServerError, error_class
from ..models.base import Model
from ..rate_limit import rate_limit_of
from .wire import NoAnswer, Reader, UnreadableAnswer, WireAnswer, WireRequest

AnyModel = TypeVar("AnyModel", bound=Model)


def model_answer(model: Type[AnyModel]) -> Reader[AnyModel]:
    """Reads a JSON object as a model."""

    def read(answer: WireAnswer) -> AnyModel:
        body = _json_object(answer.content)
        if body is None:
            raise _invalid_answer(answer, "The response is not a JSON object, so it is not from the service.")
        return model(body, rate_limit_of(answer.headers))

    return Reader("application/json", read)


def text_answer(media_type: str) -> Reader[str]:
    """Reads text of one media type."""

    def read(answer: WireAnswer) -> str:
        try:
            return _content_of(answer, media_type).decode("utf-8")
        except UnicodeDecodeError:
            raise _invalid_answer(answer, "The response is not UTF-8 text.") from None

    return Reader(media_type, read)


def bytes_answer(media_type: str) -> Reader[bytes]:
    """Reads bytes of one media type."""
    read: Callable[[WireAnswer], bytes] = lambda answer: _content_of(answer, media_type)  # noqa: E731
    return Reader(media_type, read)


def error_of(answer: WireAnswer) -> ApiError:
    """The error that an unsuccessful response stands for."""
    if answer.status < 400:
        return _invalid_answer(answer, "The service does not redirect. Check the base URL.")
    problem = _json_object(answer.content) or {}
    if "request_id" not in problem and "x-request-id" in answer.headers:
        problem = {**problem, "request_id": answer.headers["x-request-id"]}
    retry_after = retry_after_of(answer.headers, problem)
    raised = error_class(answer.status, problem.get("code"))
    return raised(answer.status, problem, retry_after, rate_limit_of(answer.headers))


def unreadable_error(answer: UnreadableAnswer) -> ServerError:
    return _invalid_answer(answer, "The response does not come from the service. Check that base_url is correct.")


def network_error(outcome: NoAnswer, request: WireRequest) -> NetworkError:
    # Without the query, which says nothing about why nobody answered.
    address = request.url.partition("?")[0]
    happened = "timed out" if outcome.timed_out else "failed"
    reason = str(outcome.error) or type(outcome.error).__name__
    error = NetworkError(f"The request to {address} {happened}: {reason}", timed_out=outcome.timed_out)
    error.__cause__ = outcome.error
    return error


def retry_after_of(
    headers: Mapping[str, str], problem: Mapping[str, Any], now: Optional[datetime] = None
) -> Optional[float]:
    """Seconds to wait, from the header (seconds or a date) or from the problem document."""
    header = headers.get("retry-after", "").strip()
    if header.isascii() and header.isdigit():
        return float(header)
    if header:
        try:
            moment = parsedate_to_datetime(header)
        except (TypeError, ValueError, IndexError):
            moment = None
        if moment is not None:
            aware = moment if moment.tzinfo is not None else moment.replace(tzinfo=timezone.utc)
            return max(0.0, (aware - (now or datetime.now(timezone.utc))).total_seconds())
    seconds = problem.get("retry_after")
    if isinstance(seconds, (int, float)) and not isinstance(seconds, bool) and seconds >= 0:
        return float(seconds)
    return None


def _content_of(answer: WireAnswer, media_type: str) -> bytes:
    """The body, if it has the expected media type: a proxy's error page must not pass for an answer."""
    found = answer.headers.get("content-type", "").partition(";")[0].strip().lower()
    if found != media_type:
        raise _invalid_answer(answer, f"The response is {found or 'of no media type'}, not {media_type}.")
    return answer.content


def _invalid_answer(answer: Union[WireAnswer, UnreadableAnswer], detail: str) -> ServerError:
    problem = {"title": "Invalid answer", "code": "invalid_answer", "detail": detail}
    if "x-request-id" in answer.headers:
        problem["request_id"] = answer.headers["x-request-id"]
    return ServerError(answer.status, problem)


def _json_object(content: bytes) -> Optional[Dict[str, Any]]:
    try:
        value = json.loads(content.decode("utf-8"))
    except (UnicodeDecodeError, ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
