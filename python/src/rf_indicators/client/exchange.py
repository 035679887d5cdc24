"""One call from its first attempt to its answer, as a generator that yields what to do next.

Both clients drive it, one with blocking and one with asynchronous input and output, so that every decision is made
here, once.
"""

import json
import random
from typing import Any, Callable, Dict, Generator, NamedTuple, Optional, TypeVar, Union

from ..errors import RfError
from ..version import __version__
from .answers import error_of, network_error, unreadable_error
from .retrying import RetryPlan
from .settings import Settings
from .wire import Call, NoAnswer, UnreadableAnswer, WireAnswer, WireRequest

Answer = TypeVar("Answer")


class Send(NamedTuple):
    """Send this request. Resume with the response, with UnreadableAnswer or with NoAnswer."""

    request: WireRequest


class Pause(NamedTuple):
    """Wait this long. Resume with None."""

    seconds: float


Action = Union[Send, Pause]
Outcome = Union[WireAnswer, UnreadableAnswer, NoAnswer, None]
Exchange = Generator[Action, Outcome, Answer]


def exchange(
    call: Call[Answer], settings: Settings, random_number: Callable[[], float] = random.random
) -> "Exchange[Answer]":
    """The steps of one call. Returns its answer or raises an RfError."""
    request = wire_request(call, settings)
    cached = settings.cache.find(request) if settings.cache is not None else None
    if cached is not None:
        request.headers["if-none-match"] = cached.etag
    plan = RetryPlan(settings.max_retries, settings.max_wait, random_number)
    while True:
        outcome = yield Send(request)
        if isinstance(outcome, WireAnswer):
            if outcome.status == 304 and cached is not None:
                # The 304 confirms the stored body; its own headers have the current rate limit.
                confirmed = {**cached.answer.headers, **outcome.headers}
                return call.reader.read(cached.answer._replace(headers=confirmed))
            if 200 <= outcome.status < 300:
                answer = call.reader.read(outcome)
                if settings.cache is not None:
                    settings.cache.keep(request, outcome)
                return answer
        if isinstance(outcome, UnreadableAnswer):
            # Not asked for again: it would take as long, and be no better.
            raise unreadable_error(outcome)
        error = _error(outcome, request)
        wait = plan.wait_before_retry(error, call.repeatable)
        if wait is None:
            raise error
        yield Pause(wait)


def _error(outcome: Union[WireAnswer, NoAnswer, None], request: WireRequest) -> RfError:
    if isinstance(outcome, WireAnswer):
        return error_of(outcome)
    assert outcome is not None  # a Send is resumed with a response or with NoAnswer
    return network_error(outcome, request)


def wire_request(call: Call[Any], settings: Settings) -> WireRequest:
    headers: Dict[str, str] = {
        "accept": call.reader.media_type,
        "accept-encoding": "gzip",
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
