# Generated from packages/contract by "npm run generate". Do not edit.
"""The operations of the service as methods of the async client."""

from typing import AsyncIterator, Optional

from ..models import (
    AgentManifest,
    Changelog,
    ChangelogEntry,
    Computation,
    HistoryEntry,
    Issuance,
    IssuanceList,
    Methodology,
    PublicScores,
    ScoreChanges,
    ScoreHistory,
    ScoreList,
    ScoreRequestReceipt,
    ScoreRow,
    ScoreSnapshot,
    SigningKeys,
    Status,
    Usage,
    UsageRow,
    Verification,
)
from . import calls
from .callers import AsyncCaller
from .paging import rows_per_page
from .wire import Moment


class AsyncOperations(AsyncCaller):
    """A method for each operation, and an iterator for each list that has pages."""

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
        """List the indicators of all providers.

        All rows, by name and then id, unless other parameters say otherwise. Withdrawn indicators are absent.

        Requires an API key with the scores entitlement.

        Args:
            planner_type: btc: lending and yield on bitcoin collateral. fiat: fiat-denominated credit and yield.
                stablecoin: stablecoin issuers and yield.
            risk_band: The risk band. LOW is from 80, MEDIUM from 60, ELEVATED from 40, HIGH from 0.
            sort: What to sort by; a minus sign means descending. One of: name, -name, final_score,
                -final_score, scored_at, -scored_at. Default: name.
            limit: Rows on a page; without it, all rows.
            cursor: The next_cursor of the page before.
            include: Adds rf_decision_object to each row; needs limit.
            as_of: The answer as it was served at this instant: RFC 3339 with Z or an offset. A date means the
                end of that day in UTC.
        """
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

    def iter_scores(
        self,
        *,
        planner_type: Optional[str] = None,
        risk_band: Optional[str] = None,
        sort: Optional[str] = None,
        include: Optional[str] = None,
        as_of: Optional[Moment] = None,
        limit: Optional[int] = None,
        page_size: int = 100,
    ) -> AsyncIterator[ScoreRow]:
        """Iterate over the rows of ``list_scores``, requesting page after page.

        Requires an API key with the scores entitlement.

        Args:
            planner_type: btc: lending and yield on bitcoin collateral. fiat: fiat-denominated credit and yield.
                stablecoin: stablecoin issuers and yield.
            risk_band: The risk band. LOW is from 80, MEDIUM from 60, ELEVATED from 40, HIGH from 0.
            sort: What to sort by; a minus sign means descending. One of: name, -name, final_score,
                -final_score, scored_at, -scored_at. Default: name.
            include: Adds rf_decision_object to each row; needs limit.
            as_of: The answer as it was served at this instant: RFC 3339 with Z or an offset. A date means the
                end of that day in UTC.
            limit: Stop after this many rows. Without it, all rows.
            page_size: How many rows each request asks for.
        """
        return self._rows(
            calls.list_scores(
                planner_type=planner_type,
                risk_band=risk_band,
                sort=sort,
                include=include,
                as_of=as_of,
                limit=rows_per_page(limit, page_size),
            ),
            limit,
        )

    async def get_score(self, provider_id: str, *, as_of: Optional[Moment] = None) -> ScoreSnapshot:
        """Get the indicator of one provider.

        With the criterion breakdown, the decision object and the commentary.

        Requires an API key with the scores entitlement.

        Args:
            provider_id: The provider's id (a UUID in lower case) or its slug.
            as_of: The answer as it was served at this instant: RFC 3339 with Z or an offset. A date means the
                end of that day in UTC.
        """
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
        """List all published indicators of one provider.

        Newest first, by the instant of publication. Superseded, corrected and withdrawn ones are in it.

        Requires an API key with the scores entitlement.

        Args:
            provider_id: The provider's id (a UUID in lower case) or its slug.
            from_: Only from this instant on: RFC 3339, or a date, which means the start of that day in UTC.
            to: Only up to this instant: RFC 3339, or a date, which means the end of that day in UTC.
            limit: Rows on a page. Default: 100.
            cursor: The next_cursor of the page before.
        """
        return await self._call(calls.get_history(provider_id, from_=from_, to=to, limit=limit, cursor=cursor))

    def iter_history(
        self,
        provider_id: str,
        *,
        from_: Optional[Moment] = None,
        to: Optional[Moment] = None,
        limit: Optional[int] = None,
        page_size: int = 100,
    ) -> AsyncIterator[HistoryEntry]:
        """Iterate over the rows of ``get_history``, requesting page after page.

        Requires an API key with the scores entitlement.

        Args:
            provider_id: The provider's id (a UUID in lower case) or its slug.
            from_: Only from this instant on: RFC 3339, or a date, which means the start of that day in UTC.
            to: Only up to this instant: RFC 3339, or a date, which means the end of that day in UTC.
            limit: Stop after this many rows. Without it, all rows.
            page_size: How many rows each request asks for.
        """
        return self._rows(
            calls.get_history(provider_id, from_=from_, to=to, limit=rows_per_page(limit, page_size)),
            limit,
        )

    async def get_changes(
        self,
        provider_id: str,
        *,
        from_: Optional[Moment] = None,
        to: Optional[Moment] = None,
    ) -> ScoreChanges:
        """Explain why the score of one provider moved.

        Splits the difference between two published indicators into parts that add up to it exactly. Without
        parameters: the current indicator against the one before it.

        Requires an API key with the scores entitlement.

        Args:
            provider_id: The provider's id (a UUID in lower case) or its slug.
            from_: The earlier end; by default the indicator before the later end. A verification id, an
                instant, or a date, which means the end of that day in UTC.
            to: The later end; by default the current indicator. A verification id, an instant, or a date, which
                means the end of that day in UTC.
        """
        return await self._call(calls.get_changes(provider_id, from_=from_, to=to))

    async def get_methodology(self) -> Methodology:
        """Get the framework in force.

        Version, module weights, criteria, hard rules, thresholds, rounding, sign-off, and all versions so far.

        Requires an API key with the methodology entitlement.
        """
        return await self._call(calls.get_methodology())

    async def get_computation(self, verification_id: str) -> Computation:
        """Get the computation package of a published indicator.

        Inputs, framework, result, statement, signature and log entry: enough to recompute the indicator bit for
        bit. Superseded, corrected and withdrawn indicators go on answering.

        Requires an API key with the computation entitlement.

        Args:
            verification_id: The verification id of a published indicator.
        """
        return await self._call(calls.get_computation(verification_id))

    async def list_issuances(
        self,
        *,
        status: Optional[str] = None,
        type: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> IssuanceList:
        """List upcoming issuances.

        Issuances that are announced or pricing, with the current score of the issuer if there is one.

        Requires an API key.

        Args:
            status: How far the issuance has come. One of: ANNOUNCED, PRICING.
            type: What is issued. One of: preferred_share, bond.
            limit: Rows on a page. Default: 100.
            cursor: The next_cursor of the page before.
        """
        return await self._call(calls.list_issuances(status=status, type=type, limit=limit, cursor=cursor))

    def iter_issuances(
        self,
        *,
        status: Optional[str] = None,
        type: Optional[str] = None,
        limit: Optional[int] = None,
        page_size: int = 100,
    ) -> AsyncIterator[Issuance]:
        """Iterate over the rows of ``list_issuances``, requesting page after page.

        Requires an API key.

        Args:
            status: How far the issuance has come. One of: ANNOUNCED, PRICING.
            type: What is issued. One of: preferred_share, bond.
            limit: Stop after this many rows. Without it, all rows.
            page_size: How many rows each request asks for.
        """
        return self._rows(calls.list_issuances(status=status, type=type, limit=rows_per_page(limit, page_size)), limit)

    async def get_usage(
        self,
        *,
        from_: Optional[Moment] = None,
        to: Optional[Moment] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Usage:
        """See what the workspace used.

        Accepted and refused requests of all keys of the workspace, by hour and operation, newest first.

        Requires an API key.

        Args:
            from_: Only from this instant on: RFC 3339, or a date, which means the start of that day in UTC.
            to: Only up to this instant: RFC 3339, or a date, which means the end of that day in UTC.
            limit: Rows on a page. Default: 100.
            cursor: The next_cursor of the page before.
        """
        return await self._call(calls.get_usage(from_=from_, to=to, limit=limit, cursor=cursor))

    def iter_usage(
        self,
        *,
        from_: Optional[Moment] = None,
        to: Optional[Moment] = None,
        limit: Optional[int] = None,
        page_size: int = 100,
    ) -> AsyncIterator[UsageRow]:
        """Iterate over the rows of ``get_usage``, requesting page after page.

        Requires an API key.

        Args:
            from_: Only from this instant on: RFC 3339, or a date, which means the start of that day in UTC.
            to: Only up to this instant: RFC 3339, or a date, which means the end of that day in UTC.
            limit: Stop after this many rows. Without it, all rows.
            page_size: How many rows each request asks for.
        """
        return self._rows(calls.get_usage(from_=from_, to=to, limit=rows_per_page(limit, page_size)), limit)

    async def get_status(self) -> Status:
        """Get uptime, freshness and framework version.

        Answers 200 even when the service is degraded.

        Works without an API key.
        """
        return await self._call(calls.get_status())

    async def list_public_scores(self) -> PublicScores:
        """List headline scores.

        Score and band of every provider, by name; no breakdown and no decision object.

        Works without an API key.
        """
        return await self._call(calls.list_public_scores())

    async def list_changelog(
        self,
        *,
        since: Optional[Moment] = None,
        provider_id: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Changelog:
        """List changes of indicators.

        Newest first. It holds news: a score that only aged a little is not in it.

        Works without an API key.

        Args:
            since: Only from this instant on: RFC 3339, or a date, which means the start of that day in UTC.
            provider_id: Only changes of this provider.
            limit: Rows on a page. Default: 100.
            cursor: The next_cursor of the page before.
        """
        return await self._call(calls.list_changelog(since=since, provider_id=provider_id, limit=limit, cursor=cursor))

    def iter_changelog(
        self,
        *,
        since: Optional[Moment] = None,
        provider_id: Optional[str] = None,
        limit: Optional[int] = None,
        page_size: int = 100,
    ) -> AsyncIterator[ChangelogEntry]:
        """Iterate over the rows of ``list_changelog``, requesting page after page.

        Works without an API key.

        Args:
            since: Only from this instant on: RFC 3339, or a date, which means the start of that day in UTC.
            provider_id: Only changes of this provider.
            limit: Stop after this many rows. Without it, all rows.
            page_size: How many rows each request asks for.
        """
        return self._rows(
            calls.list_changelog(since=since, provider_id=provider_id, limit=rows_per_page(limit, page_size)),
            limit,
        )

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
        """Ask for a provider to be scored.

        With an Idempotency-Key the request can be sent again without being filed twice: the same body gets the
        same answer for 24 hours.

        Works without an API key.

        Args:
            provider_url: An https address without a name or password in it.
            planner_type: btc: lending and yield on bitcoin collateral. fiat: fiat-denominated credit and yield.
                stablecoin: stablecoin issuers and yield.
            idempotency_key: Names this request for 24 hours; another body under the same name is refused.
        """
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

    async def verify_indicator(self, verification_id: str) -> Verification:
        """Verify a published indicator.

        The signed statement, its place in the log, and whether the indicator still stands. Verify it against a
        key that you pinned: a key out of an answer proves nothing.

        Works without an API key.

        Args:
            verification_id: The verification id of a published indicator.
        """
        return await self._call(calls.verify_indicator(verification_id))

    async def list_signing_keys(self) -> SigningKeys:
        """List the signing keys.

        All keys that ever signed, with their validity. A rotation is a log entry signed by both keys.

        Works without an API key.
        """
        return await self._call(calls.list_signing_keys())

    async def get_checkpoint(self) -> str:
        """Get the log's newest checkpoint.

        A signed note (C2SP tlog-checkpoint): origin, tree size and root hash.

        Works without an API key.
        """
        return await self._call(calls.get_checkpoint())

    async def get_tile(self, path: str) -> bytes:
        """Get a tile of the log.

        Hashes of the tree (C2SP tlog-tiles), up to 256 of a level, or with entries as its level up to 256
        leaves.

        Works without an API key.

        Args:
            path: Level and index, such as 0/x001/234, and .p/ with the width for a partial tile: 1/000.p/17.
        """
        return await self._call(calls.get_tile(path))

    async def get_agent_manifest(self) -> AgentManifest:
        """Get the manifest of the agent tools.

        The tools with their schemas, the protocol versions, and how to apply for the pilot. There are no
        streams to open here: with Accept: text/event-stream the answer is 405.

        Works without an API key.
        """
        return await self._call(calls.get_agent_manifest())
