# Generated from packages/contract by "npm run generate". Do not edit.
"""The events that webhooks deliver."""

from typing import Any, Dict, List, Optional, Type

from .answers import ChangePart, DecisionObject
from .base import Model


class ScoreEventDetailChange(Model):
    __slots__ = ()
    _nested = {"parts": ChangePart}

    delta: float
    """Points of a score, with two decimals; negative where they lower it."""
    parts: List[ChangePart]
    """Their points add up to delta exactly."""


class ScoreEventDetail(Model):
    """What stands behind the score. Sent only to workspaces that are entitled to scores."""

    __slots__ = ()
    _nested = {"rf_decision_object": DecisionObject, "change": ScoreEventDetailChange}

    confidence: float
    """A fraction from 0 to 1, with two decimals."""
    uncapped_score: float
    """A score from 0 to 100 with two decimals; higher is safer."""
    rf_decision_object: DecisionObject
    change: Optional[ScoreEventDetailChange]
    """Why the score moved; None where there is nothing to compare it with."""


class ScoreEventData(Model):
    """A change of an indicator."""

    __slots__ = ()
    _nested = {"detail": ScoreEventDetail}
    _may_be_absent = frozenset({"detail"})

    sequence: int
    """The place of the event among all events. No order of delivery is promised: sort by it."""
    checkpoint: Optional[str]
    """The log's newest signed checkpoint, as a signed note; None while the log is empty."""
    changelog_id: str
    """A UUID in lower case."""
    provider_id: str
    """A UUID in lower case."""
    provider_name: str
    planner_type: str
    """btc: lending and yield on bitcoin collateral. fiat: fiat-denominated credit and yield. stablecoin:
    stablecoin issuers and yield.
    """
    kind: str
    """What happened; band_change where the band moved. One of: initial, score_change, band_change,
    methodology_change, correction, withdrawal.
    """
    previous_score: Optional[float]
    """None for the first indicator."""
    new_score: Optional[float]
    """None for a withdrawal."""
    delta: Optional[float]
    """New minus previous; None unless both are there."""
    previous_band: Optional[str]
    """The risk band. LOW is from 80, MEDIUM from 60, ELEVATED from 40, HIGH from 0."""
    new_band: Optional[str]
    """The risk band. LOW is from 80, MEDIUM from 60, ELEVATED from 40, HIGH from 0."""
    reason: str
    """The cause and the module; never the value of an input."""
    framework_version: str
    """Name and version of the framework, such as "RF Framework v1.0"."""
    verification_id: str
    """Names one published indicator for ever."""
    corrects: Optional[str]
    """The indicator that this one restates."""
    scored_at: str
    """An instant (RFC 3339) with a numeric offset, such as 2026-04-26T12:00:00+00:00."""
    changed_at: str
    """An instant in UTC (RFC 3339), with Z."""
    limitations_disclosure: str
    """What the indicators are not. Show it wherever a score is shown."""
    detail: Optional[ScoreEventDetail]


class MethodologyEventData(Model):
    """A framework that was put in force."""

    __slots__ = ()

    sequence: int
    """The place of the event among all events. No order of delivery is promised: sort by it."""
    checkpoint: Optional[str]
    """The log's newest signed checkpoint, as a signed note; None while the log is empty."""
    version: str
    """The framework's version, such as 1.0."""
    framework_version: str
    """Name and version of the framework, such as "RF Framework v1.0"."""
    digest: str
    """A SHA-256 as 64 lower-case hexadecimal digits."""
    effective_from: str
    """A civil date, such as 2026-04-01."""
    notes: str
    """What the version brings."""


class IssuanceEventData(Model):
    """A new issuance."""

    __slots__ = ()

    sequence: int
    """The place of the event among all events. No order of delivery is promised: sort by it."""
    checkpoint: Optional[str]
    """The log's newest signed checkpoint, as a signed note; None while the log is empty."""
    id: str
    """A UUID in lower case."""
    issuer_name: str
    provider_id: Optional[str]
    """The issuer, if it is a provider here."""
    name: str
    ticker: Optional[str]
    type: str
    """What is issued. One of: preferred_share, bond."""
    status: str
    """How far the issuance has come: ISSUED and WITHDRAWN are its ends. One of: ANNOUNCED, PRICING, ISSUED,
    WITHDRAWN.
    """
    currency: str
    """An ISO 4217 code, or BTC."""
    amount: Optional[float]
    """In units of the currency."""
    coupon_rate: Optional[float]
    """In percent a year."""
    price: Optional[float]
    """As quoted by the issuer."""
    announced_on: str
    """A civil date, such as 2026-04-01."""
    pricing_on: Optional[str]
    """A civil date, such as 2026-04-01."""
    settles_on: Optional[str]
    """A civil date, such as 2026-04-01."""
    source_url: Optional[str]
    updated_at: str
    """An instant in UTC (RFC 3339), with Z."""


class IssuanceStatusEventData(Model):
    """An issuance that moved."""

    __slots__ = ()

    sequence: int
    """The place of the event among all events. No order of delivery is promised: sort by it."""
    checkpoint: Optional[str]
    """The log's newest signed checkpoint, as a signed note; None while the log is empty."""
    id: str
    """A UUID in lower case."""
    issuer_name: str
    provider_id: Optional[str]
    """The issuer, if it is a provider here."""
    name: str
    ticker: Optional[str]
    type: str
    """What is issued. One of: preferred_share, bond."""
    status: str
    """How far the issuance has come: ISSUED and WITHDRAWN are its ends. One of: ANNOUNCED, PRICING, ISSUED,
    WITHDRAWN.
    """
    currency: str
    """An ISO 4217 code, or BTC."""
    amount: Optional[float]
    """In units of the currency."""
    coupon_rate: Optional[float]
    """In percent a year."""
    price: Optional[float]
    """As quoted by the issuer."""
    announced_on: str
    """A civil date, such as 2026-04-01."""
    pricing_on: Optional[str]
    """A civil date, such as 2026-04-01."""
    settles_on: Optional[str]
    """A civil date, such as 2026-04-01."""
    source_url: Optional[str]
    updated_at: str
    """An instant in UTC (RFC 3339), with Z."""
    previous_status: str
    """How far the issuance has come: ISSUED and WITHDRAWN are its ends. One of: ANNOUNCED, PRICING, ISSUED,
    WITHDRAWN.
    """


class TestEventData(Model):
    """A test, asked for by a member of the workspace."""

    __slots__ = ()

    sequence: int
    """The place of the event among all events. No order of delivery is promised: sort by it."""
    checkpoint: Optional[str]
    """The log's newest signed checkpoint, as a signed note; None while the log is empty."""
    message: str


class WebhookEvent(Model):
    """An event of a webhook. Every delivery attempt of an event carries the same id. An event type that this
    version does not know is an instance of this class itself, with plain JSON as its data.
    """

    __slots__ = ()
    _may_be_absent = frozenset({"test"})

    id: str
    """A UUID in lower case."""
    type: str
    created_at: str
    """An instant in UTC (RFC 3339), with Z."""
    api_version: str
    workspace_id: str
    """A UUID in lower case."""
    test: Optional[bool]
    """Only on tests, which report nothing real."""
    data: Any


class ScorePublishedEvent(WebhookEvent):
    """A first or returning indicator. The id is the same for all tries."""

    __slots__ = ()
    _nested = {"data": ScoreEventData}

    data: ScoreEventData


class ScoreChangedEvent(WebhookEvent):
    """A score or a cap moved within its band. The id is the same for all tries."""

    __slots__ = ()
    _nested = {"data": ScoreEventData}

    data: ScoreEventData


class BandChangedEvent(WebhookEvent):
    """An indicator moved to another band. The id is the same for all tries."""

    __slots__ = ()
    _nested = {"data": ScoreEventData}

    data: ScoreEventData


class ScoreCorrectedEvent(WebhookEvent):
    """An indicator was restated. The id is the same for all tries."""

    __slots__ = ()
    _nested = {"data": ScoreEventData}

    data: ScoreEventData


class ScoreWithdrawnEvent(WebhookEvent):
    """An indicator was withdrawn. The id is the same for all tries."""

    __slots__ = ()
    _nested = {"data": ScoreEventData}

    data: ScoreEventData


class MethodologyPublishedEvent(WebhookEvent):
    """A framework was put in force. The id is the same for all tries."""

    __slots__ = ()
    _nested = {"data": MethodologyEventData}

    data: MethodologyEventData


class IssuanceNewEvent(WebhookEvent):
    """An issuance was announced. The id is the same for all tries."""

    __slots__ = ()
    _nested = {"data": IssuanceEventData}

    data: IssuanceEventData


class IssuanceStatusChangedEvent(WebhookEvent):
    """An issuance moved to another status. The id is the same for all tries."""

    __slots__ = ()
    _nested = {"data": IssuanceStatusEventData}

    data: IssuanceStatusEventData


class WebhookTestEvent(WebhookEvent):
    """Shows that deliveries arrive. The id is the same for all tries."""

    __slots__ = ()
    _nested = {"data": TestEventData}

    data: TestEventData


EVENTS: Dict[str, Type[WebhookEvent]] = {
    "score.published": ScorePublishedEvent,
    "score.changed": ScoreChangedEvent,
    "band.changed": BandChangedEvent,
    "score.corrected": ScoreCorrectedEvent,
    "score.withdrawn": ScoreWithdrawnEvent,
    "methodology.published": MethodologyPublishedEvent,
    "issuance.new": IssuanceNewEvent,
    "issuance.status_changed": IssuanceStatusChangedEvent,
    "webhook.test": WebhookTestEvent,
}
"""The class of each event type."""
