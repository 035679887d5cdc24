"""The async client. It sends requests and waits; ``exchange`` makes every decision."""

import asyncio
import zlib
from types import TracebackType
from typing import TYPE_CHECKING, Any, AsyncIterator, Dict, Optional, Type, TypeVar

from ..models import Page, Row, ToolResult
from .async_operations import AsyncOperations
from .body import Body, TooSlowError, UnreadableBodyError
from .exchange import Outcome, Send, exchange
from .paging import next_call
from .settings import checked_settings
from .tools import tool_call
from .wire import Call, NoAnswer, UnreadableAnswer, WireAnswer, WireRequest

if TYPE_CHECKING:
    import httpx

Answer = TypeVar("Answer")


class RfAsyncClient(AsyncOperations):
    """Reads RF Risk Indicators with asyncio.

    Every answer and every ``ApiError`` has ``rate_limit``: the limit as its own response reported it.

    Args:
        api_key: The key of a workspace. Public operations work without one and never receive it.
        base_url: The URL of the service, such as ``https://indicators.example``. It is required.
        timeout: Seconds allowed for each of connecting, sending and receiving the whole response.
        max_retries: How often a failed request is sent again, if repeating it is safe.
        max_wait: Seconds that one call may spend waiting between attempts, in total. If the service asks for a longer
            wait, the error is raised at once, and its ``retry_after`` says how long to wait.
        etag_cache: Store answers and let the service confirm them, which saves transfer.
        http_client: Your own ``httpx.AsyncClient``, for proxies or certificates. You close it yourself.
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
        http_client: Optional["httpx.AsyncClient"] = None,
        transport: Optional["httpx.AsyncBaseTransport"] = None,
    ) -> None:
        import httpx  # imported here so that replay and webhooks work without httpx

        self._httpx = httpx
        self._settings = checked_settings(api_key, base_url, timeout, max_retries, max_wait, etag_cache)
        self._owns_http = http_client is None
        self._http = http_client or httpx.AsyncClient(transport=transport)

    def __repr__(self) -> str:
        return f"RfAsyncClient(base_url={self._settings.base_url!r})"

    async def __aenter__(self) -> "RfAsyncClient":
        return self

    async def __aexit__(
        self,
        error_type: Optional[Type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close the connections. Your own ``http_client`` stays open."""
        if self._owns_http:
            await self._http.aclose()

    async def call_tool(self, tool_name: str, input: Dict[str, Any]) -> ToolResult:
        """Call an agent tool. ``get_agent_manifest`` describes the tools and their inputs.

        Requires an API key of the agent pilot. A call is never repeated automatically.
        """
        return await self._call(tool_call(tool_name, input))

    async def _call(self, call: Call[Answer]) -> Answer:
        steps = exchange(call, self._settings)
        outcome: Outcome = None
        while True:
            try:
                action = steps.send(outcome)
            except StopIteration as finished:
                answer: Answer = finished.value
                return answer
            if isinstance(action, Send):
                outcome = await self._send(action.request)
            else:
                await asyncio.sleep(action.seconds)
                outcome = None

    async def _rows(self, call: Call[Page[Row]], limit: Optional[int]) -> AsyncIterator[Row]:
        left = limit
        following: Optional[Call[Page[Row]]] = call
        while following is not None:
            page = await self._call(following)
            for row in page:
                yield row
                left = None if left is None else left - 1
                if left == 0:
                    return
            following = next_call(following, page)

    async def _send(self, request: WireRequest) -> Outcome:
        sending = self._http.stream(
            request.method,
            request.url,
            headers=request.headers,
            content=request.content,
            timeout=self._settings.timeout,
            follow_redirects=False,
        )
        try:
            async with sending as response:
                return await self._receive(response)
        except self._httpx.HTTPError as error:
            return NoAnswer(error, isinstance(error, self._httpx.TimeoutException))
        except (TooSlowError, zlib.error) as error:
            return NoAnswer(error, isinstance(error, TooSlowError))

    async def _receive(self, response: "httpx.Response") -> Outcome:
        status, headers = response.status_code, response.headers
        if response.is_stream_consumed:
            # A transport for tests has read it already.
            return WireAnswer(status, headers, response.content)
        try:
            body = Body(headers, self._settings.timeout)
            async for part in response.aiter_raw():
                body.add(part)
        except UnreadableBodyError:
            return UnreadableAnswer(status, headers)
        return WireAnswer(status, headers, body.content())
