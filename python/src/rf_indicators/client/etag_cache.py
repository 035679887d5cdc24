"""A small cache of responses that the service can confirm with a 304, without sending the body again."""

import threading
from collections import OrderedDict
from typing import NamedTuple, Optional, Tuple

from .wire import WireAnswer, WireRequest

_MOST_ENTRIES = 64


class CachedAnswer(NamedTuple):
    etag: str
    answer: WireAnswer


class EtagCache:
    """The most recently used responses, by URL and API key, because another key may get another response."""

    def __init__(self, most_entries: int = _MOST_ENTRIES) -> None:
        self._most_entries = most_entries
        self._entries: OrderedDict[Tuple[str, str], CachedAnswer] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, request: WireRequest) -> Optional[CachedAnswer]:
        if request.method != "GET":
            return None
        with self._lock:
            cached = self._entries.get(_place(request))
            if cached is not None:
                self._entries.move_to_end(_place(request))
            return cached

    def keep(self, request: WireRequest, answer: WireAnswer) -> None:
        etag = answer.headers.get("etag")
        if request.method != "GET" or answer.status != 200 or not etag:
            return
        with self._lock:
            self._entries[_place(request)] = CachedAnswer(etag, answer)
            self._entries.move_to_end(_place(request))
            while len(self._entries) > self._most_entries:
                self._entries.popitem(last=False)


def _place(request: WireRequest) -> Tuple[str, str]:
    return request.url, request.headers.get("x-api-key", "")
