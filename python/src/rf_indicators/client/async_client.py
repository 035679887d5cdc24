"""The async client. It only carries requests and waits; what is decided is decided in ``exchange``."""

import asyncio
from types import TracebackType
from typing import TYPE_CHECKING, Any, AsyncIterator, Dict, Optional, Type, TypeVar

from ..models import (
    Changelog,
    ChangelogEntry,
    Computation,
    HistoryEntry,
    Issuance,
    IssuanceList,
    Methodology,
    Model,
    Page,
    PublicScores,
    Row,
    ScoreChanges,
    ScoreHistory,
    ScoreList,
    ScoreRequestReceipt,
    ScoreRow,
    ScoreSnapshot,
    SigningKeys,
    Status,
    ToolResult,
    Usage,
    Verification,
)
from . import calls
from .exchange import Outcome, Send, exchange, next_call
from .settings import DEFAULT_BASE_URL, checked_settings
from .wire import Call, Moment, NoAnswer, WireAnswer, WireRequest

if TYPE_CHECKING:
    import httpx

Answer = TypeVar("Answer", bound=Model)


class RfAsyncClient:
    """Reads RF Risk Indicators with asyncio.

    - ``api_key``: operations marked as taking no key work without one.
    - ``timeout``: seconds for each of connecting, sending and receiving.
    - ``max_retries``: tries after the first, for requests that do no harm when sent twice.
    - ``max_wait``: seconds that one call may wait between tries, in all. If the service asks for more, the error is
      raised at once and says when to come back (``retry_after``).
    - ``etag_cache``: keep answers and have the service confirm them, which saves transfer.
    - ``http_client``: an ``httpx.AsyncClient`` of your own, for proxies or certificates; closing it stays with you.
    - ``transport``: an httpx transport, for tests.
    """

    def __init__(
        self,
        api_key: Optional[str] = None,
        *,
        base_url: str = DEFAULT_BASE_URL,
        timeout: float = 30.0,
        max_retries: int = 3,
        max_wait: float = 30.0,
        etag_cache: bool = False,
        http_client: Optional["httpx.AsyncClient"] = None,
        transport: Optional["httpx.AsyncBaseTransport"] = None,
    ) -> None:
        import httpx  # only here, so that replaying and webhooks work without it

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
        """Close the connections, unless they belong to a client of yours."""
        if self._owns_http:
            await self._http.aclose()

    async def list_scores(
        self,
        *,
        planner_type: Optional[str] = None,
        risk_band: Optional[str] = None,
        sort: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        include: Optional[str] = None,
        as_of: Optional[Moment] = None,
    ) -> ScoreList:
        """The indicators of all providers, or those that match. Without a limit all rows come at once."""
        return await self._call(
            calls.list_scores(
                planner_type=planner_type,
                risk_band=risk_band,
                sort=sort,
                limit=limit,
                cursor=cursor,
                include=include,
                as_of=as_of,
            )
        )

    async def get_score(self, provider_id: str, *, as_of: Optional[Moment] = None) -> ScoreSnapshot:
        """The indicator of one provider, by id or slug, with all that is behind it; or as it was at an instant."""
        return await self._call(calls.get_score(provider_id, as_of=as_of))

    async def get_history(
        self,
        provider_id: str,
        *,
        from_: Optional[Moment] = None,
        to: Optional[Moment] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> ScoreHistory:
        """All published indicators of one provider, newest first."""
        return await self._call(calls.get_history(provider_id, from_=from_, to=to, limit=limit, cursor=cursor))

    async def get_changes(
        self, provider_id: str, *, from_: Optional[Moment] = None, to: Optional[Moment] = None
    ) -> ScoreChanges:
        """Why the score of one provider moved, between two instants, dates or verification ids."""
        return await self._call(calls.get_changes(provider_id, from_=from_, to=to))

    async def get_methodology(self) -> Methodology:
        """The framework in force."""
        return await self._call(calls.get_methodology())

    async def get_computation(self, verification_id: str) -> Computation:
        """The computation package of a published indicator; its ``raw`` can be replayed."""
        return await self._call(calls.get_computation(verification_id))

    async def list_issuances(
        self,
        *,
        status: Optional[str] = None,
        type: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> IssuanceList:
        """Upcoming issuances."""
        return await self._call(calls.list_issuances(status=status, type=type, limit=limit, cursor=cursor))

    async def get_usage(
        self,
        *,
        from_: Optional[Moment] = None,
        to: Optional[Moment] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Usage:
        """What the workspace used, by key, hour and operation."""
        return await self._call(calls.get_usage(from_=from_, to=to, limit=limit, cursor=cursor))

    async def get_status(self) -> Status:
        """Uptime, freshness and framework version. Takes no key."""
        return await self._call(calls.get_status())

    async def list_public_scores(self) -> PublicScores:
        """Headline scores of all providers. Takes no key."""
        return await self._call(calls.list_public_scores())

    async def list_changelog(
        self,
        *,
        since: Optional[Moment] = None,
        provider_id: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Changelog:
        """One page of the changes of indicators, newest first. Takes no key."""
        return await self._call(calls.list_changelog(since=since, provider_id=provider_id, limit=limit, cursor=cursor))

    async def verify_indicator(self, verification_id: str) -> Verification:
        """The public statement about an indicator and what followed it. Takes no key."""
        return await self._call(calls.verify_indicator(verification_id))

    async def list_signing_keys(self) -> SigningKeys:
        """The keys that the service says it signs with. Pin one that you got another way, too. Takes no key."""
        return await self._call(calls.list_signing_keys())

    async def request_score(
        self,
        provider_name: str,
        *,
        provider_url: Optional[str] = None,
        planner_type: Optional[str] = None,
        contact_email: Optional[str] = None,
        message: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> ScoreRequestReceipt:
        """Ask for a provider to be scored. Takes no key. An Idempotency-Key makes a repetition harmless."""
        return await self._call(
            calls.request_score(
                provider_name,
                provider_url=provider_url,
                planner_type=planner_type,
                contact_email=contact_email,
                message=message,
                idempotency_key=idempotency_key,
            )
        )

    async def call_tool(self, tool_name: str, input: Dict[str, Any]) -> ToolResult:
        """Call a tool of the agent endpoint, a controlled pilot. It is never sent twice."""
        return await self._call(calls.call_tool(tool_name, input))

    def iter_scores(
        self,
        *,
        planner_type: Optional[str] = None,
        risk_band: Optional[str] = None,
        sort: Optional[str] = None,
        include: Optional[str] = None,
        as_of: Optional[Moment] = None,
        page_size: int = 100,
    ) -> AsyncIterator[ScoreRow]:
        """Every indicator, page after page."""
        return self._rows(
            calls.list_scores(
                planner_type=planner_type, risk_band=risk_band, sort=sort, include=include, as_of=as_of, limit=page_size
            )
        )

    def iter_history(
        self, provider_id: str, *, from_: Optional[Moment] = None, to: Optional[Moment] = None, page_size: int = 100
    ) -> AsyncIterator[HistoryEntry]:
        """Every published indicator of one provider, page after page."""
        return self._rows(calls.get_history(provider_id, from_=from_, to=to, limit=page_size))

    def iter_issuances(
        self, *, status: Optional[str] = None, type: Optional[str] = None, page_size: int = 100
    ) -> AsyncIterator[Issuance]:
        """Every upcoming issuance, page after page."""
        return self._rows(calls.list_issuances(status=status, type=type, limit=page_size))

    def iter_changelog(
        self, *, since: Optional[Moment] = None, provider_id: Optional[str] = None, page_size: int = 100
    ) -> AsyncIterator[ChangelogEntry]:
        """Every change of indicators, newest first, page after page. Takes no key."""
        return self._rows(calls.list_changelog(since=since, provider_id=provider_id, limit=page_size))

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

    async def _rows(self, call: Call[Page[Row]]) -> AsyncIterator[Row]:
        following: Optional[Call[Page[Row]]] = call
        while following is not None:
            page = await self._call(following)
            for row in page:
                yield row
            following = next_call(following, page)

    async def _send(self, request: WireRequest) -> Outcome:
        try:
            response = await self._http.request(
                request.method,
                request.url,
                headers=request.headers,
                content=request.content,
                timeout=self._settings.timeout,
                follow_redirects=False,
            )
        except self._httpx.HTTPError as error:
            return NoAnswer(error, isinstance(error, self._httpx.TimeoutException))
        return WireAnswer(response.status_code, response.headers, response.content)
