"""The blocking client. It sends requests and waits; ``exchange`` makes every decision."""

import time
import zlib
from types import TracebackType
from typing import TYPE_CHECKING, Any, Dict, Iterator, Optional, Type, TypeVar

from ..models import Page, Row, ToolResult
from .body import Body, TooSlowError, UnreadableBodyError
from .exchange import Outcome, Send, exchange
from .paging import next_call
from .settings import checked_settings
from .sync_operations import SyncOperations
from .tools import tool_call
from .wire import Call, NoAnswer, UnreadableAnswer, WireAnswer, WireRequest

if TYPE_CHECKING:
    import httpx

Answer = TypeVar("Answer")


class RfClient(SyncOperations):
    """Reads RF Risk Indicators. One client can be used from several threads.

    Every answer and every ``ApiError`` has ``rate_limit``: the limit as its own response reported it.

    Args:
        api_key: The key of a workspace. Public operations work without one and never receive it.
        base_url: The URL of the service, such as ``https://indicators.example``. It is required.
        timeout: Seconds allowed for each of connecting, sending and receiving the whole response.
        max_retries: How often a failed request is sent again, if repeating it is safe.
        max_wait: Seconds that one call may spend waiting between attempts, in total. If the service asks for a longer
            wait, the error is raised at once, and its ``retry_after`` says how long to wait.
        etag_cache: Store answers and let the service confirm them, which saves transfer.
        http_client: Your own ``httpx.Client``, for proxies or certificates. You close it yourself.
        transport: An httpx transport, for tests.
    """

    def __init__(
        self,
        api_key: Optional[str] = None,
        *,
        base_url: str,
        timeout: float = 30.0,
        max_retries: int = 3,
        max_wait: float = 30.0,
        etag_cache: bool = False,
        http_client: Optional["httpx.Client"] = None,
        transport: Optional["httpx.BaseTransport"] = None,
    ) -> None:
        import httpx  # imported here so that replay and webhooks work without httpx

        self._httpx = httpx
        self._settings = checked_settings(api_key, base_url, timeout, max_retries, max_wait, etag_cache)
        self._owns_http = http_client is None
        self._http = http_client or httpx.Client(transport=transport)

    def __repr__(self) -> str:
        return f"RfClient(base_url={self._settings.base_url!r})"

    def __enter__(self) -> "RfClient":
        return self

    def __exit__(
        self,
        error_type: Optional[Type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections. Your own ``http_client`` stays open."""
        if self._owns_http:
            self._http.close()

    def call_tool(self, tool_name: str, input: Dict[str, Any]) -> ToolResult:
        """Call an agent tool. ``get_agent_manifest`` describes the tools and their inputs.

        Requires an API key of the agent pilot. A call is never repeated automatically.
        """
        return self._call(tool_call(tool_name, input))

    def _call(self, call: Call[Answer]) -> Answer:
        steps = exchange(call, self._settings)
        outcome: Outcome = None
        while True:
            try:
                action = steps.send(outcome)
            except StopIteration as finished:
                answer: Answer = finished.value
                return answer
            if isinstance(action, Send):
                outcome = self._send(action.request)
            else:
                time.sleep(action.seconds)
                outcome = None

    def _rows(self, call: Call[Page[Row]], limit: Optional[int]) -> Iterator[Row]:
        left = limit
        following: Optional[Call[Page[Row]]] = call
        while following is not None:
            page = self._call(following)
            for row in page:
                yield row
                left = None if left is None else left - 1
                if left == 0:
                    return
            following = next_call(following, page)

    def _send(self, request: WireRequest) -> Outcome:
        sending = self._http.stream(
            request.method,
            request.url,
            headers=request.headers,
            content=request.content,
            timeout=self._settings.timeout,
            follow_redirects=False,
        )
        try:
            with sending as response:
                return self._receive(response)
        except self._httpx.HTTPError as error:
            return NoAnswer(error, isinstance(error, self._httpx.TimeoutException))
        except (TooSlowError, zlib.error) as error:
            return NoAnswer(error, isinstance(error, TooSlowError))

    def _receive(self, response: "httpx.Response") -> Outcome:
        status, headers = response.status_code, response.headers
        if response.is_stream_consumed:
            # A transport for tests has read it already.
            return WireAnswer(status, headers, response.content)
        try:
            body = Body(headers, self._settings.timeout)
            for part in response.iter_raw():
                body.add(part)
        except UnreadableBodyError:
            return UnreadableAnswer(status, headers)
        return WireAnswer(status, headers, body.content())
