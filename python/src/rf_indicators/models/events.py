# Generated from packages/contract by "npm run generate". Do not edit.
"""The events that webhooks deliver."""

from typing import Any, Dict, List, Optional, Type

from .answers import ChangePart, DecisionObject, DifferencesLink
from .base import Model


class ScoreEventDetailChange(Model):
    __slots__ = ()
    _nested = {"parts": ChangePart}

    delta: float
    """Score points, with two decimals. Negative points lower the score."""
    parts: List[ChangePart]
    """Their points add up to delta exactly."""


class ScoreEventDetail(Model):
    """The reasoning behind the score. Sent only to workspaces that are entitled to the scores operations."""

    __slots__ = ()
    _nested = {"rf_decision_object": DecisionObject, "change": ScoreEventDetailChange}

    confidence: float
    """A fraction from 0 to 1, with two decimals."""
    uncapped_score: float
    """A score from 0 to 100 with two decimals. A higher score means lower risk."""
    rf_decision_object: DecisionObject
    change: Optional[ScoreEventDetailChange]
    """Why the score changed; None if there is no earlier indicator to compare with."""


class ScoreEventData(Model):
    """A change to the indicator of a provider."""

    __slots__ = ()
    _nested = {"detail": ScoreEventDetail}
    _may_be_absent = frozenset({"detail"})

    sequence: int
    """The position of the event among all events. Deliveries can arrive in any order: sort by this number."""
    checkpoint: Optional[str]
    """The latest signed checkpoint of the transparency log, as a signed note; None while the log is empty."""
    changelog_id: str
    """A lower-case UUID."""
    provider_id: str
    """A lower-case UUID."""
    provider_name: str
    planner_type: str
    """btc: lending and yield on bitcoin collateral. fiat: fiat-denominated credit and yield. stablecoin:
    stablecoin issuers and yield.
    """
    kind: str
    """What changed. band_change: the indicator moved to another band. reinstatement: a withdrawn provider has an
    indicator again. drift: only the age of the evidence moved the score, by little. stale and stale_ended: the
    indicator became stale, or is no longer stale. Kinds may be added. One of: initial, score_change,
    band_change, methodology_change, correction, reinstatement, drift, withdrawal, stale, stale_ended.
    """
    previous_score: Optional[float]
    """None if the provider had no indicator."""
    new_score: Optional[float]
    """None for a withdrawal."""
    delta: Optional[float]
    """The new score minus the previous score; None unless both exist."""
    previous_band: Optional[str]
    """The risk band. LOW starts at a score of 80, MEDIUM at 60, ELEVATED at 40 and HIGH at 0."""
    new_band: Optional[str]
    """The risk band. LOW starts at a score of 80, MEDIUM at 60, ELEVATED at 40 and HIGH at 0."""
    reason: str
    """Why the indicator changed: the cause and the modules concerned. It never contains input values or names hard
    rules.
    """
    framework_version: str
    """The name and version of the framework, such as "RF Framework v1.0"."""
    verification_id: str
    """Identifies one published indicator permanently."""
    corrects: Optional[str]
    """The indicator that this one corrects."""
    scored_at: str
    """A date-time (RFC 3339) with a numeric offset, such as 2026-04-26T12:00:00+00:00."""
    changed_at: str
    """A date-time in UTC (RFC 3339), ending in Z."""
    limitations_disclosure: str
    """The limits of what an indicator says. Show this text with every score."""
    detail: Optional[ScoreEventDetail]


class RenewalEventData(Model):
    """A new indicator with newer evidence or facts, and the same score, band and caps."""

    __slots__ = ()

    sequence: int
    """The position of the event among all events. Deliveries can arrive in any order: sort by this number."""
    checkpoint: Optional[str]
    """The latest signed checkpoint of the transparency log, as a signed note; None while the log is empty."""
    provider_id: str
    """A lower-case UUID."""
    provider_name: str
    planner_type: str
    """btc: lending and yield on bitcoin collateral. fiat: fiat-denominated credit and yield. stablecoin:
    stablecoin issuers and yield.
    """
    final_score: float
    """A score from 0 to 100 with two decimals. A higher score means lower risk."""
    risk_band: str
    """The risk band. LOW starts at a score of 80, MEDIUM at 60, ELEVATED at 40 and HIGH at 0."""
    framework_version: str
    """The name and version of the framework, such as "RF Framework v1.0"."""
    verification_id: str
    """Identifies one published indicator permanently."""
    renews: Optional[str]
    """The indicator that this one renews: the last one that was not a renewal itself."""
    scored_at: str
    """A date-time (RFC 3339) with a numeric offset, such as 2026-04-26T12:00:00+00:00."""
    published_at: str
    """A date-time in UTC (RFC 3339), ending in Z."""
    limitations_disclosure: str
    """The limits of what an indicator says. Show this text with every score."""


class AnnouncementEventData(Model):
    """A framework version that was announced or cancelled."""

    __slots__ = ()
    _nested = {"differences": DifferencesLink}

    sequence: int
    """The position of the event among all events. Deliveries can arrive in any order: sort by this number."""
    checkpoint: Optional[str]
    """The latest signed checkpoint of the transparency log, as a signed note; None while the log is empty."""
    version: str
    """The version of the framework, such as 1.0."""
    framework_version: str
    """The name and version of the framework, such as "RF Framework v1.0"."""
    digest: str
    """A SHA-256 digest as 64 lower-case hexadecimal digits."""
    effective_from: str
    """A date, such as 2026-04-01."""
    notes: str
    """What is new in this version."""
    urgent_reason: Optional[str]
    """Why the version takes effect without the usual notice; None if the notice was given."""
    differences: Optional[DifferencesLink]
    """What the version changes for each provider; None for the first version."""
    cancelled_reason: Optional[str]
    """Why the announced version was cancelled, so that it never takes effect; None if it was announced."""


class MethodologyEventData(Model):
    """A framework version that took effect."""

    __slots__ = ()
    _nested = {"differences": DifferencesLink}

    sequence: int
    """The position of the event among all events. Deliveries can arrive in any order: sort by this number."""
    checkpoint: Optional[str]
    """The latest signed checkpoint of the transparency log, as a signed note; None while the log is empty."""
    version: str
    """The version of the framework, such as 1.0."""
    framework_version: str
    """The name and version of the framework, such as "RF Framework v1.0"."""
    digest: str
    """A SHA-256 digest as 64 lower-case hexadecimal digits."""
    effective_from: str
    """A date, such as 2026-04-01."""
    notes: str
    """What is new in this version."""
    urgent_reason: Optional[str]
    """Why the version takes effect without the usual notice; None if the notice was given."""
    differences: Optional[DifferencesLink]
    """What the version changes for each provider; None for the first version."""


class IssuanceEventData(Model):
    """A new issuance."""

    __slots__ = ()

    sequence: int
    """The position of the event among all events. Deliveries can arrive in any order: sort by this number."""
    checkpoint: Optional[str]
    """The latest signed checkpoint of the transparency log, as a signed note; None while the log is empty."""
    id: str
    """A lower-case UUID."""
    issuer_name: str
    provider_id: Optional[str]
    """The provider that issues it; None if the issuer is not a provider of this service."""
    name: str
    ticker: Optional[str]
    type: str
    """The kind of security that is issued. One of: preferred_share, bond."""
    status: str
    """The status of the issuance. ISSUED and WITHDRAWN are final. One of: ANNOUNCED, PRICING, ISSUED, WITHDRAWN."""
    currency: str
    """An ISO 4217 code, or BTC."""
    amount: Optional[float]
    """The amount in units of the currency."""
    coupon_rate: Optional[float]
    """The coupon rate in percent per year; for a preferred share, its stated dividend rate."""
    price: Optional[float]
    """The price as quoted by the issuer."""
    announced_on: str
    """A date, such as 2026-04-01."""
    pricing_on: Optional[str]
    """A date, such as 2026-04-01."""
    settles_on: Optional[str]
    """A date, such as 2026-04-01."""
    source_url: Optional[str]
    updated_at: str
    """A date-time in UTC (RFC 3339), ending in Z."""


class IssuanceStatusEventData(Model):
    """An issuance whose status changed."""

    __slots__ = ()

    sequence: int
    """The position of the event among all events. Deliveries can arrive in any order: sort by this number."""
    checkpoint: Optional[str]
    """The latest signed checkpoint of the transparency log, as a signed note; None while the log is empty."""
    id: str
    """A lower-case UUID."""
    issuer_name: str
    provider_id: Optional[str]
    """The provider that issues it; None if the issuer is not a provider of this service."""
    name: str
    ticker: Optional[str]
    type: str
    """The kind of security that is issued. One of: preferred_share, bond."""
    status: str
    """The status of the issuance. ISSUED and WITHDRAWN are final. One of: ANNOUNCED, PRICING, ISSUED, WITHDRAWN."""
    currency: str
    """An ISO 4217 code, or BTC."""
    amount: Optional[float]
    """The amount in units of the currency."""
    coupon_rate: Optional[float]
    """The coupon rate in percent per year; for a preferred share, its stated dividend rate."""
    price: Optional[float]
    """The price as quoted by the issuer."""
    announced_on: str
    """A date, such as 2026-04-01."""
    pricing_on: Optional[str]
    """A date, such as 2026-04-01."""
    settles_on: Optional[str]
    """A date, such as 2026-04-01."""
    source_url: Optional[str]
    updated_at: str
    """A date-time in UTC (RFC 3339), ending in Z."""
    previous_status: str
    """The status of the issuance. ISSUED and WITHDRAWN are final. One of: ANNOUNCED, PRICING, ISSUED, WITHDRAWN."""


class DisabledEndpointEventData(Model):
    """An endpoint of the workspace that the service disabled."""

    __slots__ = ()

    sequence: int
    """The position of the event among all events. Deliveries can arrive in any order: sort by this number."""
    checkpoint: Optional[str]
    """The latest signed checkpoint of the transparency log, as a signed note; None while the log is empty."""
    endpoint_id: str
    """A lower-case UUID."""
    host: str
    """The host of its URL, with the port if there is one."""
    disabled_because: str
    """gone: the receiver answered 410. failing: every attempt failed for 5 days."""
    disabled_at: str
    """A date-time in UTC (RFC 3339), ending in Z."""
    failing_since: Optional[str]
    """The first failure since the last success."""
    waiting_deliveries: int
    """How many deliveries wait until the endpoint is enabled again."""


class TestEventData(Model):
    """A test that a member of the workspace requested."""

    __slots__ = ()

    sequence: int
    """The position of the event among all events. Deliveries can arrive in any order: sort by this number."""
    checkpoint: Optional[str]
    """The latest signed checkpoint of the transparency log, as a signed note; None while the log is empty."""
    message: str


class WebhookEvent(Model):
    """An event of a webhook. Every delivery attempt of an event carries the same id. An event type that this
    version does not know is an instance of this class itself, with plain JSON as its data.
    """

    __slots__ = ()
    _may_be_absent = frozenset({"test"})

    id: str
    """A lower-case UUID."""
    type: str
    created_at: str
    """A date-time in UTC (RFC 3339), ending in Z."""
    api_version: str
    workspace_id: str
    """A lower-case UUID."""
    test: Optional[bool]
    """Present only on test deliveries, whose content is not real news."""
    data: Any


class ScorePublishedEvent(WebhookEvent):
    """The first indicator of a provider was published. Every delivery attempt carries the same id."""

    __slots__ = ()
    _nested = {"data": ScoreEventData}

    data: ScoreEventData


class ScoreChangedEvent(WebhookEvent):
    """The score or a hard cap of a provider changed within the same band. Every delivery attempt carries the same
    id.
    """

    __slots__ = ()
    _nested = {"data": ScoreEventData}

    data: ScoreEventData


class BandChangedEvent(WebhookEvent):
    """The indicator of a provider moved to another band. Every delivery attempt carries the same id."""

    __slots__ = ()
    _nested = {"data": ScoreEventData}

    data: ScoreEventData


class ScoreCorrectedEvent(WebhookEvent):
    """A published indicator was corrected. Every delivery attempt carries the same id."""

    __slots__ = ()
    _nested = {"data": ScoreEventData}

    data: ScoreEventData


class ScoreWithdrawnEvent(WebhookEvent):
    """A published indicator was withdrawn. Every delivery attempt carries the same id."""

    __slots__ = ()
    _nested = {"data": ScoreEventData}

    data: ScoreEventData


class ScoreReinstatedEvent(WebhookEvent):
    """A withdrawn provider has an indicator again. Every delivery attempt carries the same id."""

    __slots__ = ()
    _nested = {"data": ScoreEventData}

    data: ScoreEventData


class ScoreDriftedEvent(WebhookEvent):
    """Only the age of the evidence moved the score, by less than a full change. Every delivery attempt carries the
    same id.
    """

    __slots__ = ()
    _nested = {"data": ScoreEventData}

    data: ScoreEventData


class ScoreRenewedEvent(WebhookEvent):
    """An indicator was published again with newer evidence, and the same score, band and caps. Every delivery
    attempt carries the same id.
    """

    __slots__ = ()
    _nested = {"data": RenewalEventData}

    data: RenewalEventData


class ScoreStaleEvent(WebhookEvent):
    """An indicator became stale: a check that the service must make itself is overdue, or its inputs no longer
    give a score. Every delivery attempt carries the same id.
    """

    __slots__ = ()
    _nested = {"data": ScoreEventData}

    data: ScoreEventData


class ScoreStaleEndedEvent(WebhookEvent):
    """An indicator is no longer stale. Every delivery attempt carries the same id."""

    __slots__ = ()
    _nested = {"data": ScoreEventData}

    data: ScoreEventData


class MethodologyAnnouncedEvent(WebhookEvent):
    """A framework version was announced that takes effect later or without the usual notice, or an announced
    version was cancelled. Every delivery attempt carries the same id.
    """

    __slots__ = ()
    _nested = {"data": AnnouncementEventData}

    data: AnnouncementEventData


class MethodologyPublishedEvent(WebhookEvent):
    """A framework version took effect. Every delivery attempt carries the same id."""

    __slots__ = ()
    _nested = {"data": MethodologyEventData}

    data: MethodologyEventData


class IssuanceNewEvent(WebhookEvent):
    """An issuance was announced. Every delivery attempt carries the same id."""

    __slots__ = ()
    _nested = {"data": IssuanceEventData}

    data: IssuanceEventData


class IssuanceStatusChangedEvent(WebhookEvent):
    """The status of an issuance changed to PRICING, ISSUED or WITHDRAWN. Every delivery attempt carries the same
    id.
    """

    __slots__ = ()
    _nested = {"data": IssuanceStatusEventData}

    data: IssuanceStatusEventData


class WebhookEndpointDisabledEvent(WebhookEvent):
    """The service disabled another endpoint of the workspace, because its receiver failed. Every delivery attempt
    carries the same id.
    """

    __slots__ = ()
    _nested = {"data": DisabledEndpointEventData}

    data: DisabledEndpointEventData


class WebhookTestEvent(WebhookEvent):
    """A member of the workspace requested a test delivery. Every delivery attempt carries the same id."""

    __slots__ = ()
    _nested = {"data": TestEventData}

    data: TestEventData


EVENTS: Dict[str, Type[WebhookEvent]] = {
    "score.published": ScorePublishedEvent,
    "score.changed": ScoreChangedEvent,
    "band.changed": BandChangedEvent,
    "score.corrected": ScoreCorrectedEvent,
    "score.withdrawn": ScoreWithdrawnEvent,
    "score.reinstated": ScoreReinstatedEvent,
    "score.drifted": ScoreDriftedEvent,
    "score.renewed": ScoreRenewedEvent,
    "score.stale": ScoreStaleEvent,
    "score.stale_ended": ScoreStaleEndedEvent,
    "methodology.announced": MethodologyAnnouncedEvent,
    "methodology.published": MethodologyPublishedEvent,
    "issuance.new": IssuanceNewEvent,
    "issuance.status_changed": IssuanceStatusChangedEvent,
    "webhook.endpoint_disabled": WebhookEndpointDisabledEvent,
    "webhook.test": WebhookTestEvent,
}
"""The class of each event type."""
