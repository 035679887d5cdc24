"""Receives the body of a response, up to a size and a time: a server in the place of the service may never end it."""

import time
import zlib
from typing import Callable, List, Mapping, Optional

LARGEST_BODY = 128 * 1024 * 1024
"""The largest responses of the service are daily dumps, which have a few MB."""

_GZIP_WINDOW = 16 + zlib.MAX_WBITS


class UnreadableBodyError(Exception):
    """The body is larger than any of the service, or is compressed in a way that was not asked for."""


class TooSlowError(Exception):
    """The body was not complete in time."""


class Body:
    """The parts of a body that have arrived, as they were sent, and what they say when they are decompressed."""

    def __init__(self, headers: Mapping[str, str], seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._end = clock() + seconds
        self._parts: List[bytes] = []
        self._received = 0
        self._length = 0
        self._decompressor = _decompressor(headers.get("content-encoding", ""))

    def add(self, part: bytes) -> None:
        if self._clock() > self._end:
            raise TooSlowError("The response was not complete in time.")
        self._received += len(part)
        if self._received > LARGEST_BODY:
            raise UnreadableBodyError
        if self._decompressor is None:
            self._keep(part)
        elif not self._decompressor.eof:
            # Only as much as is still permitted: a few bytes can decompress to gigabytes.
            self._keep(self._decompressor.decompress(part, LARGEST_BODY - self._length + 1))

    def content(self) -> bytes:
        if self._decompressor is not None and not self._decompressor.eof and self._received > 0:
            raise zlib.error("The compressed response is incomplete.")
        return b"".join(self._parts)

    def _keep(self, part: bytes) -> None:
        self._length += len(part)
        if self._length > LARGEST_BODY:
            raise UnreadableBodyError
        self._parts.append(part)


def _decompressor(encoding: str) -> "Optional[zlib._Decompress]":
    name = encoding.strip().lower()
    if name in ("", "identity"):
        return None
    if name != "gzip":
        raise UnreadableBodyError
    return zlib.decompressobj(_GZIP_WINDOW)
