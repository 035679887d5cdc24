"""What only these clients have: caching, arguments, custom transports, rate limits, and misbehaving servers."""

import asyncio
import socket
import threading
from datetime import date, datetime, timedelta, timezone
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Dict, Iterator, List

import httpx
import pytest

from rf_indicators import (
    AuthenticationError,
    NetworkError,
    RateLimit,
    RateLimitError,
    RfAsyncClient,
    RfClient,
    ServerError,
)
from rf_indicators.client.answers import retry_after_of
from rf_indicators.client.wire import query_text
from rf_indicators.rate_limit import rate_limit_of
from support.driver import KINDS, Driver, Script, record_waits

BASE_URL = "https://indicators.example"

kinds = pytest.mark.parametrize("kind", KINDS)

PAGE: Dict[str, Any] = {"data": [], "next_cursor": None}


@kinds
def test_etag_cache(kind: str) -> None:
    script = Script(
        [
            {"status": 200, "headers": {"etag": '"a"'}, "body": {"time": "1"}},
            {"status": 304, "headers": {"etag": '"a"'}},
            {"status": 200, "headers": {"etag": '"b"'}, "body": {"time": "2"}},
            {"status": 304},
        ]
    )
    step: Any = ("get_status", (), {})
    answers = Driver(kind, transport=script.transport, etag_cache=True).calls(step, step, step, step)
    assert [answer.time for answer in answers] == ["1", "1", "2", "2"]
    assert [request.headers.get("if-none-match") for request in script.requests] == [None, '"a"', '"a"', '"b"']


@kinds
def test_without_the_cache_a_304_is_no_answer(kind: str) -> None:
    script = Script([{"status": 304}])
    with pytest.raises(ServerError):
        Driver(kind, transport=script.transport).call("get_status")


@kinds
@pytest.mark.parametrize(
    ("moment", "text"),
    [
        (date(2026, 4, 26), "2026-04-26"),
        (datetime(2026, 4, 26, 12, tzinfo=timezone.utc), "2026-04-26T12%3A00%3A00Z"),
        (datetime(2026, 4, 26, 12, 0, 0, 5, tzinfo=timezone(timedelta(hours=2))), "2026-04-26T10%3A00%3A00.000005Z"),
        ("2026-04-26T12:00:00+02:00", "2026-04-26T12%3A00%3A00%2B02%3A00"),
    ],
)
def test_moments(kind: str, moment: Any, text: str) -> None:
    script = Script([{"status": 200}])
    Driver(kind, transport=script.transport).call("get_score", "a", as_of=moment)
    assert str(script.requests[0].url).endswith("?as_of=" + text)


@pytest.mark.parametrize(("value", "text"), [(True, "true"), (False, "false"), (1, "1"), (0.5, "0.5")])
def test_query_parameters_as_json_writes_them(value: Any, text: str) -> None:
    assert query_text(value) == text


@kinds
@pytest.mark.parametrize(
    "call",
    [
        lambda driver: driver.call("get_score", ""),
        lambda driver: driver.call("get_score", ".."),
        lambda driver: driver.call("get_score", "a", as_of=datetime(2026, 4, 26)),
        lambda driver: Driver(driver.kind, base_url="indicators.example").call("get_status"),
        lambda driver: Driver(driver.kind, base_url="").call("get_status"),
        lambda driver: Driver(driver.kind, base_url=None).call("get_status"),
        lambda driver: Driver(driver.kind, base_url="https://x/?a=1").call("get_status"),
        lambda driver: Driver(driver.kind, api_key="a\nb").call("get_status"),
        lambda driver: Driver(driver.kind, api_key="").call("get_status"),
        lambda driver: Driver(driver.kind, max_retries=-1).call("get_status"),
        lambda driver: Driver(driver.kind, timeout=0).call("get_status"),
    ],
)
def test_wrong_arguments_are_refused_before_anything_is_sent(kind: str, call: Callable[[Driver], Any]) -> None:
    script = Script([])
    with pytest.raises(ValueError, match=r"."):
        call(Driver(kind, transport=script.transport))
    assert script.requests == []


@kinds
def test_a_base_url_may_have_a_path(kind: str) -> None:
    script = Script([{"status": 200}])
    Driver(kind, base_url="https://example.org/rf/", transport=script.transport).call("get_status")
    assert str(script.requests[0].url) == "https://example.org/rf/api/v1/status"


@kinds
def test_a_page_that_names_itself_ends_the_list(kind: str) -> None:
    script = Script([{"status": 200, "body": {"data": [], "next_cursor": "c"}}] * 3)
    with pytest.raises(ServerError, match="never end"):
        Driver(kind, transport=script.transport).rows("iter_changelog")
    assert len(script.requests) == 2


def page_of(*ids: str, next_cursor: Any = None) -> Dict[str, Any]:
    return {"status": 200, "body": {"data": [{"id": each} for each in ids], "next_cursor": next_cursor}}


@kinds
@pytest.mark.parametrize(
    ("limit", "page_size", "asked", "pages"),
    [
        (None, 2, "2", [page_of("1", "2", next_cursor="c"), page_of("3")]),
        (3, 2, "2", [page_of("1", "2", next_cursor="c"), page_of("3", "4", next_cursor="d")]),
        (3, 100, "3", [page_of("1", "2", "3", next_cursor="c")]),
        (5, 100, "5", [page_of("1", "2", "3")]),
    ],
)
def test_an_iterator_stops_at_its_limit(kind: str, limit: Any, page_size: int, asked: str, pages: List[Any]) -> None:
    script = Script(pages)
    rows = Driver(kind, transport=script.transport).rows("iter_changelog", limit=limit, page_size=page_size)
    assert [row.id for row in rows] == ["1", "2", "3"]
    assert [request.url.params["limit"] for request in script.requests] == [asked] * len(pages)


@kinds
@pytest.mark.parametrize(
    ("iterator", "arguments"),
    [
        ("iter_scores", ()),
        ("iter_history", ("a",)),
        ("iter_issuances", ()),
        ("iter_usage", ()),
        ("iter_changelog", ()),
    ],
)
def test_every_iterator_takes_a_limit(kind: str, iterator: str, arguments: Any) -> None:
    script = Script([page_of("1", "2", next_cursor="c")])
    assert len(Driver(kind, transport=script.transport).rows(iterator, *arguments, limit=2)) == 2
    client: Any = RfClient(base_url=BASE_URL) if kind == "sync" else RfAsyncClient(base_url=BASE_URL)
    with pytest.raises(ValueError, match="limit must be at least 1"):
        getattr(client, iterator)(*arguments, limit=0)


CHECKPOINT = "rf.example/log\n3\nAAAA\n\n— rf.example/log AAAA\n"


@kinds
def test_checkpoint(kind: str) -> None:
    headers = {"content-type": "text/plain; charset=utf-8"}
    script = Script([{"status": 200, "headers": headers, "body_text": CHECKPOINT}])
    assert Driver(kind, transport=script.transport).call("get_checkpoint") == CHECKPOINT
    assert script.requests[0].url.path == "/log/checkpoint"
    assert script.requests[0].headers["accept"] == "text/plain"


@kinds
def test_tile(kind: str) -> None:
    script = Script([{"status": 200, "headers": {"content-type": "application/octet-stream"}, "content": b"\x00\xff"}])
    assert Driver(kind, transport=script.transport).call("get_tile", "0/x001/234.p/5") == b"\x00\xff"
    assert script.requests[0].url.raw_path == b"/log/tile/0/x001/234.p/5"


@kinds
@pytest.mark.parametrize("path", ["", "/0", "0//1", "../status", "0/.."])
def test_a_path_of_a_tile_cannot_leave_the_log(kind: str, path: str) -> None:
    script = Script([])
    with pytest.raises(ValueError, match="path must not be"):
        Driver(kind, transport=script.transport).call("get_tile", path)


@kinds
@pytest.mark.parametrize(
    ("method", "arguments", "answer"),
    [
        ("get_checkpoint", (), {"headers": {"content-type": "text/html"}, "body_text": "<html>"}),
        ("get_checkpoint", (), {"headers": {"content-type": "text/plain"}, "content": b"\xff"}),
        ("get_tile", ("0/000",), {"headers": {"content-type": "text/html"}, "body_text": "<html>"}),
    ],
)
def test_a_page_of_a_proxy_is_no_checkpoint_and_no_tile(kind: str, method: str, arguments: Any, answer: Any) -> None:
    script = Script([{"status": 200, **answer}])
    with pytest.raises(ServerError) as raised:
        Driver(kind, transport=script.transport).call(method, *arguments)
    assert raised.value.code == "invalid_answer"


def window(remaining: int) -> Dict[str, str]:
    return {
        "x-ratelimit-limit": "1000",
        "x-ratelimit-remaining": str(remaining),
        "x-ratelimit-reset": "1777204800",
        "ratelimit-policy": '"professional";q=1000;w=3600',
    }


def expected_limit(remaining: int) -> RateLimit:
    reset = datetime(2026, 4, 26, 12, tzinfo=timezone.utc)
    return RateLimit(limit=1000, remaining=remaining, reset=reset, policy='"professional";q=1000;w=3600')


@kinds
def test_each_answer_has_the_rate_limit_of_its_own_response(kind: str) -> None:
    script = Script([{"status": 200, "headers": window(each), "body": {"uptime": {}}} for each in (999, 998)])
    step: Any = ("get_status", (), {})
    first, second = Driver(kind, transport=script.transport).calls(step, step)
    assert (first.rate_limit, second.rate_limit) == (expected_limit(999), expected_limit(998))
    assert first.uptime.rate_limit == expected_limit(999)
    assert first == second


@kinds
def test_rows_of_an_iterator_have_the_rate_limit_of_their_page(kind: str) -> None:
    pages = [page_of("1", next_cursor="c"), page_of("2")]
    script = Script([{**page, "headers": window(9 - index)} for index, page in enumerate(pages)])
    rows = Driver(kind, transport=script.transport).rows("iter_scores")
    assert [row.rate_limit.remaining for row in rows] == [9, 8]


@kinds
def test_a_confirmed_answer_has_the_rate_limit_of_the_confirmation(kind: str) -> None:
    script = Script(
        [
            {"status": 200, "headers": {"etag": '"a"', **window(9)}, "body": {"time": "1"}},
            {"status": 304, "headers": {"etag": '"a"', **window(8)}},
        ]
    )
    step: Any = ("get_status", (), {})
    first, second = Driver(kind, transport=script.transport, etag_cache=True).calls(step, step)
    assert (first.rate_limit.remaining, second.rate_limit.remaining, second.time) == (9, 8, "1")


@kinds
def test_errors_have_the_rate_limit(kind: str) -> None:
    script = Script([{"status": 429, "headers": {"retry-after": "60", **window(0)}}])
    with pytest.raises(RateLimitError) as raised:
        Driver(kind, transport=script.transport).call("get_status")
    assert (raised.value.rate_limit, raised.value.retry_after) == (expected_limit(0), 60.0)


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({}, None),
        ({"ratelimit-policy": "x"}, RateLimit(None, None, None, "x")),
        ({"x-ratelimit-limit": "many", "x-ratelimit-reset": "9" * 15}, None),
        ({"x-ratelimit-limit": " 7 ", "x-ratelimit-remaining": "-1"}, RateLimit(7, None, None, None)),
    ],
)
def test_incomplete_rate_limit_headers(headers: Dict[str, str], expected: Any) -> None:
    assert rate_limit_of(headers) == expected


@kinds
def test_the_key_is_never_shown(kind: str) -> None:
    script = Script([{"status": 401, "body": {"code": "invalid_api_key"}}])
    with pytest.raises(AuthenticationError) as raised:
        Driver(kind, api_key="rf_live_secret", transport=script.transport).call("list_scores")
    client: Any = (RfClient if kind == "sync" else RfAsyncClient)("rf_live_secret", base_url=BASE_URL)
    assert "secret" not in repr(client) + str(raised.value) + repr(raised.value)


def test_a_client_of_yours_stays_open() -> None:
    script = Script([{"status": 200, "body": PAGE}] * 2)
    with httpx.Client(transport=script.transport, follow_redirects=True) as own:
        with RfClient(base_url=BASE_URL, http_client=own) as client:
            client.list_changelog()
        assert not own.is_closed

    async def use() -> bool:
        async with httpx.AsyncClient(transport=script.transport) as mine:
            async with RfAsyncClient(base_url=BASE_URL, http_client=mine) as client:
                await client.list_changelog()
            return mine.is_closed

    assert asyncio.run(use()) is False


def test_an_iterator_asks_only_when_it_must() -> None:
    script = Script([{"status": 200, "body": {"data": [{"id": "1"}, {"id": "2"}], "next_cursor": "c"}}])
    with RfClient(base_url=BASE_URL, transport=script.transport) as client:
        rows = client.iter_changelog()
        assert script.requests == []
        assert (next(rows).id, next(rows).id) == ("1", "2")
    assert len(script.requests) == 1


@pytest.mark.parametrize(
    ("header", "expected"),
    [("0", 0.0), ("120", 120.0), (" 7 ", 7.0), ("-1", None), ("1.5", None), ("soon", None), ("٣", None), ("", None)],
)
def test_retry_after(header: str, expected: Any) -> None:
    assert retry_after_of({"retry-after": header}, {}) == expected


def test_retry_after_as_a_date() -> None:
    now = datetime(2026, 4, 26, 12, tzinfo=timezone.utc)
    later = format_datetime(now + timedelta(seconds=90), usegmt=True)
    assert retry_after_of({"retry-after": later}, {}, now) == 90.0
    assert retry_after_of({"retry-after": format_datetime(now - timedelta(days=1))}, {}, now) == 0.0


class Misbehaving(BaseHTTPRequestHandler):
    """Answers according to the path, and wrongly the first time. Requests to all paths are counted together."""

    seen: List[str] = []  # noqa: RUF012 - shared by all requests on purpose
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.seen.append(self.path)
        first = len(self.seen) == 1
        if self.path.endswith("status") and first:
            self.connection.shutdown(socket.SHUT_RDWR)
            self.close_connection = True
        elif self.path.endswith("scores") and first:
            self.send_response(200)
            self.send_header("content-length", "1000")
            self.end_headers()
            self.wfile.write(b'{"data":[')
            self.close_connection = True
        elif self.path.endswith("keys"):
            threading.Event().wait(3)
            self.close_connection = True
        else:
            self.send_response(200)
            self.send_header("content-length", "20")
            self.end_headers()
            self.wfile.write(b'{"data":[],"time":1}')

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing."""


@pytest.fixture
def misbehaving() -> Iterator[str]:
    Misbehaving.seen = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), Misbehaving)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


@kinds
@pytest.mark.parametrize("method", ["get_status", "list_public_scores"])
def test_a_broken_connection_is_tried_again(
    kind: str, method: str, misbehaving: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits = record_waits(monkeypatch)
    Driver(kind, base_url=misbehaving).call(method)
    assert (len(Misbehaving.seen), len(waits)) == (2, 1)


@kinds
def test_time_runs_out(kind: str, misbehaving: str) -> None:
    with pytest.raises(NetworkError, match=f"^The request to {misbehaving}/api/public/keys timed out: ") as raised:
        Driver(kind, base_url=misbehaving, timeout=0.2, max_retries=0).call("list_signing_keys")
    assert raised.value.timed_out
    assert isinstance(raised.value.__cause__, httpx.TimeoutException)


@kinds
def test_nobody_listens(kind: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(NetworkError, match=f"^The request to {address}/api/v1/status failed: .") as raised:
            Driver(kind, base_url=address, max_retries=0).call("get_status")
    assert not raised.value.timed_out
