"""A server in the place of the service, whose responses have no end or decompress to gigabytes."""

import gzip
import threading
import tracemalloc
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Iterator, List, Tuple

import pytest

from rf_indicators import NetworkError, ServerError
from rf_indicators.client.body import LARGEST_BODY, Body, UnreadableBodyError
from support.driver import KINDS, Driver

MIB = 1024 * 1024
kinds = pytest.mark.parametrize("kind", KINDS)


def gzip_bomb(mebibytes: int) -> bytes:
    """As many MiB of spaces: one block of the compressed stream, again and again."""
    compressor = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    block = compressor.compress(b" " * MIB) + compressor.flush(zlib.Z_FULL_FLUSH)
    return b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03" + block * mebibytes


class Hostile(BaseHTTPRequestHandler):
    """Answers every request in one way, and counts them."""

    seen: List[str] = []  # noqa: RUF012 - shared by all requests on purpose
    status = 200
    encoding = ""
    body = b""
    then = b""
    """Sent after the body, again and again."""
    pause = 0.0

    def do_GET(self) -> None:
        self.seen.append(self.path)
        self.send_response(self.status)
        self.send_header("content-type", "application/json")
        if self.encoding:
            self.send_header("content-encoding", self.encoding)
        self.end_headers()
        try:
            self.wfile.write(self.body)
            while self.then:
                self.wfile.write(self.then)
                threading.Event().wait(self.pause)
        except OSError:
            pass  # the client has closed the connection

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing."""


@pytest.fixture
def hostile() -> Iterator[Tuple[str, Any]]:
    handler: Any = type("Handler", (Hostile,), {"seen": []})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}", handler
    server.shutdown()
    server.server_close()


def is_refused(kind: str, base_url: str) -> bool:
    """Whether the response is given up as one that is not from the service."""
    with pytest.raises(ServerError, match="The response does not come from the service") as raised:
        Driver(kind, base_url=base_url).call("get_status")
    return bool(raised.value.code == "invalid_answer")


@kinds
@pytest.mark.parametrize("status", [200, 302, 400, 503])
def test_a_body_without_end_is_given_up_and_not_asked_for_again(
    kind: str, status: int, hostile: Tuple[str, Any]
) -> None:
    base_url, handler = hostile
    handler.status, handler.body, handler.then = status, b'{"time":1', b" " * MIB
    assert is_refused(kind, base_url)
    assert len(handler.seen) == 1


@kinds
@pytest.mark.parametrize("encoding", ["gzip", "gzip, gzip", "br", "zstd", "deflate", "x"])
def test_a_few_bytes_that_decompress_to_gigabytes_are_given_up(
    kind: str, encoding: str, hostile: Tuple[str, Any]
) -> None:
    base_url, handler = hostile
    bomb = gzip_bomb(4096)
    assert len(bomb) < 6 * MIB
    handler.encoding, handler.body = encoding, gzip.compress(bomb) if "," in encoding else bomb
    tracemalloc.start()
    assert is_refused(kind, base_url)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 3 * LARGEST_BODY


@kinds
def test_what_follows_a_compressed_body_does_not_fill_the_memory(kind: str, hostile: Tuple[str, Any]) -> None:
    base_url, handler = hostile
    handler.encoding, handler.body, handler.then = "gzip", gzip.compress(b"{}"), b"x" * MIB
    tracemalloc.start()
    assert is_refused(kind, base_url)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < LARGEST_BODY


@kinds
def test_a_body_that_comes_a_byte_at_a_time_ends_with_the_timeout(kind: str, hostile: Tuple[str, Any]) -> None:
    base_url, handler = hostile
    handler.then, handler.pause = b" ", 0.02
    with pytest.raises(NetworkError, match="timed out") as raised:
        Driver(kind, base_url=base_url, timeout=0.3, max_retries=0).call("get_status")
    assert raised.value.timed_out


@kinds
def test_a_compressed_body_is_read(kind: str, hostile: Tuple[str, Any]) -> None:
    base_url, handler = hostile
    handler.encoding, handler.body = "gzip", gzip.compress(b'{"time":"now"}')
    assert Driver(kind, base_url=base_url).call("get_status").time == "now"
    handler.body = handler.body[:-9]
    with pytest.raises(NetworkError, match="incomplete"):
        Driver(kind, base_url=base_url, max_retries=0).call("get_status")
    handler.body = b"not gzip"
    with pytest.raises(NetworkError):
        Driver(kind, base_url=base_url, max_retries=0).call("get_status")


def test_the_largest_body_is_still_read() -> None:
    body = Body({}, 60)
    for _ in range(LARGEST_BODY // MIB):
        body.add(bytes(MIB))
    assert len(body.content()) == LARGEST_BODY
    with pytest.raises(UnreadableBodyError):
        body.add(b"x")
