"""Decides whether a failed request is sent again, and after how long."""

from typing import Callable, Optional

from ..errors import ApiError, NetworkError, RfError

RETRIED_STATUSES = frozenset({429, 502, 503, 504})

FIRST_WAIT = 0.5
LONGEST_BACKOFF = 8.0


class RetryPlan:
    """The retries and the waiting time that one call has left."""

    def __init__(self, max_retries: int, max_wait: float, random: Callable[[], float]) -> None:
        self._retries_left = max_retries
        self._wait_left = max_wait
        self._random = random
        self._backoff = FIRST_WAIT

    def wait_before_retry(self, error: RfError, repeatable: bool) -> Optional[float]:
        """Seconds to wait before the next attempt; None if there is none and the error is to be raised.

        If the service asks for a longer wait than the call has left, the error is raised at once, so that the caller
        learns when to come back.
        """
        if not repeatable or self._retries_left == 0 or not _is_temporary(error):
            return None
        wait = self._chosen_wait(error)
        if wait > self._wait_left:
            return None
        self._retries_left -= 1
        self._wait_left -= wait
        return wait

    def _chosen_wait(self, error: RfError) -> float:
        asked = error.retry_after if isinstance(error, ApiError) else None
        backoff = self._backoff
        self._backoff = min(2 * backoff, LONGEST_BACKOFF)
        if asked is None:
            # Between half and all of the backoff, so that clients that failed together do not retry together.
            return min(backoff * (0.5 + 0.5 * self._random()), self._wait_left)
        # Never earlier than the service asked for, and a little later, for the same reason.
        return max(asked, min(asked + 0.25 * self._random(), self._wait_left))


def _is_temporary(error: RfError) -> bool:
    if isinstance(error, NetworkError):
        return True
    return isinstance(error, ApiError) and error.status in RETRIED_STATUSES
