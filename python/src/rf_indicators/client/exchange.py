"""One call from its first try to its answer, as a generator that says what to do and is told what came of it.

Both clients drive it, one with blocking and one with awaited input and output, so all that is decided is decided here
once.
"""

import json
import random
from typing import Any, Callable, Dict, Generator, NamedTuple, Optional, TypeVar, Union

from ..errors import RfError, ServerError
from ..models import Page
from ..version import __version__
from .answers import error_of, network_error, read_body
from .retrying import RetryPlan
from .settings import Settings
from .wire import Call, NoAnswer, WireAnswer, WireRequest

Answer = TypeVar("Answer")
AnyPage = TypeVar("AnyPage", bound=Page[Any])


class Send(NamedTuple):
    """Send this request; give back the answer, or that none came."""

    request: WireRequest


class Pause(NamedTuple):
    """Wait for so long; give back None."""

    seconds: float


Action = Union[Send, Pause]
Outcome = Union[WireAnswer, NoAnswer, None]
Exchange = Generator[Action, Outcome, Answer]


def exchange(
    call: Call[Answer], settings: Settings, random_number: Callable[[], float] = random.random
) -> "Exchange[Answer]":
    """The steps of one call. Returns what its answer holds, or raises an RfError."""
    request = wire_request(call, settings)
    cached = settings.cache.find(request) if settings.cache is not None else None
    if cached is not None:
        request.headers["if-none-match"] = cached.etag
    plan = RetryPlan(settings.max_retries, settings.max_wait, random_number)
    while True:
        outcome = yield Send(request)
        if isinstance(outcome, WireAnswer):
            if outcome.status == 304 and cached is not None:
                return call.read(read_body(cached.answer))
            if 200 <= outcome.status < 300:
                body = read_body(outcome)
                if settings.cache is not None:
                    settings.cache.keep(request, outcome)
                return call.read(body)
        error = _error(outcome)
        wait = plan.wait_before_retry(error, call.repeatable)
        if wait is None:
            raise error
        yield Pause(wait)


def _error(outcome: Outcome) -> RfError:
    if isinstance(outcome, WireAnswer):
        return error_of(outcome)
    assert outcome is not None  # a Send was yielded, so an answer or its absence came back
    return network_error(outcome)


def next_call(call: Call[AnyPage], page: AnyPage) -> Optional[Call[AnyPage]]:
    """The call for the page after this one; None after the last."""
    if page.next_cursor is None:
        return None
    if page.next_cursor == call.query.get("cursor"):
        detail = "A page names itself as the next, so the list would never end."
        raise ServerError(200, {"title": "Invalid answer", "code": "invalid_answer", "detail": detail})
    return call.with_cursor(page.next_cursor)


def wire_request(call: Call[Any], settings: Settings) -> WireRequest:
    headers: Dict[str, str] = {
        "accept": "application/json",
        "user-agent": f"rf-indicators-python/{__version__}",
        **call.headers,
    }
    if call.takes_key and settings.api_key is not None:
        headers["x-api-key"] = settings.api_key
    content: Optional[bytes] = None
    if call.body is not None:
        headers["content-type"] = "application/json"
        content = json.dumps(call.body, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    return WireRequest(call.method, call.address(settings.base_url), headers, content)
