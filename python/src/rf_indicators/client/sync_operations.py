# Generated from packages/contract by "npm run generate". Do not edit.
"""The operations of the service as methods of the blocking client."""

from typing import Iterator, Optional

from ..models import (
    AgentManifest,
    Changelog,
    ChangelogEntry,
    Computation,
    Confirmation,
    EventList,
    HistoryEntry,
    HistoryStep,
    Issuance,
    IssuanceList,
    ListedEvent,
    Methodology,
    MethodologyDifferences,
    ProviderHistory,
    PublicHistories,
    PublicHistory,
    PublicScores,
    ScoreChanges,
    ScoreHistory,
    ScoreList,
    ScorePeers,
    ScoreRequestOutcome,
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
from .callers import SyncCaller
from .paging import rows_per_page
from .wire import Moment


class SyncOperations(SyncCaller):
    """A method for each operation, and an iterator for each list that has pages."""

    def list_scores(
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

        Returns the current indicator of every provider, sorted by name and then by id. Withdrawn indicators are
        not listed. Without limit, all rows are returned at once.

        Requires an API key with the scores entitlement.

        Args:
            planner_type: btc: lending and yield on bitcoin collateral. fiat: fiat-denominated credit and yield.
                stablecoin: stablecoin issuers and yield.
            risk_band: The risk band. LOW starts at a score of 80, MEDIUM at 60, ELEVATED at 40 and HIGH at 0.
            sort: The sort order. A minus sign means descending. One of: name, -name, final_score, -final_score,
                scored_at, -scored_at. Default: name.
            limit: The maximum number of rows per page. Without it, all rows are returned.
            cursor: The next_cursor of the previous page.
            include: Adds rf_decision_object to each row. Requires limit.
            as_of: Return what the API answered at this time. An RFC 3339 date-time with Z or an offset, or a
                date, which means the end of that day in UTC.
        """
        return self._call(
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
    ) -> Iterator[ScoreRow]:
        """Iterate over the rows of ``list_scores``, requesting page after page.

        Requires an API key with the scores entitlement.

        Args:
            planner_type: btc: lending and yield on bitcoin collateral. fiat: fiat-denominated credit and yield.
                stablecoin: stablecoin issuers and yield.
            risk_band: The risk band. LOW starts at a score of 80, MEDIUM at 60, ELEVATED at 40 and HIGH at 0.
            sort: The sort order. A minus sign means descending. One of: name, -name, final_score, -final_score,
                scored_at, -scored_at. Default: name.
            include: Adds rf_decision_object to each row. Requires limit.
            as_of: Return what the API answered at this time. An RFC 3339 date-time with Z or an offset, or a
                date, which means the end of that day in UTC.
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

    def get_score(self, provider_id: str, *, as_of: Optional[Moment] = None) -> ScoreSnapshot:
        """Get the indicator of one provider.

        Returns the current indicator with the criterion breakdown, the decision object and the commentary.

        Requires an API key with the scores entitlement.

        Args:
            provider_id: The id (a lower-case UUID) or slug of the provider.
            as_of: Return what the API answered at this time. An RFC 3339 date-time with Z or an offset, or a
                date, which means the end of that day in UTC.
        """
        return self._call(calls.get_score(provider_id, as_of=as_of))

    def get_history(
        self,
        provider_id: str,
        *,
        from_: Optional[Moment] = None,
        to: Optional[Moment] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> ScoreHistory:
        """List all published indicators of one provider.

        Returns all published indicators, newest publication first, including renewals and superseded, corrected
        and withdrawn ones.

        Requires an API key with the scores entitlement.

        Args:
            provider_id: The id (a lower-case UUID) or slug of the provider.
            from_: Only entries at or after this time. An RFC 3339 date-time, or a date, which means the start
                of that day in UTC.
            to: Only entries at or before this time. An RFC 3339 date-time, or a date, which means the end of
                that day in UTC.
            limit: The maximum number of rows per page. Default: 100.
            cursor: The next_cursor of the previous page.
        """
        return self._call(calls.get_history(provider_id, from_=from_, to=to, limit=limit, cursor=cursor))

    def iter_history(
        self,
        provider_id: str,
        *,
        from_: Optional[Moment] = None,
        to: Optional[Moment] = None,
        limit: Optional[int] = None,
        page_size: int = 100,
    ) -> Iterator[HistoryEntry]:
        """Iterate over the rows of ``get_history``, requesting page after page.

        Requires an API key with the scores entitlement.

        Args:
            provider_id: The id (a lower-case UUID) or slug of the provider.
            from_: Only entries at or after this time. An RFC 3339 date-time, or a date, which means the start
                of that day in UTC.
            to: Only entries at or before this time. An RFC 3339 date-time, or a date, which means the end of
                that day in UTC.
            limit: Stop after this many rows. Without it, all rows.
            page_size: How many rows each request asks for.
        """
        return self._rows(
            calls.get_history(provider_id, from_=from_, to=to, limit=rows_per_page(limit, page_size)),
            limit,
        )

    def get_changes(
        self,
        provider_id: str,
        *,
        from_: Optional[Moment] = None,
        to: Optional[Moment] = None,
    ) -> ScoreChanges:
        """Explain why the score of one provider changed.

        Splits the difference between two published indicators into parts that add up to it exactly. Without
        parameters, it compares the current indicator with the previous one, skipping renewals.

        Requires an API key with the scores entitlement.

        Args:
            provider_id: The id (a lower-case UUID) or slug of the provider.
            from_: The earlier indicator; by default the one before the later indicator. A verification id, an
                RFC 3339 date-time, or a date, which means the end of that day in UTC.
            to: The later indicator; by default the current one. A verification id, an RFC 3339 date-time, or a
                date, which means the end of that day in UTC.
        """
        return self._call(calls.get_changes(provider_id, from_=from_, to=to))

    def get_peers(self, provider_id: str, *, limit: Optional[int] = None) -> ScorePeers:
        """Compare one provider with others of its type.

        Returns the current indicator of the provider between those of the same type that are nearest by score,
        safest first, each with its rank and the score of each module.

        Requires an API key with the scores entitlement.

        Args:
            provider_id: The id (a lower-case UUID) or slug of the provider.
            limit: The maximum number of safer providers, and of riskier ones. Default: 5.
        """
        return self._call(calls.get_peers(provider_id, limit=limit))

    def get_methodology(self) -> Methodology:
        """Get the current framework.

        Returns the version, module weights, criteria, hard rules, thresholds, rounding and sign-off of the
        current framework, and a list of all versions.

        Requires an API key with the methodology entitlement.
        """
        return self._call(calls.get_methodology())

    def get_computation(self, verification_id: str) -> Computation:
        """Get the computation package of a published indicator.

        Returns the inputs, framework, result, statement, signature and log entry: everything needed to
        recompute the indicator bit for bit. Superseded, corrected and withdrawn indicators stay available.

        Requires an API key with the computation entitlement.

        Args:
            verification_id: The verification id of a published indicator.
        """
        return self._call(calls.get_computation(verification_id))

    def list_issuances(
        self,
        *,
        status: Optional[str] = None,
        type: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> IssuanceList:
        """List upcoming issuances.

        Returns issuances that are announced or pricing. If the issuer has a current indicator, its score, band
        and date are shown too. They are about the issuer, not about the issued security.

        Requires an API key.

        Args:
            status: The status of the issuance. One of: ANNOUNCED, PRICING.
            type: The kind of security that is issued. One of: preferred_share, bond.
            limit: The maximum number of rows per page. Default: 100.
            cursor: The next_cursor of the previous page.
        """
        return self._call(calls.list_issuances(status=status, type=type, limit=limit, cursor=cursor))

    def iter_issuances(
        self,
        *,
        status: Optional[str] = None,
        type: Optional[str] = None,
        limit: Optional[int] = None,
        page_size: int = 100,
    ) -> Iterator[Issuance]:
        """Iterate over the rows of ``list_issuances``, requesting page after page.

        Requires an API key.

        Args:
            status: The status of the issuance. One of: ANNOUNCED, PRICING.
            type: The kind of security that is issued. One of: preferred_share, bond.
            limit: Stop after this many rows. Without it, all rows.
            page_size: How many rows each request asks for.
        """
        return self._rows(calls.list_issuances(status=status, type=type, limit=rows_per_page(limit, page_size)), limit)

    def list_events(
        self,
        *,
        after: Optional[int] = None,
        types: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> EventList:
        """List events.

        Returns the events of the workspace in the order of their sequence numbers, in the form in which
        webhooks send them: for catching up after missed deliveries, or instead of an endpoint. The detail of a
        score is included if the key is entitled to the scores operations.

        Requires an API key.

        Args:
            after: Only events with a higher sequence number: the next_after of an earlier response. Default: 0.
            types: Only events of these types, separated by commas: score.published, score.changed,
                band.changed, score.corrected, score.withdrawn, score.reinstated, score.drifted, score.renewed,
                score.stale, score.stale_ended, methodology.announced, methodology.published, issuance.new,
                issuance.status_changed, webhook.endpoint_disabled. Without it, all types that an endpoint gets
                by default: all but score.drifted and score.renewed.
            limit: The maximum number of events per page. Default: 100.
            cursor: The next_cursor of the previous page.
        """
        return self._call(calls.list_events(after=after, types=types, limit=limit, cursor=cursor))

    def iter_events(
        self,
        *,
        after: Optional[int] = None,
        types: Optional[str] = None,
        limit: Optional[int] = None,
        page_size: int = 100,
    ) -> Iterator[ListedEvent]:
        """Iterate over the rows of ``list_events``, requesting page after page.

        Requires an API key.

        Args:
            after: Only events with a higher sequence number: the next_after of an earlier response. Default: 0.
            types: Only events of these types, separated by commas: score.published, score.changed,
                band.changed, score.corrected, score.withdrawn, score.reinstated, score.drifted, score.renewed,
                score.stale, score.stale_ended, methodology.announced, methodology.published, issuance.new,
                issuance.status_changed, webhook.endpoint_disabled. Without it, all types that an endpoint gets
                by default: all but score.drifted and score.renewed.
            limit: Stop after this many rows. Without it, all rows.
            page_size: How many rows each request asks for.
        """
        return self._rows(calls.list_events(after=after, types=types, limit=rows_per_page(limit, page_size)), limit)

    def get_usage(
        self,
        *,
        from_: Optional[Moment] = None,
        to: Optional[Moment] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Usage:
        """Get the usage of the key.

        Returns the number of accepted and refused requests of the key of this request, by hour and operation,
        newest first, and the rate limit that it shares with other keys. Members of the workspace can list the
        usage of all its keys.

        Requires an API key.

        Args:
            from_: Only entries at or after this time. An RFC 3339 date-time, or a date, which means the start
                of that day in UTC.
            to: Only entries at or before this time. An RFC 3339 date-time, or a date, which means the end of
                that day in UTC.
            limit: The maximum number of rows per page. Default: 100.
            cursor: The next_cursor of the previous page.
        """
        return self._call(calls.get_usage(from_=from_, to=to, limit=limit, cursor=cursor))

    def iter_usage(
        self,
        *,
        from_: Optional[Moment] = None,
        to: Optional[Moment] = None,
        limit: Optional[int] = None,
        page_size: int = 100,
    ) -> Iterator[UsageRow]:
        """Iterate over the rows of ``get_usage``, requesting page after page.

        Requires an API key.

        Args:
            from_: Only entries at or after this time. An RFC 3339 date-time, or a date, which means the start
                of that day in UTC.
            to: Only entries at or before this time. An RFC 3339 date-time, or a date, which means the end of
                that day in UTC.
            limit: Stop after this many rows. Without it, all rows.
            page_size: How many rows each request asks for.
        """
        return self._rows(calls.get_usage(from_=from_, to=to, limit=rows_per_page(limit, page_size)), limit)

    def get_status(self) -> Status:
        """Get the service status.

        Returns uptime, data freshness, component status and the framework version. The response is 200 even
        when the service is degraded.

        Works without an API key.
        """
        return self._call(calls.get_status())

    def list_public_scores(self) -> PublicScores:
        """List headline scores.

        Returns the score and band of every provider, sorted by name, and whether the indicator is stale. The
        criterion breakdown and the decision object are not included.

        Works without an API key.
        """
        return self._call(calls.list_public_scores())

    def list_public_histories(self, *, limit: Optional[int] = None, cursor: Optional[str] = None) -> PublicHistories:
        """List what was served in the last 90 days.

        Returns the headline steps of every provider in the last 90 days, sorted by name: score, band, whether
        the indicator was stale, and from when until when it was served. Withdrawn providers are listed if they
        were served in that period.

        Works without an API key.

        Args:
            limit: The maximum number of providers per page. Default: 100.
            cursor: The next_cursor of the previous page.
        """
        return self._call(calls.list_public_histories(limit=limit, cursor=cursor))

    def iter_public_histories(self, *, limit: Optional[int] = None, page_size: int = 100) -> Iterator[ProviderHistory]:
        """Iterate over the rows of ``list_public_histories``, requesting page after page.

        Works without an API key.

        Args:
            limit: Stop after this many rows. Without it, all rows.
            page_size: How many rows each request asks for.
        """
        return self._rows(calls.list_public_histories(limit=rows_per_page(limit, page_size)), limit)

    def get_public_history(
        self,
        slug: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> PublicHistory:
        """Get what was served about a provider.

        Returns the headline steps of a provider since its first indicator, newest first. A corrected indicator
        keeps its step, because it was served; the kind of the next step is correction. Between a withdrawal and
        a reinstatement there is no step.

        Works without an API key.

        Args:
            slug: The id (a lower-case UUID) or slug of the provider.
            limit: The maximum number of rows per page. Default: 100.
            cursor: The next_cursor of the previous page.
        """
        return self._call(calls.get_public_history(slug, limit=limit, cursor=cursor))

    def iter_public_history(
        self,
        slug: str,
        *,
        limit: Optional[int] = None,
        page_size: int = 100,
    ) -> Iterator[HistoryStep]:
        """Iterate over the rows of ``get_public_history``, requesting page after page.

        Works without an API key.

        Args:
            slug: The id (a lower-case UUID) or slug of the provider.
            limit: Stop after this many rows. Without it, all rows.
            page_size: How many rows each request asks for.
        """
        return self._rows(calls.get_public_history(slug, limit=rows_per_page(limit, page_size)), limit)

    def list_changelog(
        self,
        *,
        since: Optional[Moment] = None,
        provider_id: Optional[str] = None,
        kinds: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Changelog:
        """List changes to indicators.

        Returns published changes, newest first. Renewals are not listed, because they change neither score,
        band nor caps.

        Works without an API key.

        Args:
            since: Only entries at or after this time. An RFC 3339 date-time, or a date, which means the start
                of that day in UTC.
            provider_id: Only changes to the indicator of this provider.
            kinds: Only entries of these kinds, separated by commas: initial, score_change, band_change,
                methodology_change, correction, reinstatement, drift, withdrawal, stale, stale_ended. All kinds
                by default.
            limit: The maximum number of rows per page. Default: 100.
            cursor: The next_cursor of the previous page.
        """
        return self._call(
            calls.list_changelog(since=since, provider_id=provider_id, kinds=kinds, limit=limit, cursor=cursor)
        )

    def iter_changelog(
        self,
        *,
        since: Optional[Moment] = None,
        provider_id: Optional[str] = None,
        kinds: Optional[str] = None,
        limit: Optional[int] = None,
        page_size: int = 100,
    ) -> Iterator[ChangelogEntry]:
        """Iterate over the rows of ``list_changelog``, requesting page after page.

        Works without an API key.

        Args:
            since: Only entries at or after this time. An RFC 3339 date-time, or a date, which means the start
                of that day in UTC.
            provider_id: Only changes to the indicator of this provider.
            kinds: Only entries of these kinds, separated by commas: initial, score_change, band_change,
                methodology_change, correction, reinstatement, drift, withdrawal, stale, stale_ended. All kinds
                by default.
            limit: Stop after this many rows. Without it, all rows.
            page_size: How many rows each request asks for.
        """
        return self._rows(
            calls.list_changelog(
                since=since,
                provider_id=provider_id,
                kinds=kinds,
                limit=rows_per_page(limit, page_size),
            ),
            limit,
        )

    def get_methodology_differences(self, version: str) -> MethodologyDifferences:
        """Get what a framework version changes.

        Returns the old and the new score and band of every provider that had a current indicator when the
        version was announced. The list is published with the announcement, before the version takes effect. The
        first version has none.

        Works without an API key.

        Args:
            version: The version, such as 1.1, or the digest of the framework.
        """
        return self._call(calls.get_methodology_differences(version))

    def request_score(
        self,
        provider_name: str,
        *,
        provider_url: Optional[str] = None,
        planner_type: Optional[str] = None,
        contact_email: Optional[str] = None,
        message: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> ScoreRequestReceipt:
        """Request a score for a provider.

        Asks the service to score a provider. With an Idempotency-Key you can safely retry: for 24 hours, the
        same body gets the same response and is recorded only once.

        Works without an API key.

        Args:
            provider_url: An https URL without a user name or password.
            planner_type: btc: lending and yield on bitcoin collateral. fiat: fiat-denominated credit and yield.
                stablecoin: stablecoin issuers and yield.
            idempotency_key: Identifies this request for 24 hours. A different body with the same key is
                refused.
        """
        return self._call(
            calls.request_score(
                provider_name,
                provider_url=provider_url,
                planner_type=planner_type,
                contact_email=contact_email,
                message=message,
                idempotency_key=idempotency_key,
            )
        )

    def get_score_request(self, request_id: str) -> ScoreRequestOutcome:
        """Get the outcome of a score request.

        Returns the status of a score request and, once it is scored, the provider. Keep the request_id of the
        receipt: it is the only way to find the request.

        Works without an API key.

        Args:
            request_id: The request_id of the receipt.
        """
        return self._call(calls.get_score_request(request_id))

    def verify_indicator(self, verification_id: str) -> Verification:
        """Verify a published indicator.

        Returns the signed statement, its log entry, whether the indicator is still current, and whether it is
        stale. Verify the signature with a key that you have pinned: a key taken from a response proves nothing.

        Works without an API key.

        Args:
            verification_id: The verification id of a published indicator.
        """
        return self._call(calls.verify_indicator(verification_id))

    def get_confirmation(self, run: str) -> Confirmation:
        """Get the proof of a confirmation.

        Returns the signed record of a run that confirmed indicators, the list of their verification ids, and
        the log entry of the record. A run confirms an indicator if its inputs and its score have not changed.

        Works without an API key.

        Args:
            run: The id of the run, from confirmed_by in a snapshot.
        """
        return self._call(calls.get_confirmation(run))

    def list_signing_keys(self) -> SigningKeys:
        """List the signing keys.

        Returns all keys that have ever been used for signing, with their validity periods. Each key rotation is
        a log entry that both keys signed.

        Works without an API key.
        """
        return self._call(calls.list_signing_keys())

    def get_checkpoint(self) -> str:
        """Get the latest checkpoint of the log.

        Returns a signed note (C2SP tlog-checkpoint) with the origin, tree size and root hash of the log.

        Works without an API key.
        """
        return self._call(calls.get_checkpoint())

    def get_tile(self, path: str) -> bytes:
        """Get a tile of the log.

        Returns up to 256 hashes of one level of the tree (C2SP tlog-tiles). With entries as the level, it
        returns up to 256 leaves.

        Works without an API key.

        Args:
            path: The level and index of the tile, such as 0/x001/234. A partial tile ends in .p/ and its width,
                such as 1/000.p/17.
        """
        return self._call(calls.get_tile(path))

    def get_log_list(self, index: int) -> str:
        """Get the list behind a leaf of the log.

        Returns the list that a leaf of the kinds publication, staleness or changelog has the digest of. The
        SHA-256 of the body is the member list.sha256 of the leaf.

        Works without an API key.

        Args:
            index: The index of the leaf.
        """
        return self._call(calls.get_log_list(index))

    def get_agent_manifest(self) -> AgentManifest:
        """Get the manifest of the agent tools.

        Returns the tools with their schemas, the supported protocol versions, and how to apply for the pilot.
        This path has no event stream: a request with Accept: text/event-stream gets 405.

        Works without an API key.
        """
        return self._call(calls.get_agent_manifest())
