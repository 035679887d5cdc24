"""From an answer to what it holds, or to the error it stands for."""

import json
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, Dict, Mapping, Optional

from ..errors import ApiError, NetworkError, ServerError, error_class
from .wire import NoAnswer, WireAnswer


def read_body(answer: WireAnswer) -> Dict[str, Any]:
    """The JSON object of a successful answer; ServerError if it holds none."""
    body = _json_object(answer.content)
    if body is None:
        raise _not_the_service(answer, "The answer is no JSON object, so it is not the service's.")
    return body


def error_of(answer: WireAnswer) -> ApiError:
    """The error that an answer other than a success stands for."""
    if answer.status < 400:
        return _not_the_service(answer, "The service does not redirect; is this its base URL?")
    problem = _json_object(answer.content) or {}
    if "request_id" not in problem and "x-request-id" in answer.headers:
        problem = {**problem, "request_id": answer.headers["x-request-id"]}
    return error_class(answer.status)(answer.status, problem, retry_after_of(answer.headers, problem))


def network_error(outcome: NoAnswer) -> NetworkError:
    reason = "No answer came in time" if outcome.timed_out else "No answer came"
    error = NetworkError(f"{reason}: {outcome.error or type(outcome.error).__name__}", timed_out=outcome.timed_out)
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


def _not_the_service(answer: WireAnswer, detail: str) -> ServerError:
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
