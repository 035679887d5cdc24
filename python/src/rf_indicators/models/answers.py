# Generated from packages/contract by "npm run generate". Do not edit.
"""The answers of the service."""

from typing import Any, Dict, List, Optional, Union

from .base import MapOf, Model, Page


class Factor(Model):
    """A criterion that lowers or supports the score."""

    __slots__ = ()

    criterion_id: str
    """The id of the criterion. The row other is the sum of all criteria that are not listed."""
    criterion_label: str
    point_impact: float
    """Score points, with two decimals. Negative points lower the score."""
    detail: str
    """One sentence on how the criterion was scored."""


class HardCap(Model):
    """A hard rule that fired. The score cannot exceed its cap."""

    __slots__ = ()

    rule_id: str
    """The id of the hard rule, such as HR04."""
    name: str
    cap: float
    """A score from 0 to 100 with two decimals. A higher score means lower risk."""
    binding: bool
    """Whether this cap limits the score."""
    blocks_next_band: bool
    """Whether this cap keeps the provider out of the next band."""
    point_impact: float
    """Score points, with two decimals. Negative points lower the score."""
    detail: str
    """One sentence on why the rule fired."""


class DecisionObject(Model):
    """The reasons for the score, and what it takes to reach the next band."""

    __slots__ = ()
    _nested = {"ceiling_factors": Factor, "floor_factors": Factor, "hard_caps_fired": HardCap}
    _may_be_absent = frozenset({"next_band"})

    summary: str
    """A summary of the indicator in plain sentences."""
    ceiling_factors: List[Factor]
    """The criteria that lower the score most, largest impact first. Impacts are zero or negative."""
    floor_factors: List[Factor]
    """The criteria that support the score most, largest impact first. Impacts are zero or positive."""
    hard_caps_fired: List[HardCap]
    """The hard rules that fired. May be empty."""
    points_to_next_band: float
    """The points needed to reach the next band, with two decimals, measured from the score before caps. It is 0 in
    the lowest-risk band.
    """
    next_band: Optional[str]
    """The risk band. LOW starts at a score of 80, MEDIUM at 60, ELEVATED at 40 and HIGH at 0."""
    in_lowest_risk_band: bool
    """Whether the provider is in the LOW band. If so, next_band is absent."""


class ScoreRow(Model):
    """The indicator of one provider. rf_decision_object is present only if the request included it."""

    __slots__ = ()
    _nested = {"rf_decision_object": DecisionObject}
    _may_be_absent = frozenset({"rf_decision_object"})

    id: str
    """A lower-case UUID."""
    name: str
    """The name of the provider."""
    planner_type: str
    """btc: lending and yield on bitcoin collateral. fiat: fiat-denominated credit and yield. stablecoin:
    stablecoin issuers and yield.
    """
    provider_subtype: str
    """A free category label, such as cefi or defi."""
    yield_min: float
    """A yield in percent per year."""
    yield_max: float
    """A yield in percent per year."""
    final_score: float
    """A score from 0 to 100 with two decimals. A higher score means lower risk."""
    risk_band: str
    """The risk band. LOW starts at a score of 80, MEDIUM at 60, ELEVATED at 40 and HIGH at 0."""
    scored_at: str
    """A date-time (RFC 3339) with a numeric offset, such as 2026-04-26T12:00:00+00:00."""
    slug: str
    """The short name of the provider in URLs. If it changes, old slugs keep working."""
    verification_id: str
    """Identifies one published indicator permanently."""
    stale: bool
    """Whether the indicator is stale: a check that the service must make itself is overdue, or what is on record
    cannot be scored any more.
    """
    stale_reason: Optional[str]
    """Why the indicator is stale; None if it is not."""
    confidence: float
    """A fraction from 0 to 1, with two decimals."""
    framework_version: str
    """The name and version of the framework, such as "RF Framework v1.0"."""
    score_verified_at: str
    """A date-time in UTC (RFC 3339), ending in Z."""
    corrected_by: Optional[str]
    """The indicator that corrected this one, or None. Only responses to requests with as_of can have one."""
    rf_decision_object: Optional[DecisionObject]


class ScoreList(Page[ScoreRow]):
    """The indicators of all providers."""

    __slots__ = ()
    _nested = {"data": ScoreRow}
    _may_be_absent = frozenset({"as_of", "next_cursor"})

    limitations_disclosure: str
    """The limits of what an indicator says. Show this text with every score."""
    cached: bool
    """False only if the response was assembled for this request."""
    as_of: Optional[str]
    """The time that the response is for, in UTC, ending in Z. Present only if the request had as_of."""


class ModuleScore(Model):
    """The weighted mean of the criteria in one module, rounded down."""

    __slots__ = ()

    id: str
    label: str
    weight: float
    """A weight in percent: 6.00 means 6 %."""
    score: float
    """A score from 0 to 100 with two decimals. A higher score means lower risk."""


class CriterionInput(Model):
    """The input that the criterion was scored on."""

    __slots__ = ()

    value: str
    """The approved value, as text."""
    unit: str
    """The unit of a number; empty if the value is an option."""
    evidence_date: str
    """A date, such as 2026-04-01."""
    source_grade: str
    """The quality of the source, from A (best) to E."""
    evidence_url: Optional[str]
    """Where the evidence is published; None if it is not public."""
    evidence_kind: Optional[str]
    """The kind of document, such as attestation; "derived" if the value follows from other inputs and facts."""
    evidence_title: Optional[str]
    """The title of the evidence; for a derived value, what it follows from."""
    evidence_page: Optional[str]
    """Where in the evidence the value is, such as "p. 4". None if that was not recorded."""


class ContestedValue(Model):
    """An approved value that does not count yet: it would lift a cap, and the evidence for the value that caused
    the cap is stronger.
    """

    __slots__ = ()

    value: str
    """The approved value, as text."""
    evidence_date: str
    """A date, such as 2026-04-01."""
    source_grade: str
    """The grade of the evidence for this value."""
    needed_grade: str
    """The grade of evidence that it would take for this value to count."""


class CriterionScore(Model):
    """How one criterion was scored."""

    __slots__ = ()
    _nested = {"input": CriterionInput, "contested": ContestedValue}

    criterion_id: str
    criterion_label: str
    module_id: str
    module_label: str
    score: float
    """A score from 0 to 100 with two decimals. A higher score means lower risk."""
    weight: float
    """A weight in percent: 6.00 means 6 %."""
    contribution: float
    """The points that the criterion adds, with two decimals. The contributions add up to uncapped_score exactly."""
    point_impact: float
    """The points that the criterion costs, with two decimals; zero or negative."""
    confidence: float
    """A fraction from 0 to 1, with two decimals."""
    status: str
    """scored: the evidence is recent enough. stale: the evidence is ageing and earns fewer points. expired: the
    evidence is too old to count. missing: there is no evidence.
    """
    input: Optional[CriterionInput]
    """None if there is no evidence."""
    reason: str
    """One sentence on how the criterion was scored."""
    contested: List[ContestedValue]
    """Approved values that do not count yet. Usually empty."""


class ContestedInput(Model):
    """A contested value of an input that is not a criterion of the provider."""

    __slots__ = ()

    input_id: str
    """The id of the gate or fact."""
    value: str
    """The approved value, as text."""
    evidence_date: str
    """A date, such as 2026-04-01."""
    source_grade: str
    """The grade of the evidence for this value."""
    needed_grade: str
    """The grade of evidence that it would take for this value to count."""


class ConfirmedBy(Model):
    """The last run that confirmed the indicator."""

    __slots__ = ()

    run: str
    """A lower-case UUID."""
    confirmed_at: str
    """A date-time in UTC (RFC 3339), ending in Z."""
    url: str
    """The signed record of the confirmation."""


class PreviousScore(Model):
    """The previous indicator of the provider. Renewals, which have the same score, are skipped."""

    __slots__ = ()

    final_score: float
    """A score from 0 to 100 with two decimals. A higher score means lower risk."""
    risk_band: str
    """The risk band. LOW starts at a score of 80, MEDIUM at 60, ELEVATED at 40 and HIGH at 0."""
    verification_id: str
    """Identifies one published indicator permanently."""


class ScoreSnapshot(Model):
    """The indicator of one provider, with the full breakdown."""

    __slots__ = ()
    _nested = {
        "modules": ModuleScore,
        "criterion_scores": CriterionScore,
        "contested_inputs": ContestedInput,
        "rf_decision_object": DecisionObject,
        "confirmed_by": ConfirmedBy,
        "previous": PreviousScore,
    }
    _may_be_absent = frozenset({"as_of"})

    provider_id: str
    """A lower-case UUID."""
    name: str
    """The name of the provider."""
    planner_type: str
    """btc: lending and yield on bitcoin collateral. fiat: fiat-denominated credit and yield. stablecoin:
    stablecoin issuers and yield.
    """
    provider_subtype: str
    """A free category label, such as cefi or defi."""
    yield_min: float
    """A yield in percent per year."""
    yield_max: float
    """A yield in percent per year."""
    final_score: float
    """A score from 0 to 100 with two decimals. A higher score means lower risk."""
    risk_band: str
    """The risk band. LOW starts at a score of 80, MEDIUM at 60, ELEVATED at 40 and HIGH at 0."""
    scored_at: str
    """A date-time (RFC 3339) with a numeric offset, such as 2026-04-26T12:00:00+00:00."""
    slug: str
    """The short name of the provider in URLs. If it changes, old slugs keep working."""
    verification_id: str
    """Identifies one published indicator permanently."""
    stale: bool
    """Whether the indicator is stale: a check that the service must make itself is overdue, or what is on record
    cannot be scored any more.
    """
    stale_reason: Optional[str]
    """Why the indicator is stale; None if it is not."""
    confidence: float
    """A fraction from 0 to 1, with two decimals."""
    framework_version: str
    """The name and version of the framework, such as "RF Framework v1.0"."""
    score_verified_at: str
    """A date-time in UTC (RFC 3339), ending in Z."""
    corrected_by: Optional[str]
    """The indicator that corrected this one, or None. Only responses to requests with as_of can have one."""
    uncapped_score: float
    """A score from 0 to 100 with two decimals. A higher score means lower risk."""
    coverage: float
    """A fraction from 0 to 1, with two decimals."""
    modules: List[ModuleScore]
    criterion_scores: List[CriterionScore]
    """One entry for each criterion that applies to the provider."""
    contested_inputs: List[ContestedInput]
    """Contested values of gates and facts. Usually empty."""
    rf_decision_object: DecisionObject
    score_commentary: str
    """A summary in plain sentences. The engine writes it from the same numbers; no language model is involved."""
    commentary_version: str
    """The version of the wording of score_commentary, reason and the detail of caps. The wording can improve
    without a new indicator.
    """
    confirmed_by: Optional[ConfirmedBy]
    """The last run that confirmed the indicator; None if none has."""
    previous: Optional[PreviousScore]
    """None for the first indicator of a provider."""
    verify_url: str
    """The address of the verification page. Append a slash and the verification id."""
    methodology_url: str
    limitations_disclosure: str
    """The limits of what an indicator says. Show this text with every score."""
    as_of: Optional[str]
    """The time that the response is for, in UTC, ending in Z. Present only if the request had as_of."""


class HistoryEntry(Model):
    """One published indicator of the provider. Only the current one can be stale."""

    __slots__ = ()

    verification_id: str
    """Identifies one published indicator permanently."""
    kind: str
    """What the publication is to the history of the provider. renewal: newer evidence or facts, with the same
    score, band and caps. drift: only the age of the evidence moved the score. Kinds may be added. One of:
    initial, score_change, band_change, methodology_change, correction, reinstatement, drift, renewal.
    """
    final_score: float
    """A score from 0 to 100 with two decimals. A higher score means lower risk."""
    risk_band: str
    """The risk band. LOW starts at a score of 80, MEDIUM at 60, ELEVATED at 40 and HIGH at 0."""
    scored_at: str
    """A date-time (RFC 3339) with a numeric offset, such as 2026-04-26T12:00:00+00:00."""
    published_at: str
    """A date-time in UTC (RFC 3339), ending in Z."""
    framework_version: str
    """The name and version of the framework, such as "RF Framework v1.0"."""
    supersedes: Optional[str]
    """The indicator that this one replaced."""
    corrects: Optional[str]
    """The indicator that this one corrects."""
    corrected_by: Optional[str]
    """The indicator that corrected this one."""
    state: str
    """current: the indicator is in effect. superseded: a newer indicator replaced it. corrected: a correction
    replaced it. withdrawn: it was withdrawn without a replacement.
    """
    stale: bool
    """Whether the indicator is stale: a check that the service must make itself is overdue, or what is on record
    cannot be scored any more.
    """
    stale_reason: Optional[str]
    """Why the indicator is stale; None if it is not."""


class ScoreHistory(Page[HistoryEntry]):
    """All published indicators of a provider, newest first."""

    __slots__ = ()
    _nested = {"data": HistoryEntry}

    provider_id: str
    """A lower-case UUID."""
    limitations_disclosure: str
    """The limits of what an indicator says. Show this text with every score."""


class ChangeEnd(Model):
    """One of the two indicators that are compared."""

    __slots__ = ()

    verification_id: str
    """Identifies one published indicator permanently."""
    final_score: float
    """A score from 0 to 100 with two decimals. A higher score means lower risk."""
    risk_band: str
    """The risk band. LOW starts at a score of 80, MEDIUM at 60, ELEVATED at 40 and HIGH at 0."""
    scored_at: str
    """A date-time (RFC 3339) with a numeric offset, such as 2026-04-26T12:00:00+00:00."""


class ChangePart(Model):
    """One part of the change."""

    __slots__ = ()

    kind: str
    """methodology: a different framework version. structure: a different planner type or different flags. value: a
    new, changed or removed input value. renewal: the same value with newer evidence. ageing: the same evidence,
    now older. caps: a hard rule.
    """
    criterion_id: Optional[str]
    criterion_label: Optional[str]
    module_id: Optional[str]
    module_label: Optional[str]
    before: Optional[str]
    """The value before the change; None if there was none."""
    after: Optional[str]
    """The value after the change; None if there is none."""
    points: float
    """Score points, with two decimals. Negative points lower the score."""


class ScoreChangesByKind(Model):
    """The total points per kind. Kinds without parts are absent."""

    __slots__ = ()
    _may_be_absent = frozenset({"methodology", "structure", "value", "renewal", "ageing", "caps"})

    methodology: Optional[float]
    """Score points, with two decimals. Negative points lower the score."""
    structure: Optional[float]
    """Score points, with two decimals. Negative points lower the score."""
    value: Optional[float]
    """Score points, with two decimals. Negative points lower the score."""
    renewal: Optional[float]
    """Score points, with two decimals. Negative points lower the score."""
    ageing: Optional[float]
    """Score points, with two decimals. Negative points lower the score."""
    caps: Optional[float]
    """Score points, with two decimals. Negative points lower the score."""


class ScoreChanges(Model):
    """Why a score changed, in parts that add up to the difference."""

    __slots__ = ()
    _nested = {"from": ChangeEnd, "to": ChangeEnd, "parts": ChangePart, "by_kind": ScoreChangesByKind}
    _may_be_absent = frozenset({"by_kind"})

    provider_id: str
    """A lower-case UUID."""
    from_: Optional[ChangeEnd]
    """None if the provider had no indicator."""
    to: Optional[ChangeEnd]
    """None if the provider had no indicator."""
    delta: Optional[float]
    """The score of to minus the score of from; None unless both exist."""
    parts: List[ChangePart]
    """The parts of the change, in the order in which they were calculated. Their points add up to delta exactly."""
    by_kind: Optional[ScoreChangesByKind]
    """The total points per kind. Kinds without parts are absent."""
    limitations_disclosure: str
    """The limits of what an indicator says. Show this text with every score."""


class ScorePeer(Model):
    """The current indicator of a provider of the same type, with the score of each module."""

    __slots__ = ()
    _nested = {"modules": ModuleScore}

    id: str
    """A lower-case UUID."""
    name: str
    """The name of the provider."""
    planner_type: str
    """btc: lending and yield on bitcoin collateral. fiat: fiat-denominated credit and yield. stablecoin:
    stablecoin issuers and yield.
    """
    provider_subtype: str
    """A free category label, such as cefi or defi."""
    yield_min: float
    """A yield in percent per year."""
    yield_max: float
    """A yield in percent per year."""
    final_score: float
    """A score from 0 to 100 with two decimals. A higher score means lower risk."""
    risk_band: str
    """The risk band. LOW starts at a score of 80, MEDIUM at 60, ELEVATED at 40 and HIGH at 0."""
    scored_at: str
    """A date-time (RFC 3339) with a numeric offset, such as 2026-04-26T12:00:00+00:00."""
    slug: str
    """The short name of the provider in URLs. If it changes, old slugs keep working."""
    verification_id: str
    """Identifies one published indicator permanently."""
    stale: bool
    """Whether the indicator is stale: a check that the service must make itself is overdue, or what is on record
    cannot be scored any more.
    """
    stale_reason: Optional[str]
    """Why the indicator is stale; None if it is not."""
    rank: int
    """The place among all providers of the type by score, safest first. Providers with the same score have the
    same rank.
    """
    modules: List[ModuleScore]


class ScorePeers(Page[ScorePeer]):
    """A provider among those of the same type."""

    __slots__ = ()
    _nested = {"data": ScorePeer}

    provider_id: str
    """A lower-case UUID."""
    planner_type: str
    """btc: lending and yield on bitcoin collateral. fiat: fiat-denominated credit and yield. stablecoin:
    stablecoin issuers and yield.
    """
    rank: int
    """The place among all providers of the type by score, safest first. Providers with the same score have the
    same rank.
    """
    count: int
    """How many providers of the type have a current indicator, including this one."""
    limitations_disclosure: str
    """The limits of what an indicator says. Show this text with every score."""


class MethodologySignOff(Model):
    """The sign-off of the chief risk officer."""

    __slots__ = ()

    role: str
    name: str
    signed_at: str
    """A date-time in UTC (RFC 3339), ending in Z."""
    key_id: str
    public_key: str
    """For convenience only. Trust a key that you have pinned."""
    signature: str
    """The Ed25519 signature in base64, over the canonical JSON of digest, effective_from, framework_version, name,
    role and signed_at.
    """


class CriterionInputFormBreakpoint(Model):
    __slots__ = ()

    value: float
    points: float
    """A score from 0 to 100 with two decimals. A higher score means lower risk."""


class CriterionInputFormOption(Model):
    __slots__ = ()

    value: str
    points: float
    """A score from 0 to 100 with two decimals. A higher score means lower risk."""
    definition: Optional[str]


class CriterionInputForm(Model):
    """The form of a value, and the points that it earns."""

    __slots__ = ()
    _nested = {"breakpoints": CriterionInputFormBreakpoint, "options": CriterionInputFormOption}
    _may_be_absent = frozenset({"scale", "breakpoints", "options"})

    type: str
    """One of: number, enum."""
    scale: Optional[int]
    """The number of decimals that a value may have."""
    breakpoints: Optional[List[CriterionInputFormBreakpoint]]
    """Points are interpolated linearly between breakpoints and constant outside them."""
    options: Optional[List[CriterionInputFormOption]]
    """Highest risk first."""


class MethodologyCriterion(Model):
    """A criterion. Its weight is in percent of its module."""

    __slots__ = ()
    _nested = {"input": CriterionInputForm}

    id: str
    label: str
    weight: float
    """A weight in percent: 6.00 means 6 %."""
    planner_types: List[str]
    requires_flag: Optional[str]
    """The criterion applies only to providers with this flag; None if it applies to all."""
    input: CriterionInputForm
    """The form of a value, and the points that it earns."""
    unit: str
    direction: str
    """Whether higher or lower values mean lower risk."""
    max_age_days: int
    evidence: List[str]
    measure: str
    """What the criterion measures."""
    gate: bool
    """Whether a provider cannot be scored without unexpired evidence for this criterion."""


class MethodologyModule(Model):
    """A module. Its weight is in percent of the total."""

    __slots__ = ()
    _nested = {"criteria": MethodologyCriterion}

    id: str
    label: str
    weight: float
    """A weight in percent: 6.00 means 6 %."""
    criteria: List[MethodologyCriterion]


class MethodologyGateOption(Model):
    __slots__ = ()

    value: str
    definition: Optional[str]


class MethodologyGate(Model):
    __slots__ = ()
    _nested = {"options": MethodologyGateOption}

    id: str
    options: List[MethodologyGateOption]
    """Highest risk first."""
    max_age_days: int


class MethodologyRuleTier(Model):
    __slots__ = ()

    condition: Dict[str, Union[str, List[str]]]
    """Either input, op (lt, le, gt, ge, eq, in) and value, or any_missing."""
    cap: float
    """A score from 0 to 100 with two decimals. A higher score means lower risk."""


class MethodologyRule(Model):
    """A hard rule. When it fires, the score cannot exceed its cap."""

    __slots__ = ()
    _nested = {"tiers": MethodologyRuleTier}

    id: str
    name: str
    tiers: List[MethodologyRuleTier]
    """The cap of the rule is the lowest cap among the conditions that are true."""


class MethodologyThresholdsBand(Model):
    __slots__ = ()

    band: str
    """The risk band. LOW starts at a score of 80, MEDIUM at 60, ELEVATED at 40 and HIGH at 0."""
    lower_bound: float
    """A score from 0 to 100 with two decimals. A higher score means lower risk."""


class MethodologyThresholdsEvidenceAge(Model):
    __slots__ = ()

    id: str
    kind: str
    """One of: criterion, gate."""
    max_age_days: int
    """Evidence up to this age counts in full."""
    lapses_at_days: int
    """Evidence from this age on does not count."""


class MethodologyThresholdsConfidenceGrade(Model):
    __slots__ = ()

    grade: str
    factor: float
    """A fraction from 0 to 1, with two decimals."""


class MethodologyThresholdsConfidence(Model):
    __slots__ = ()
    _nested = {"grades": MethodologyThresholdsConfidenceGrade}

    grades: List[MethodologyThresholdsConfidenceGrade]
    """The share of full confidence (evidence quality) that evidence of each grade earns."""


class MethodologyThresholdsFactors(Model):
    __slots__ = ()

    listed: int
    """The number of factors that a decision object lists by name."""
    floor_min_points: float
    """A score from 0 to 100 with two decimals. A higher score means lower risk."""


class MethodologyThresholds(Model):
    """The limits for bands, evidence ages, confidence and listed factors."""

    __slots__ = ()
    _nested = {
        "bands": MethodologyThresholdsBand,
        "evidence_ages": MethodologyThresholdsEvidenceAge,
        "confidence": MethodologyThresholdsConfidence,
        "factors": MethodologyThresholdsFactors,
    }

    bands: List[MethodologyThresholdsBand]
    """Bounds are inclusive. Lowest risk first."""
    evidence_ages: List[MethodologyThresholdsEvidenceAge]
    confidence: MethodologyThresholdsConfidence
    factors: MethodologyThresholdsFactors


class MethodologyRounding(Model):
    __slots__ = ()

    decimals: int
    """The number of decimals of a published score."""
    direction: str
    description: str


class DifferenceCounts(Model):
    """How many providers a new framework changes, and in which direction."""

    __slots__ = ()

    providers: int
    """The number of providers with a current indicator."""
    higher: int
    """Providers whose new score is higher."""
    lower: int
    """Providers whose new score is lower."""
    unchanged: int
    """Providers whose score stays the same."""
    not_scored: int
    """Providers that would not be scored."""
    band_changed: int
    """Providers that would move to another band."""


class DifferencesLink(Model):
    """The published list of every old and new score, its digest, and what it adds up to."""

    __slots__ = ()
    _nested = {"counts": DifferenceCounts}

    url: str
    """Where the list is, as a path on this service. It stays valid permanently."""
    digest: str
    """A SHA-256 digest as 64 lower-case hexadecimal digits."""
    counts: DifferenceCounts


class MethodologyVersion(Model):
    """A version of the framework and when it is in effect."""

    __slots__ = ()
    _nested = {"differences": DifferencesLink}

    version: str
    framework_version: str
    """The name and version of the framework, such as "RF Framework v1.0"."""
    digest: str
    """A SHA-256 digest as 64 lower-case hexadecimal digits."""
    status: str
    """upcoming: announced, and in effect from a later date. cancelled: it was announced and then cancelled, and is
    never in effect. Values may be added. One of: upcoming, current, superseded, cancelled.
    """
    announced_at: str
    """A date-time in UTC (RFC 3339), ending in Z."""
    effective_from: str
    """A date, such as 2026-04-01."""
    effective_until: Optional[str]
    """None if no later version follows."""
    notes: Optional[str]
    """What is new in this version."""
    urgent_reason: Optional[str]
    """Why the version takes effect without the usual notice; None if the notice was given."""
    cancelled_reason: Optional[str]
    """Why the version was cancelled; None if it was not."""
    differences: Optional[DifferencesLink]
    """What the version changes for each provider; None for the first version."""


class Methodology(Model):
    """The current framework, as data."""

    __slots__ = ()
    _nested = {
        "sign_off": MethodologySignOff,
        "modules": MethodologyModule,
        "gates": MethodologyGate,
        "hard_rules": MethodologyRule,
        "thresholds": MethodologyThresholds,
        "rounding": MethodologyRounding,
        "versions": MethodologyVersion,
    }

    framework_name: str
    framework_version: str
    """The name and version of the framework, such as "RF Framework v1.0"."""
    version: str
    """The major and minor version, such as 1.0."""
    effective_from: str
    """A date, such as 2026-04-01."""
    digest: str
    """A SHA-256 digest as 64 lower-case hexadecimal digits."""
    sign_off: MethodologySignOff
    modules: List[MethodologyModule]
    gates: List[MethodologyGate]
    """Facts that the service must check itself. Without them, a provider cannot be scored."""
    flags: List[str]
    """The flags that describe the structure of a provider."""
    hard_rules: List[MethodologyRule]
    thresholds: MethodologyThresholds
    rounding: MethodologyRounding
    versions: List[MethodologyVersion]
    """All versions, newest first."""
    limitations_disclosure: str
    """The limits of what an indicator says. Show this text with every score."""


class PackagedFact(Model):
    """An approved value beside the criteria, such as an offered yield or a reference rate."""

    __slots__ = ()

    value: str
    grade: Optional[str]
    evidence_date: Optional[str]
    """A date, such as 2026-04-01."""
    evidence: Optional[Dict[str, Optional[Union[str, List[str]]]]]
    """A reference to the evidence or the approval of a value. Its members are strings, lists of strings or None. A
    derived value has no evidence of its own; its approval names the rule (derived) and the values that it was
    derived from (from).
    """
    approval: Optional[Dict[str, Optional[Union[str, List[str]]]]]
    """A reference to the evidence or the approval of a value. Its members are strings, lists of strings or None. A
    derived value has no evidence of its own; its approval names the rule (derived) and the values that it was
    derived from (from).
    """


class PackagedInput(Model):
    """An approved input value with its evidence."""

    __slots__ = ()

    value: str
    grade: str
    evidence_date: str
    """A date, such as 2026-04-01."""
    evidence: Optional[Dict[str, Optional[Union[str, List[str]]]]]
    """A reference to the evidence or the approval of a value. Its members are strings, lists of strings or None. A
    derived value has no evidence of its own; its approval names the rule (derived) and the values that it was
    derived from (from).
    """
    approval: Optional[Dict[str, Optional[Union[str, List[str]]]]]
    """A reference to the evidence or the approval of a value. Its members are strings, lists of strings or None. A
    derived value has no evidence of its own; its approval names the rule (derived) and the values that it was
    derived from (from).
    """


class ComputationPackageProvider(Model):
    __slots__ = ()

    id: str
    name: str
    planner_type: str
    """btc: lending and yield on bitcoin collateral. fiat: fiat-denominated credit and yield. stablecoin:
    stablecoin issuers and yield.
    """
    flags: Dict[str, bool]


class CanonicalResultCriterion(Model):
    __slots__ = ()

    contribution: str
    """A number as canonical text, such as 79.99."""
    id: str
    points: str
    """A number as canonical text, such as 79.99."""
    shortfall: str
    """A number as canonical text, such as 79.99."""
    status: str
    """One of: scored, stale, expired, missing."""
    weight: str
    """A number as canonical text, such as 79.99."""


class CanonicalResultDecisionCeilingFactor(Model):
    __slots__ = ()

    criterion_id: str
    criterion_label: str
    detail: str
    point_impact: str
    """A number as canonical text, such as 79.99."""


class CanonicalResultDecisionFloorFactor(Model):
    __slots__ = ()

    criterion_id: str
    criterion_label: str
    detail: str
    point_impact: str
    """A number as canonical text, such as 79.99."""


class CanonicalResultDecisionHardCapsFired(Model):
    __slots__ = ()

    binding: bool
    blocks_next_band: bool
    cap: str
    """A number as canonical text, such as 79.99."""
    name: str
    point_impact: str
    """A number as canonical text, such as 79.99."""
    rule_id: str


class CanonicalResultDecision(Model):
    __slots__ = ()
    _nested = {
        "ceiling_factors": CanonicalResultDecisionCeilingFactor,
        "floor_factors": CanonicalResultDecisionFloorFactor,
        "hard_caps_fired": CanonicalResultDecisionHardCapsFired,
    }

    ceiling_factors: List[CanonicalResultDecisionCeilingFactor]
    floor_factors: List[CanonicalResultDecisionFloorFactor]
    hard_caps_fired: List[CanonicalResultDecisionHardCapsFired]
    next_band: Optional[str]
    """The risk band. LOW starts at a score of 80, MEDIUM at 60, ELEVATED at 40 and HIGH at 0."""
    points_to_next_band: Optional[str]
    """A number as canonical text, such as 79.99."""
    summary: str


class CanonicalResultModule(Model):
    __slots__ = ()

    id: str
    score: str
    """A number as canonical text, such as 79.99."""
    weight: str
    """A number as canonical text, such as 79.99."""


class CanonicalResult(Model):
    """The canonical result of the engine."""

    __slots__ = ()
    _nested = {
        "criteria": CanonicalResultCriterion,
        "decision": CanonicalResultDecision,
        "modules": CanonicalResultModule,
    }

    band: str
    """The risk band. LOW starts at a score of 80, MEDIUM at 60, ELEVATED at 40 and HIGH at 0."""
    confidence: str
    """A number as canonical text, such as 79.99."""
    coverage: str
    """A number as canonical text, such as 79.99."""
    criteria: List[CanonicalResultCriterion]
    decision: CanonicalResultDecision
    final_score: str
    """A number as canonical text, such as 79.99."""
    methodology_version: str
    modules: List[CanonicalResultModule]
    planner_type: str
    """btc: lending and yield on bitcoin collateral. fiat: fiat-denominated credit and yield. stablecoin:
    stablecoin issuers and yield.
    """
    provider_id: str
    scoring_date: str
    """A date, such as 2026-04-01."""
    status: str
    uncapped_score: str
    """A number as canonical text, such as 79.99."""


class ComputationPackage(Model):
    """The data from which the indicator is recomputed: provider, time, approved inputs, framework and
    configuration digests, and the result. A published package never changes, because the hash covers all of it;
    newer packages may have facts, which older ones do not have.
    """

    __slots__ = ()
    _nested = {
        "facts": MapOf(PackagedFact),
        "gates": MapOf(PackagedInput),
        "inputs": MapOf(PackagedInput),
        "provider": ComputationPackageProvider,
        "result": CanonicalResult,
    }
    _may_be_absent = frozenset({"facts"})

    as_of: str
    """A date-time in UTC (RFC 3339), ending in Z."""
    configuration: Dict[str, str]
    configuration_digest: str
    """A SHA-256 digest as 64 lower-case hexadecimal digits."""
    facts: Optional[Dict[str, PackagedFact]]
    """Approved values beside the criteria, by id. The hash covers them, but they are not scored. Older packages
    have none.
    """
    gates: Dict[str, PackagedInput]
    inputs: Dict[str, PackagedInput]
    methodology_digest: str
    """A SHA-256 digest as 64 lower-case hexadecimal digits."""
    provider: ComputationPackageProvider
    result: CanonicalResult


class MethodologyDocument(Model):
    """The complete framework file. The digest covers all of it."""

    __slots__ = ()
    _may_be_absent = frozenset({"framework_name"})

    framework_name: Optional[str]
    methodology_version: str
    effective_from: str
    """A date, such as 2026-04-01."""
    modules: List[Dict[str, Any]]
    criteria: List[Dict[str, Any]]
    gates: List[Dict[str, Any]]
    flags: List[str]
    grades: Dict[str, float]
    bands: List[List[str]]
    """Pairs of a band name and its inclusive lower bound, lowest risk first."""
    hard_rules: List[Dict[str, Any]]
    listed_factors: int
    floor_factor_min_points: str
    """A number as canonical text, such as 79.99."""


class Statement(Model):
    """The public facts of one indicator. Its canonical bytes (RFC 8785) are signed, and are a leaf of the log."""

    __slots__ = ()

    as_of: str
    """A date-time in UTC (RFC 3339), ending in Z."""
    corrects: Optional[str]
    """Identifies one published indicator permanently."""
    final_score: str
    """A number as canonical text, such as 79.99."""
    framework_version: str
    """The name and version of the framework, such as "RF Framework v1.0"."""
    methodology_digest: str
    """A SHA-256 digest as 64 lower-case hexadecimal digits."""
    package_hash: str
    """A SHA-256 digest as 64 lower-case hexadecimal digits."""
    planner_type: str
    """btc: lending and yield on bitcoin collateral. fiat: fiat-denominated credit and yield. stablecoin:
    stablecoin issuers and yield.
    """
    provider_id: str
    provider_name: str
    risk_band: str
    """The risk band. LOW starts at a score of 80, MEDIUM at 60, ELEVATED at 40 and HIGH at 0."""
    supersedes: Optional[str]
    """Identifies one published indicator permanently."""
    verification_id: str
    """Identifies one published indicator permanently."""


class Signature(Model):
    """A signature over canonical bytes."""

    __slots__ = ()

    algorithm: str
    key_id: str
    """The name and hash of the key, in the form name+hash."""
    value: str
    """The signature in base64."""


class LogEntry(Model):
    """The position of the statement or record in the log, with its proof."""

    __slots__ = ()

    index: int
    tree_size: int
    inclusion_proof: List[str]
    """Hashes in base64 (RFC 6962), starting with the sibling of the leaf."""
    checkpoint: str
    """The checkpoint of the publication, as a signed note."""


class ComputationData(Model):
    __slots__ = ()
    _nested = {
        "package": ComputationPackage,
        "methodology": MethodologyDocument,
        "statement": Statement,
        "signature": Signature,
        "log": LogEntry,
    }

    package: ComputationPackage
    package_hash: str
    """A SHA-256 digest as 64 lower-case hexadecimal digits."""
    verification_id: str
    """Identifies one published indicator permanently."""
    methodology: MethodologyDocument
    methodology_version: str
    engine_version: str
    published_at: Optional[str]
    """A date-time in UTC (RFC 3339), ending in Z."""
    statement: Statement
    signature: Optional[Signature]
    """A signature over canonical bytes."""
    log: Optional[LogEntry]
    """The position of the statement or record in the log, with its proof."""


class Computation(Model):
    """Everything needed to recompute and verify one indicator. Save it as a file to use it with the verification
    tools. to it, but a published package, methodology or statement never changes.
    """

    __slots__ = ()
    _nested = {"data": ComputationData}

    data: ComputationData
    limitations_disclosure: str
    """The limits of what an indicator says. Show this text with every score."""


class Issuance(Model):
    """An upcoming issuance. Score and band are those of the issuer."""

    __slots__ = ()

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
    """The status of the issuance. One of: ANNOUNCED, PRICING."""
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
    final_score: Optional[float]
    """The current score of the issuer, not of the issued security; None if the issuer has none."""
    risk_band: Optional[str]
    """The current band of the issuer, not of the issued security; None if the issuer has none."""
    scored_at: Optional[str]
    """When the issuer was scored; None if it has no score."""
    stale: Optional[bool]
    """Whether the indicator of the issuer is stale; None if it has none."""


class IssuanceList(Page[Issuance]):
    """Upcoming issuances."""

    __slots__ = ()
    _nested = {"data": Issuance}

    limitations_disclosure: str
    """The limits of what an indicator says. Show this text with every score."""


class ListedEventData(Model):
    """The data of the event. Its other members depend on the type."""

    __slots__ = ()

    sequence: int
    """The position of the event among all events. Deliveries can arrive in any order: sort by this number."""
    checkpoint: Optional[str]
    """The latest signed checkpoint of the transparency log, as a signed note; None while the log is empty."""


class ListedEvent(Model):
    """An event in the form in which webhooks send it. The section webhooks of this document has a schema for each
    type.
    """

    __slots__ = ()
    _nested = {"data": ListedEventData}

    id: str
    """A lower-case UUID."""
    type: str
    """The event type, such as score.changed. Types may be added."""
    created_at: str
    """A date-time in UTC (RFC 3339), ending in Z."""
    api_version: str
    workspace_id: str
    """A lower-case UUID."""
    data: ListedEventData
    """The data of the event. Its other members depend on the type."""


class EventList(Page[ListedEvent]):
    """The events of a workspace."""

    __slots__ = ()
    _nested = {"data": ListedEvent}

    next_after: int
    """Everything up to this sequence number has been returned. Send it as after the next time, to get what has
    happened since.
    """
    limitations_disclosure: str
    """The limits of what an indicator says. Show this text with every score."""


class UsageWorkspace(Model):
    __slots__ = ()

    id: str
    """A lower-case UUID."""
    name: str
    tier: str
    """The tier of a key or workspace. One of: FREE, PROFESSIONAL, ENTERPRISE, CUSTOM."""


class UsageWindow(Model):
    """The current rate limit window, which the key of this request shares with all keys of its tier in the
    workspace.
    """

    __slots__ = ()

    tier: str
    """The tier of a key or workspace. One of: FREE, PROFESSIONAL, ENTERPRISE, CUSTOM."""
    limit: int
    """The number of requests allowed in any 3600 seconds."""
    remaining: int
    resets_at: str
    """A date-time in UTC (RFC 3339), ending in Z."""


class UsageRow(Model):
    """The requests of the key to one operation in one hour. hour is the start of the hour."""

    __slots__ = ()

    key_id: str
    """A lower-case UUID."""
    key_name: str
    key_prefix: str
    """The first characters of the key."""
    tier: str
    """The tier of a key or workspace. One of: FREE, PROFESSIONAL, ENTERPRISE, CUSTOM."""
    hour: str
    """A date-time in UTC (RFC 3339), ending in Z."""
    operation: str
    """The operationId in this document. Calls of agent tools have the tool name after a colon, such as
    callAgentTool:get_provider_score.
    """
    accepted: int
    refused: int


class UsageTotals(Model):
    """Totals for the whole period, not only for this page."""

    __slots__ = ()

    accepted: int
    refused: int


class Usage(Page[UsageRow]):
    """The usage of the key of the request, by hour."""

    __slots__ = ()
    _nested = {"workspace": UsageWorkspace, "window": UsageWindow, "data": UsageRow, "totals": UsageTotals}

    workspace: UsageWorkspace
    window: UsageWindow
    """The current rate limit window, which the key of this request shares with all keys of its tier in the
    workspace.
    """
    from_: str
    """A date-time in UTC (RFC 3339), ending in Z."""
    to: str
    """A date-time in UTC (RFC 3339), ending in Z."""
    totals: UsageTotals
    """Totals for the whole period, not only for this page."""
    limitations_disclosure: str
    """The limits of what an indicator says. Show this text with every score."""


class StatusUptimeDay(Model):
    __slots__ = ()

    date: str
    """A date, such as 2026-04-01."""
    ratio: Optional[float]
    """The share of the observed part of the day; None if the day was not observed."""


class StatusUptime(Model):
    __slots__ = ()
    _nested = {"days": StatusUptimeDay}

    started_at: str
    """A date-time in UTC (RFC 3339), ending in Z."""
    seconds: int
    ratio_24h: Optional[float]
    """The share of the period in which the service was available; None until the whole period was observed."""
    ratio_30d: Optional[float]
    """The share of the period in which the service was available; None until the whole period was observed."""
    ratio_90d: Optional[float]
    """The share of the period in which the service was available; None until the whole period was observed."""
    days: List[StatusUptimeDay]
    """The last 90 UTC days, oldest first; empty until the records have been read."""


class StatusFreshness(Model):
    __slots__ = ()

    last_published_at: Optional[str]
    """A date-time in UTC (RFC 3339), ending in Z."""
    last_run_at: Optional[str]
    """A date-time in UTC (RFC 3339), ending in Z."""
    oldest_score_at: Optional[str]
    """A date-time in UTC (RFC 3339), ending in Z."""
    providers: int
    stale_providers: int


class StatusComponent(Model):
    __slots__ = ()
    _may_be_absent = frozenset({"detail"})

    name: str
    status: str
    """The status of the service or of a component. One of: operational, degraded, outage."""
    detail: Optional[str]
    """What is wrong, if the component is not operational."""


class StatusIncident(Model):
    __slots__ = ()
    _may_be_absent = frozenset({"detail"})

    started_at: str
    """A date-time in UTC (RFC 3339), ending in Z."""
    ended_at: Optional[str]
    """A date-time in UTC (RFC 3339), ending in Z."""
    title: str
    detail: Optional[str]
    """What it affects and what is done about it, if the staff said so."""


class Status(Model):
    """Service status, uptime, data freshness and framework version."""

    __slots__ = ()
    _nested = {
        "uptime": StatusUptime,
        "freshness": StatusFreshness,
        "components": StatusComponent,
        "incidents": StatusIncident,
    }

    status: str
    """The status of the service or of a component. One of: operational, degraded, outage."""
    uptime: StatusUptime
    freshness: StatusFreshness
    framework_version: str
    """The name and version of the framework, such as "RF Framework v1.0"."""
    components: List[StatusComponent]
    incidents: List[StatusIncident]
    """Of the last 90 days, newest first: interruptions, and what the staff announced."""
    time: str
    """A date-time in UTC (RFC 3339), ending in Z."""


class PublicScore(Model):
    """The score and band of one provider."""

    __slots__ = ()

    id: str
    """A lower-case UUID."""
    name: str
    """The name of the provider."""
    planner_type: str
    """btc: lending and yield on bitcoin collateral. fiat: fiat-denominated credit and yield. stablecoin:
    stablecoin issuers and yield.
    """
    provider_subtype: str
    """A free category label, such as cefi or defi."""
    yield_min: float
    """A yield in percent per year."""
    yield_max: float
    """A yield in percent per year."""
    final_score: float
    """A score from 0 to 100 with two decimals. A higher score means lower risk."""
    risk_band: str
    """The risk band. LOW starts at a score of 80, MEDIUM at 60, ELEVATED at 40 and HIGH at 0."""
    scored_at: str
    """A date-time (RFC 3339) with a numeric offset, such as 2026-04-26T12:00:00+00:00."""
    slug: str
    """The short name of the provider in URLs. If it changes, old slugs keep working."""
    verification_id: str
    """Identifies one published indicator permanently."""
    stale: bool
    """Whether the indicator is stale: a check that the service must make itself is overdue, or what is on record
    cannot be scored any more.
    """
    stale_reason: Optional[str]
    """Why the indicator is stale; None if it is not."""


class PublicScores(Page[PublicScore]):
    """The score and band of every provider, sorted by name."""

    __slots__ = ()
    _nested = {"data": PublicScore}

    limitations_disclosure: str
    """The limits of what an indicator says. Show this text with every score."""
    cached: bool
    """False only if the response was assembled for this request."""


class HistoryStep(Model):
    """A period in which the service served the same indicator with the same stale mark. Between a withdrawal and a
    reinstatement there is no step.
    """

    __slots__ = ()

    from_: str
    """A date-time in UTC (RFC 3339), ending in Z."""
    until: Optional[str]
    """When the next step began, or when the indicator was withdrawn. None for the current step."""
    final_score: float
    """A score from 0 to 100 with two decimals. A higher score means lower risk."""
    risk_band: str
    """The risk band. LOW starts at a score of 80, MEDIUM at 60, ELEVATED at 40 and HIGH at 0."""
    kind: str
    """What the publication is to the history of the provider. renewal: newer evidence or facts, with the same
    score, band and caps. drift: only the age of the evidence moved the score. Kinds may be added. One of:
    initial, score_change, band_change, methodology_change, correction, reinstatement, drift, renewal.
    """
    verification_id: str
    """Identifies one published indicator permanently."""
    stale: bool
    """Whether the indicator is stale: a check that the service must make itself is overdue, or what is on record
    cannot be scored any more.
    """
    stale_reason: Optional[str]
    """Why the indicator is stale; None if it is not."""


class ProviderHistory(Model):
    """The steps of one provider, newest first."""

    __slots__ = ()
    _nested = {"steps": HistoryStep}

    provider_id: str
    """A lower-case UUID."""
    slug: str
    """The short name of the provider in URLs. If it changes, old slugs keep working."""
    name: str
    """The current name of the provider."""
    steps: List[HistoryStep]


class PublicHistories(Page[ProviderHistory]):
    """What was served about each provider in the last 90 days, sorted by name and then by id."""

    __slots__ = ()
    _nested = {"data": ProviderHistory}

    since: str
    """The start of the period in UTC: midnight, 90 days ago. The first step of a provider can begin earlier."""
    limitations_disclosure: str
    """The limits of what an indicator says. Show this text with every score."""


class PublicHistory(Page[HistoryStep]):
    """What was served about a provider since its first indicator, newest step first."""

    __slots__ = ()
    _nested = {"data": HistoryStep}

    provider_id: str
    """A lower-case UUID."""
    slug: str
    """The short name of the provider in URLs. If it changes, old slugs keep working."""
    name: str
    """The current name of the provider."""
    limitations_disclosure: str
    """The limits of what an indicator says. Show this text with every score."""


class ChangelogEntry(Model):
    """One change to an indicator."""

    __slots__ = ()

    id: str
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
    changed_at: str
    """A date-time in UTC (RFC 3339), ending in Z."""


class Changelog(Page[ChangelogEntry]):
    """Changes to indicators, newest first."""

    __slots__ = ()
    _nested = {"data": ChangelogEntry}

    limitations_disclosure: str
    """The limits of what an indicator says. Show this text with every score."""


class ComparedVersion(Model):
    """One of the two frameworks that are compared."""

    __slots__ = ()

    version: str
    """The version of the framework, such as 1.0."""
    framework_version: str
    """The name and version of the framework, such as "RF Framework v1.0"."""
    digest: str
    """A SHA-256 digest as 64 lower-case hexadecimal digits."""
    effective_from: str
    """A date, such as 2026-04-01."""


class MethodologyDifferencesDataBand(Model):
    __slots__ = ()

    old_band: str
    """The risk band. LOW starts at a score of 80, MEDIUM at 60, ELEVATED at 40 and HIGH at 0."""
    new_band: Optional[str]
    """None for providers that would not be scored."""
    providers: int


class ProviderDifference(Model):
    """The old and the new score of one provider."""

    __slots__ = ()

    provider_id: str
    """A lower-case UUID."""
    slug: str
    """The short name of the provider in URLs. If it changes, old slugs keep working."""
    name: str
    """The name of the provider."""
    planner_type: str
    """btc: lending and yield on bitcoin collateral. fiat: fiat-denominated credit and yield. stablecoin:
    stablecoin issuers and yield.
    """
    old_score: str
    """A number as canonical text, such as 79.99."""
    old_band: str
    """The risk band. LOW starts at a score of 80, MEDIUM at 60, ELEVATED at 40 and HIGH at 0."""
    new_score: Optional[str]
    """None if the provider would not be scored."""
    new_band: Optional[str]
    """The risk band. LOW starts at a score of 80, MEDIUM at 60, ELEVATED at 40 and HIGH at 0."""
    delta: Optional[str]
    """The new score minus the old one."""
    reason: Optional[str]
    """Why the provider would not be scored; None if it would be."""


class MethodologyDifferencesData(Model):
    __slots__ = ()
    _nested = {
        "framework": ComparedVersion,
        "compared_with": ComparedVersion,
        "counts": DifferenceCounts,
        "bands": MethodologyDifferencesDataBand,
        "providers": ProviderDifference,
    }

    as_of: str
    """A date-time in UTC (RFC 3339), ending in Z."""
    framework: ComparedVersion
    compared_with: ComparedVersion
    counts: DifferenceCounts
    bands: List[MethodologyDifferencesDataBand]
    """How many providers would move from which band to which."""
    providers: List[ProviderDifference]
    """Sorted by name."""


class MethodologyDifferences(Model):
    """What a new framework changes. The old score is the one that was current when the framework was announced;
    the new one is computed with the inputs that were approved then. digest is the SHA-256 digest of the
    canonical JSON (RFC 8785) of data.
    """

    __slots__ = ()
    _nested = {"data": MethodologyDifferencesData}

    data: MethodologyDifferencesData
    digest: str
    """A SHA-256 digest as 64 lower-case hexadecimal digits."""
    limitations_disclosure: str
    """The limits of what an indicator says. Show this text with every score."""


class ScoreRequestReceipt(Model):
    """Confirms that the request was recorded."""

    __slots__ = ()

    request_id: str
    """A lower-case UUID."""
    status: str
    received_at: str
    """A date-time in UTC (RFC 3339), ending in Z."""


class ScoreRequestOutcome(Model):
    """What became of a score request. It does not repeat what the request contained."""

    __slots__ = ()

    request_id: str
    """A lower-case UUID."""
    status: str
    """received: nobody has decided yet. accepted: the provider will be assessed. declined: it will not. scored:
    the provider has an indicator.
    """
    received_at: str
    """A date-time in UTC (RFC 3339), ending in Z."""
    decided_at: Optional[str]
    """When the status last changed; None while it is received."""
    provider_id: Optional[str]
    """The provider that was scored; None until then."""
    slug: Optional[str]
    """The slug of that provider."""


class Withdrawal(Model):
    """When and why the indicator was withdrawn."""

    __slots__ = ()

    withdrawn_at: str
    """A date-time in UTC (RFC 3339), ending in Z."""
    reason: str


class FollowedBy(Model):
    """What happened to the indicator later."""

    __slots__ = ()
    _nested = {"withdrawal": Withdrawal}

    superseded_by: Optional[str]
    """The indicator that replaced this one."""
    corrected_by: Optional[str]
    """The indicator that corrected this one."""
    withdrawal: Optional[Withdrawal]
    """When and why the indicator was withdrawn."""
    renewed_by: Optional[str]
    """The current indicator, if only renewals came after this one: newer evidence, and the same score, band and
    caps. Otherwise None.
    """
    current: Optional[str]
    """The current indicator of the provider, which can be this one; None if the provider has none."""


class Verification(Model):
    """The public proof of one indicator, and what happened to it later."""

    __slots__ = ()
    _nested = {"statement": Statement, "signature": Signature, "log": LogEntry, "followed_by": FollowedBy}

    verification_id: str
    """Identifies one published indicator permanently."""
    state: str
    """current: the indicator is in effect. superseded: a newer indicator replaced it. corrected: a correction
    replaced it. withdrawn: it was withdrawn without a replacement.
    """
    published_at: str
    """A date-time in UTC (RFC 3339), ending in Z."""
    statement: Statement
    signature: Signature
    log: LogEntry
    followed_by: FollowedBy
    stale: bool
    """Whether the indicator is stale: a check that the service must make itself is overdue, or what is on record
    cannot be scored any more. Only a current indicator, or one that the current indicator renews, can be stale.
    """
    stale_since: Optional[str]
    """None if the indicator is not stale."""
    stale_reason: Optional[str]
    """Why the indicator is stale; None if it is not."""
    verify_url: str
    """The address of the verification page. Append a slash and the verification id."""
    limitations_disclosure: str
    """The limits of what an indicator says. Show this text with every score."""


class ConfirmationRecord(Model):
    """What was confirmed, and when. Its canonical bytes (RFC 8785) are signed, and are a leaf of the log.
    verification_ids_sha256 is the SHA-256 of the canonical bytes of verification_ids.
    """

    __slots__ = ()

    at: str
    """A date-time in UTC (RFC 3339), ending in Z."""
    count: int
    """The number of confirmed indicators."""
    leaf: str
    run: str
    """A lower-case UUID."""
    verification_ids_sha256: str
    """A SHA-256 digest as 64 lower-case hexadecimal digits."""
    version: float


class ConfirmationData(Model):
    __slots__ = ()
    _nested = {"record": ConfirmationRecord, "signature": Signature, "log": LogEntry}

    record: ConfirmationRecord
    signature: Signature
    verification_ids: List[str]
    """The indicators that the run confirmed, sorted."""
    log: LogEntry


class Confirmation(Model):
    """The signed record of a run that confirmed indicators: their inputs and scores had not changed., but never
    inside record.
    """

    __slots__ = ()
    _nested = {"data": ConfirmationData}

    data: ConfirmationData
    limitations_disclosure: str
    """The limits of what an indicator says. Show this text with every score."""


class SigningKey(Model):
    """A signing key and its validity period. Old keys still verify the signatures that they made."""

    __slots__ = ()
    _may_be_absent = frozenset({"rotation_log_index", "follows_pinned_key"})

    key_id: str
    """The name and hash of the key, in the form name+hash. Signatures identify their key by it."""
    algorithm: str
    public_key: str
    """The verifier key, in the format of C2SP signed notes."""
    valid_from: str
    """A date-time in UTC (RFC 3339), ending in Z."""
    valid_until: Optional[str]
    """None for the current signing key."""
    rotation_log_index: Optional[int]
    """The log entry that introduced the key, signed by the old and the new key; None for the first key."""
    follows_pinned_key: Optional[bool]
    """Whether rotations in the log connect the key with the one that the service keeps outside its store; None if
    it keeps none. Pin a key yourself to be certain.
    """


class SigningKeys(Page[SigningKey]):
    """All signing keys, oldest first."""

    __slots__ = ()
    _nested = {"data": SigningKey}

    limitations_disclosure: str
    """The limits of what an indicator says. Show this text with every score."""


class AgentManifestAuthentication(Model):
    __slots__ = ()

    type: str
    header: str
    requirements: List[str]
    """All requirements must be met."""
    how_to_apply: str


class AgentManifestDoor(Model):
    __slots__ = ()

    name: str
    """One of: plain, mcp."""
    description: str


class AgentToolDescription(Model):
    """An agent tool. All tools are read-only."""

    __slots__ = ()

    name: str
    """One of: get_provider_score, compare_providers, get_score_history, search_providers, get_methodology."""
    title: str
    description: str
    """When to use the tool, and what it does not do."""
    input_schema: Dict[str, Any]
    """JSON Schema 2020-12."""
    output_schema: Dict[str, Any]
    """JSON Schema 2020-12."""


class AgentPromptDescriptionArgument(Model):
    __slots__ = ()

    name: str
    description: str
    required: bool


class AgentPromptDescription(Model):
    """A prompt template, available as a prompt in the Model Context Protocol."""

    __slots__ = ()
    _nested = {"arguments": AgentPromptDescriptionArgument}

    name: str
    title: str
    description: str
    arguments: List[AgentPromptDescriptionArgument]


class AgentManifest(Model):
    """Describes the agent tools and how to use them."""

    __slots__ = ()
    _nested = {
        "authentication": AgentManifestAuthentication,
        "doors": AgentManifestDoor,
        "tools": AgentToolDescription,
        "prompts": AgentPromptDescription,
    }

    name: str
    title: str
    version: str
    description: str
    stage: str
    registration: str
    """The endpoint is not listed in a public registry yet."""
    endpoint: str
    authentication: AgentManifestAuthentication
    doors: List[AgentManifestDoor]
    tools: List[AgentToolDescription]
    prompts: List[AgentPromptDescription]
    mcp_protocol_versions: List[str]
    """Newest first."""
    documentation_url: str
    limitations_disclosure: str
    """The limits of what an indicator says. Show this text with every score."""
