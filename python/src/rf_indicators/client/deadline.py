"""Ends what takes too long. A caller with a deadline must not wait for the timeouts of each step of a connection."""

import asyncio
import queue
import threading
from typing import Any, Awaitable, Callable, Tuple, TypeVar, Union

from ..errors import NetworkError

Given = TypeVar("Given")
Result = TypeVar("Result")


def within(seconds: float, work: Callable[[Given], Result], given: Given) -> Result:
    """What the work gives or raises, if it does so in time. Otherwise it ends by itself, and nobody hears of it."""
    finished: queue.Queue[Tuple[bool, Any]] = queue.Queue(1)

    def run() -> None:
        outcome: Tuple[bool, Union[Result, BaseException]]
        try:
            outcome = True, work(given)
        except BaseException as error:  # handed to the caller
            outcome = False, error
        finished.put(outcome)

    threading.Thread(target=run, name="rf-call", daemon=True).start()
    try:
        succeeded, value = finished.get(timeout=seconds)
    except queue.Empty:
        raise _too_late() from None
    if not succeeded:
        raise value
    result: Result = value
    return result


async def async_within(seconds: float, work: Awaitable[Result]) -> Result:
    try:
        return await asyncio.wait_for(work, seconds)
    except asyncio.TimeoutError:
        raise _too_late() from None


def _too_late() -> NetworkError:
    return NetworkError("There was no answer within the deadline.", timed_out=True)
