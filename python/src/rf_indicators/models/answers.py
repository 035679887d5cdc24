# Generated from packages/contract by "npm run generate". Do not edit.
"""The answers of the service."""

from typing import Any, Dict, List, Optional, Union

from .base import MapOf, Model, Page


class Factor(Model):
    """A criterion that pulls the score down or anchors it."""

    __slots__ = ()

    criterion_id: str
    """The criterion's id; other is the row that sums all the rest."""
    criterion_label: str
    point_impact: float
    """Points of a score, with two decimals; negative where they lower it."""
    detail: str
    """One sentence on how the criterion was scored."""


class HardCap(Model):
    """A hard rule that fired: the score cannot be above its cap."""

    __slots__ = ()

    rule_id: str
    """The hard rule's id, such as HR04."""
    name: str
    cap: float
    """A score from 0 to 100 with two decimals; higher is safer."""
    binding: bool
    """Whether this cap is the one that limits the score."""
    blocks_next_band: bool
    """Whether the next band is out of reach while it stands."""
    point_impact: float
    """Points of a score, with two decimals; negative where they lower it."""
    detail: str
    """One sentence on why it fired."""


class DecisionObject(Model):
    """Why the score is what it is, and what stands before the next band."""

    __slots__ = ()
    _nested = {"ceiling_factors": Factor, "floor_factors": Factor, "hard_caps_fired": HardCap}
    _may_be_absent = frozenset({"next_band"})

    summary: str
    """The indicator in a few plain sentences."""
    ceiling_factors: List[Factor]
    """What pulls the score down, the largest pull first. Impacts are zero or negative."""
    floor_factors: List[Factor]
    """What anchors the score, the strongest anchor first. Impacts are zero or positive."""
    hard_caps_fired: List[HardCap]
    """May be empty."""
    points_to_next_band: float
    """Points needed to reach the next band, with two decimals, measured from the score before caps; 0 in the
    lowest-risk band.
    """
    next_band: Optional[str]
    """The risk band. LOW is from 80, MEDIUM from 60, ELEVATED from 40, HIGH from 0."""
    in_lowest_risk_band: bool
    """Whether the provider is in LOW already; next_band is absent then."""


class ScoreRow(Model):
    """One provider's indicator. rf_decision_object is there only if it was asked for."""

    __slots__ = ()
    _nested = {"rf_decision_object": DecisionObject}
    _may_be_absent = frozenset({"rf_decision_object"})

    id: str
    """A UUID in lower case."""
    name: str
    """The provider's name."""
    planner_type: str
    """btc: lending and yield on bitcoin collateral. fiat: fiat-denominated credit and yield. stablecoin:
    stablecoin issuers and yield.
    """
    provider_subtype: str
    """A free category label, such as cefi or defi."""
    yield_min: float
    """A yield in percent a year."""
    yield_max: float
    """A yield in percent a year."""
    final_score: float
    """A score from 0 to 100 with two decimals; higher is safer."""
    risk_band: str
    """The risk band. LOW is from 80, MEDIUM from 60, ELEVATED from 40, HIGH from 0."""
    scored_at: str
    """An instant (RFC 3339) with a numeric offset, such as 2026-04-26T12:00:00+00:00."""
    slug: str
    """The provider's name in an address; permanent, and old ones keep working."""
    confidence: float
    """A fraction from 0 to 1, with two decimals."""
    framework_version: str
    """Name and version of the framework, such as "RF Framework v1.0"."""
    score_verified_at: str
    """An instant in UTC (RFC 3339), with Z."""
    verification_id: str
    """Names one published indicator for ever."""
    stale: bool
    """Whether a fact that the service must look at itself was not looked at in time."""
    stale_reason: Optional[str]
    """Why it is stale; None when it is not."""
    corrected_by: Optional[str]
    """The indicator that restated this one; None if none did. Only answers for an as_of can have one."""
    rf_decision_object: Optional[DecisionObject]


class ScoreList(Page[ScoreRow]):
    """The indicators of all providers."""

    __slots__ = ()
    _nested = {"data": ScoreRow}
    _may_be_absent = frozenset({"as_of", "next_cursor"})

    limitations_disclosure: str
    """What the indicators are not. Show it wherever a score is shown."""
    cached: bool
    """False only on a response whose bytes had to be assembled for it."""
    as_of: Optional[str]
    """The instant that the answer is for, in UTC with Z; present only if as_of was asked for."""


class ModuleScore(Model):
    """The weighted mean of the criteria of one module, rounded down."""

    __slots__ = ()

    id: str
    label: str
    weight: float
    """A weight in percent points: 6.00 is 6 %."""
    score: float
    """A score from 0 to 100 with two decimals; higher is safer."""


class CriterionInput(Model):
    """What the criterion was scored on."""

    __slots__ = ()

    value: str
    """The approved value, as a text."""
    unit: str
    """The unit of a number; empty for an option."""
    evidence_date: str
    """A civil date, such as 2026-04-01."""
    source_grade: str
    """How good the source is, from A to E."""
    evidence_url: Optional[str]
    """Where the evidence is published; None if it is not."""


class CriterionScore(Model):
    """How one criterion was scored."""

    __slots__ = ()
    _nested = {"input": CriterionInput}

    criterion_id: str
    criterion_label: str
    module_id: str
    module_label: str
    score: float
    """A score from 0 to 100 with two decimals; higher is safer."""
    weight: float
    """A weight in percent points: 6.00 is 6 %."""
    contribution: float
    """Points that it gave, with two decimals. They add up to uncapped_score exactly."""
    point_impact: float
    """Points that it cost, with two decimals; zero or negative."""
    confidence: float
    """A fraction from 0 to 1, with two decimals."""
    status: str
    """scored: on evidence that is fresh enough. stale: on ageing evidence, with fewer points. expired: the
    evidence lapsed. missing: there is none.
    """
    input: Optional[CriterionInput]
    """None if there is no evidence."""
    reason: str
    """One sentence on how it was scored."""


class PreviousScore(Model):
    """The indicator that stood before this one."""

    __slots__ = ()

    final_score: float
    """A score from 0 to 100 with two decimals; higher is safer."""
    risk_band: str
    """The risk band. LOW is from 80, MEDIUM from 60, ELEVATED from 40, HIGH from 0."""
    verification_id: str
    """Names one published indicator for ever."""


class ScoreSnapshot(Model):
    """One provider's indicator with everything behind it."""

    __slots__ = ()
    _nested = {
        "modules": ModuleScore,
        "criterion_scores": CriterionScore,
        "rf_decision_object": DecisionObject,
        "previous": PreviousScore,
    }
    _may_be_absent = frozenset({"as_of"})

    provider_id: str
    """A UUID in lower case."""
    name: str
    """The provider's name."""
    planner_type: str
    """btc: lending and yield on bitcoin collateral. fiat: fiat-denominated credit and yield. stablecoin:
    stablecoin issuers and yield.
    """
    provider_subtype: str
    """A free category label, such as cefi or defi."""
    yield_min: float
    """A yield in percent a year."""
    yield_max: float
    """A yield in percent a year."""
    final_score: float
    """A score from 0 to 100 with two decimals; higher is safer."""
    risk_band: str
    """The risk band. LOW is from 80, MEDIUM from 60, ELEVATED from 40, HIGH from 0."""
    scored_at: str
    """An instant (RFC 3339) with a numeric offset, such as 2026-04-26T12:00:00+00:00."""
    slug: str
    """The provider's name in an address; permanent, and old ones keep working."""
    confidence: float
    """A fraction from 0 to 1, with two decimals."""
    framework_version: str
    """Name and version of the framework, such as "RF Framework v1.0"."""
    score_verified_at: str
    """An instant in UTC (RFC 3339), with Z."""
    verification_id: str
    """Names one published indicator for ever."""
    stale: bool
    """Whether a fact that the service must look at itself was not looked at in time."""
    stale_reason: Optional[str]
    """Why it is stale; None when it is not."""
    corrected_by: Optional[str]
    """The indicator that restated this one; None if none did. Only answers for an as_of can have one."""
    uncapped_score: float
    """A score from 0 to 100 with two decimals; higher is safer."""
    coverage: float
    """A fraction from 0 to 1, with two decimals."""
    modules: List[ModuleScore]
    criterion_scores: List[CriterionScore]
    """One element for each criterion that applies to the provider."""
    rf_decision_object: DecisionObject
    score_commentary: str
    """Plain sentences, made by the engine from the same numbers; no model writes them."""
    previous: Optional[PreviousScore]
    """None for the first indicator of a provider."""
    verify_url: str
    """The verification page; append a slash and the verification id."""
    methodology_url: str
    limitations_disclosure: str
    """What the indicators are not. Show it wherever a score is shown."""
    as_of: Optional[str]
    """The instant that the answer is for, in UTC with Z; present only if as_of was asked for."""


class HistoryEntry(Model):
    """One published indicator of the provider."""

    __slots__ = ()

    verification_id: str
    """Names one published indicator for ever."""
    final_score: float
    """A score from 0 to 100 with two decimals; higher is safer."""
    risk_band: str
    """The risk band. LOW is from 80, MEDIUM from 60, ELEVATED from 40, HIGH from 0."""
    scored_at: str
    """An instant (RFC 3339) with a numeric offset, such as 2026-04-26T12:00:00+00:00."""
    published_at: str
    """An instant in UTC (RFC 3339), with Z."""
    framework_version: str
    """Name and version of the framework, such as "RF Framework v1.0"."""
    supersedes: Optional[str]
    """The indicator that stood before it."""
    corrects: Optional[str]
    """The indicator that it restates."""
    corrected_by: Optional[str]
    """The indicator that restated it."""
    state: str
    """current: it stands. superseded: a newer indicator followed. corrected: it was restated. withdrawn: it was
    taken back, and nothing followed.
    """


class ScoreHistory(Page[HistoryEntry]):
    """All published indicators of a provider, newest first."""

    __slots__ = ()
    _nested = {"data": HistoryEntry}

    provider_id: str
    """A UUID in lower case."""
    limitations_disclosure: str
    """What the indicators are not. Show it wherever a score is shown."""


class ChangeEnd(Model):
    """The indicator at one end of the change."""

    __slots__ = ()

    verification_id: str
    """Names one published indicator for ever."""
    final_score: float
    """A score from 0 to 100 with two decimals; higher is safer."""
    risk_band: str
    """The risk band. LOW is from 80, MEDIUM from 60, ELEVATED from 40, HIGH from 0."""
    scored_at: str
    """An instant (RFC 3339) with a numeric offset, such as 2026-04-26T12:00:00+00:00."""


class ChangePart(Model):
    """One step of the change."""

    __slots__ = ()

    kind: str
    """methodology: another version. structure: another planner type or other flags. value: a newly disclosed,
    changed or withdrawn value. renewal: the same value on newer evidence. ageing: the same evidence, grown
    older. caps: hard rules.
    """
    criterion_id: Optional[str]
    criterion_label: Optional[str]
    module_id: Optional[str]
    module_label: Optional[str]
    before: Optional[str]
    """What stood before; None where there was nothing."""
    after: Optional[str]
    """What stands after; None where there is nothing."""
    points: float
    """Points of a score, with two decimals; negative where they lower it."""


class ScoreChangesByKind(Model):
    """The points of all parts of a kind; a kind without parts is absent."""

    __slots__ = ()
    _may_be_absent = frozenset({"methodology", "structure", "value", "renewal", "ageing", "caps"})

    methodology: Optional[float]
    """Points of a score, with two decimals; negative where they lower it."""
    structure: Optional[float]
    """Points of a score, with two decimals; negative where they lower it."""
    value: Optional[float]
    """Points of a score, with two decimals; negative where they lower it."""
    renewal: Optional[float]
    """Points of a score, with two decimals; negative where they lower it."""
    ageing: Optional[float]
    """Points of a score, with two decimals; negative where they lower it."""
    caps: Optional[float]
    """Points of a score, with two decimals; negative where they lower it."""


class ScoreChanges(Model):
    """Why a score moved, in parts that add up to the difference."""

    __slots__ = ()
    _nested = {"from": ChangeEnd, "to": ChangeEnd, "parts": ChangePart, "by_kind": ScoreChangesByKind}
    _may_be_absent = frozenset({"by_kind"})

    provider_id: str
    """A UUID in lower case."""
    from_: Optional[ChangeEnd]
    """None where the provider had no indicator."""
    to: Optional[ChangeEnd]
    """None where the provider had no indicator."""
    delta: Optional[float]
    """Points between the two; None unless both are there."""
    parts: List[ChangePart]
    """In the order in which the steps were taken; their points add up to delta exactly."""
    by_kind: Optional[ScoreChangesByKind]
    """The points of all parts of a kind; a kind without parts is absent."""
    limitations_disclosure: str
    """What the indicators are not. Show it wherever a score is shown."""


class MethodologySignOff(Model):
    """The chief risk officer's sign-off."""

    __slots__ = ()

    role: str
    name: str
    signed_at: str
    """An instant in UTC (RFC 3339), with Z."""
    key_id: str
    public_key: str
    """For convenience; trust comes from a key that the reader has pinned."""
    signature: str
    """Base64 of the Ed25519 signature over the canonical JSON of digest, effective_from, framework_version, name,
    role and signed_at.
    """


class CriterionInputFormBreakpoint(Model):
    __slots__ = ()

    value: float
    points: float
    """A score from 0 to 100 with two decimals; higher is safer."""


class CriterionInputFormOption(Model):
    __slots__ = ()

    value: str
    points: float
    """A score from 0 to 100 with two decimals; higher is safer."""
    definition: Optional[str]


class CriterionInputForm(Model):
    """What a value looks like, and the points that it earns."""

    __slots__ = ()
    _nested = {"breakpoints": CriterionInputFormBreakpoint, "options": CriterionInputFormOption}
    _may_be_absent = frozenset({"scale", "breakpoints", "options"})

    type: str
    """One of: number, enum."""
    scale: Optional[int]
    """Decimals that a value may have."""
    breakpoints: Optional[List[CriterionInputFormBreakpoint]]
    """Points are linear between them, and flat outside."""
    options: Optional[List[CriterionInputFormOption]]
    """Worst first."""


class MethodologyCriterion(Model):
    """A criterion; its weight is in percent of its module."""

    __slots__ = ()
    _nested = {"input": CriterionInputForm}

    id: str
    label: str
    weight: float
    """A weight in percent points: 6.00 is 6 %."""
    planner_types: List[str]
    requires_flag: Optional[str]
    """It applies only to providers with this flag."""
    input: CriterionInputForm
    """What a value looks like, and the points that it earns."""
    unit: str
    direction: str
    """Which way is safer. One of: higher, lower."""
    max_age_days: int
    evidence: List[str]
    measure: str
    """What is measured."""
    gate: bool
    """Whether there is no score without live evidence for it."""


class MethodologyModule(Model):
    """A module; its weight is in percent of the whole."""

    __slots__ = ()
    _nested = {"criteria": MethodologyCriterion}

    id: str
    label: str
    weight: float
    """A weight in percent points: 6.00 is 6 %."""
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
    """Worst first."""
    max_age_days: int


class MethodologyRuleTier(Model):
    __slots__ = ()

    condition: Dict[str, Union[str, List[str]]]
    """Either input, op (lt, le, gt, ge, eq, in) and value, or any_missing."""
    cap: float
    """A score from 0 to 100 with two decimals; higher is safer."""


class MethodologyRule(Model):
    """A hard rule: where it fires, the score cannot be above its cap."""

    __slots__ = ()
    _nested = {"tiers": MethodologyRuleTier}

    id: str
    name: str
    tiers: List[MethodologyRuleTier]
    """The lowest cap among the conditions that hold is the cap of the rule."""


class MethodologyThresholdsBand(Model):
    __slots__ = ()

    band: str
    """The risk band. LOW is from 80, MEDIUM from 60, ELEVATED from 40, HIGH from 0."""
    lower_bound: float
    """A score from 0 to 100 with two decimals; higher is safer."""


class MethodologyThresholdsEvidenceAge(Model):
    __slots__ = ()

    id: str
    kind: str
    """One of: criterion, gate."""
    max_age_days: int
    """Up to this age evidence counts in full."""
    lapses_at_days: int
    """From this age on it counts for nothing."""


class MethodologyThresholdsConfidenceGrade(Model):
    __slots__ = ()

    grade: str
    factor: float
    """A fraction from 0 to 1, with two decimals."""


class MethodologyThresholdsConfidence(Model):
    __slots__ = ()
    _nested = {"grades": MethodologyThresholdsConfidenceGrade}

    grades: List[MethodologyThresholdsConfidenceGrade]
    """The share of full confidence that evidence of each grade earns."""


class MethodologyThresholdsFactors(Model):
    __slots__ = ()

    listed: int
    """How many factors a decision object lists by name."""
    floor_min_points: float
    """A score from 0 to 100 with two decimals; higher is safer."""


class MethodologyThresholds(Model):
    """Bands, evidence ages, confidence, and which factors are listed."""

    __slots__ = ()
    _nested = {
        "bands": MethodologyThresholdsBand,
        "evidence_ages": MethodologyThresholdsEvidenceAge,
        "confidence": MethodologyThresholdsConfidence,
        "factors": MethodologyThresholdsFactors,
    }

    bands: List[MethodologyThresholdsBand]
    """Bounds are inclusive; the safest band first."""
    evidence_ages: List[MethodologyThresholdsEvidenceAge]
    confidence: MethodologyThresholdsConfidence
    factors: MethodologyThresholdsFactors


class MethodologyRounding(Model):
    __slots__ = ()

    decimals: int
    """Decimals of a published score."""
    direction: str
    description: str


class MethodologyVersion(Model):
    """A version of the framework and when it held."""

    __slots__ = ()

    version: str
    framework_version: str
    """Name and version of the framework, such as "RF Framework v1.0"."""
    digest: str
    """A SHA-256 as 64 lower-case hexadecimal digits."""
    status: str
    """One of: upcoming, current, superseded."""
    effective_from: str
    """A civil date, such as 2026-04-01."""
    effective_until: Optional[str]
    """None while no later version has followed."""
    notes: Optional[str]


class Methodology(Model):
    """The framework in force, as data."""

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
    """Name and version of the framework, such as "RF Framework v1.0"."""
    version: str
    """Major and minor, such as 1.0."""
    effective_from: str
    """A civil date, such as 2026-04-01."""
    digest: str
    """A SHA-256 as 64 lower-case hexadecimal digits."""
    sign_off: MethodologySignOff
    modules: List[MethodologyModule]
    gates: List[MethodologyGate]
    """Facts that the service must look at itself; without them there is no score."""
    flags: List[str]
    """What can be said of the structure of a provider."""
    hard_rules: List[MethodologyRule]
    thresholds: MethodologyThresholds
    rounding: MethodologyRounding
    versions: List[MethodologyVersion]
    """All versions, newest first."""
    limitations_disclosure: str
    """What the indicators are not. Show it wherever a score is shown."""


class PackagedInput(Model):
    """An approved value and what stands behind it."""

    __slots__ = ()

    value: str
    grade: str
    evidence_date: str
    """A civil date, such as 2026-04-01."""
    evidence: Optional[Dict[str, Optional[str]]]
    """What stands behind a value, by reference; members are texts or None."""
    approval: Optional[Dict[str, Optional[str]]]
    """What stands behind a value, by reference; members are texts or None."""


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
    """The engine's canonical text of a number, such as 79.99."""
    id: str
    points: str
    """The engine's canonical text of a number, such as 79.99."""
    shortfall: str
    """The engine's canonical text of a number, such as 79.99."""
    status: str
    """One of: scored, stale, expired, missing."""
    weight: str
    """The engine's canonical text of a number, such as 79.99."""


class CanonicalResultDecisionCeilingFactor(Model):
    __slots__ = ()

    criterion_id: str
    criterion_label: str
    detail: str
    point_impact: str
    """The engine's canonical text of a number, such as 79.99."""


class CanonicalResultDecisionFloorFactor(Model):
    __slots__ = ()

    criterion_id: str
    criterion_label: str
    detail: str
    point_impact: str
    """The engine's canonical text of a number, such as 79.99."""


class CanonicalResultDecisionHardCapsFired(Model):
    __slots__ = ()

    binding: bool
    blocks_next_band: bool
    cap: str
    """The engine's canonical text of a number, such as 79.99."""
    name: str
    point_impact: str
    """The engine's canonical text of a number, such as 79.99."""
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
    """The risk band. LOW is from 80, MEDIUM from 60, ELEVATED from 40, HIGH from 0."""
    points_to_next_band: Optional[str]
    """The engine's canonical text of a number, such as 79.99."""
    summary: str


class CanonicalResultModule(Model):
    __slots__ = ()

    id: str
    score: str
    """The engine's canonical text of a number, such as 79.99."""
    weight: str
    """The engine's canonical text of a number, such as 79.99."""


class CanonicalResult(Model):
    """The engine's canonical result."""

    __slots__ = ()
    _nested = {
        "criteria": CanonicalResultCriterion,
        "decision": CanonicalResultDecision,
        "modules": CanonicalResultModule,
    }

    band: str
    """The risk band. LOW is from 80, MEDIUM from 60, ELEVATED from 40, HIGH from 0."""
    confidence: str
    """The engine's canonical text of a number, such as 79.99."""
    coverage: str
    """The engine's canonical text of a number, such as 79.99."""
    criteria: List[CanonicalResultCriterion]
    decision: CanonicalResultDecision
    final_score: str
    """The engine's canonical text of a number, such as 79.99."""
    methodology_version: str
    modules: List[CanonicalResultModule]
    planner_type: str
    """btc: lending and yield on bitcoin collateral. fiat: fiat-denominated credit and yield. stablecoin:
    stablecoin issuers and yield.
    """
    provider_id: str
    scoring_date: str
    """A civil date, such as 2026-04-01."""
    status: str
    uncapped_score: str
    """The engine's canonical text of a number, such as 79.99."""


class ComputationPackage(Model):
    """What is recomputed: provider, instant, approved inputs, methodology and configuration digests, and the
    result. A member more or less is another package.
    """

    __slots__ = ()
    _nested = {
        "gates": MapOf(PackagedInput),
        "inputs": MapOf(PackagedInput),
        "provider": ComputationPackageProvider,
        "result": CanonicalResult,
    }

    as_of: str
    """An instant in UTC (RFC 3339), with Z."""
    configuration: Dict[str, str]
    configuration_digest: str
    """A SHA-256 as 64 lower-case hexadecimal digits."""
    gates: Dict[str, PackagedInput]
    inputs: Dict[str, PackagedInput]
    methodology_digest: str
    """A SHA-256 as 64 lower-case hexadecimal digits."""
    provider: ComputationPackageProvider
    result: CanonicalResult


class MethodologyDocument(Model):
    """The framework file, member for member; its digest is made over all of it."""

    __slots__ = ()
    _may_be_absent = frozenset({"framework_name"})

    framework_name: Optional[str]
    methodology_version: str
    effective_from: str
    """A civil date, such as 2026-04-01."""
    modules: List[Dict[str, Any]]
    criteria: List[Dict[str, Any]]
    gates: List[Dict[str, Any]]
    flags: List[str]
    grades: Dict[str, float]
    bands: List[List[str]]
    """Pairs of name and inclusive lower bound, best band first."""
    hard_rules: List[Dict[str, Any]]
    listed_factors: int
    floor_factor_min_points: str
    """The engine's canonical text of a number, such as 79.99."""


class Statement(Model):
    """The headline of one indicator. Its canonical bytes (RFC 8785) are what is signed, and a leaf of the log."""

    __slots__ = ()

    as_of: str
    """An instant in UTC (RFC 3339), with Z."""
    corrects: Optional[str]
    """Names one published indicator for ever."""
    final_score: str
    """The engine's canonical text of a number, such as 79.99."""
    framework_version: str
    """Name and version of the framework, such as "RF Framework v1.0"."""
    methodology_digest: str
    """A SHA-256 as 64 lower-case hexadecimal digits."""
    package_hash: str
    """A SHA-256 as 64 lower-case hexadecimal digits."""
    planner_type: str
    """btc: lending and yield on bitcoin collateral. fiat: fiat-denominated credit and yield. stablecoin:
    stablecoin issuers and yield.
    """
    provider_id: str
    provider_name: str
    risk_band: str
    """The risk band. LOW is from 80, MEDIUM from 60, ELEVATED from 40, HIGH from 0."""
    supersedes: Optional[str]
    """Names one published indicator for ever."""
    verification_id: str
    """Names one published indicator for ever."""


class Signature(Model):
    """A signature over canonical bytes."""

    __slots__ = ()

    algorithm: str
    key_id: str
    """The key's name and hash: name+hash."""
    value: str
    """Base64 of the signature."""


class LogEntry(Model):
    """Where the statement stands in the log."""

    __slots__ = ()

    index: int
    tree_size: int
    inclusion_proof: List[str]
    """Base64 hashes (RFC 6962), from the leaf's sibling upwards."""
    checkpoint: str
    """A signed note: the checkpoint of the publication itself."""


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
    """A SHA-256 as 64 lower-case hexadecimal digits."""
    verification_id: str
    """Names one published indicator for ever."""
    methodology: MethodologyDocument
    methodology_version: str
    engine_version: str
    published_at: Optional[str]
    """An instant in UTC (RFC 3339), with Z."""
    statement: Statement
    signature: Optional[Signature]
    """A signature over canonical bytes."""
    log: Optional[LogEntry]
    """Where the statement stands in the log."""


class Computation(Model):
    """All it takes to recompute and to prove one indicator. Saved as a file, it is what every tool takes. outside
    the package, the methodology and the statement.
    """

    __slots__ = ()
    _nested = {"data": ComputationData}

    data: ComputationData
    limitations_disclosure: str
    """What the indicators are not. Show it wherever a score is shown."""


class Issuance(Model):
    """An upcoming issuance."""

    __slots__ = ()

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
    """How far the issuance has come. One of: ANNOUNCED, PRICING."""
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
    final_score: Optional[float]
    """The provider's score now; None if there is none."""
    risk_band: Optional[str]
    """The provider's band now; None if there is none."""


class IssuanceList(Page[Issuance]):
    """Upcoming issuances."""

    __slots__ = ()
    _nested = {"data": Issuance}

    limitations_disclosure: str
    """What the indicators are not. Show it wherever a score is shown."""


class UsageWorkspace(Model):
    __slots__ = ()

    id: str
    """A UUID in lower case."""
    name: str
    tier: str
    """A tier of keys and workspaces. One of: FREE, PROFESSIONAL, ENTERPRISE, CUSTOM."""


class UsageWindow(Model):
    """The sliding hour that the asking key shares with all keys of its tier."""

    __slots__ = ()

    tier: str
    """A tier of keys and workspaces. One of: FREE, PROFESSIONAL, ENTERPRISE, CUSTOM."""
    limit: int
    """Requests in any 3600 seconds."""
    remaining: int
    resets_at: str
    """An instant in UTC (RFC 3339), with Z."""


class UsageRow(Model):
    """What one key did with one operation in one hour; hour is its start."""

    __slots__ = ()

    key_id: str
    """A UUID in lower case."""
    key_name: str
    key_prefix: str
    """How the key begins; the rest is never shown again."""
    tier: str
    """A tier of keys and workspaces. One of: FREE, PROFESSIONAL, ENTERPRISE, CUSTOM."""
    hour: str
    """An instant in UTC (RFC 3339), with Z."""
    operation: str
    """The operationId of this document; calls of agent tools have the tool after a colon, such as
    callAgentTool:get_provider_score.
    """
    accepted: int
    refused: int


class UsageTotals(Model):
    """Of the whole period, not only of this page."""

    __slots__ = ()

    accepted: int
    refused: int


class Usage(Page[UsageRow]):
    """What a workspace's keys did, hour by hour."""

    __slots__ = ()
    _nested = {"workspace": UsageWorkspace, "window": UsageWindow, "data": UsageRow, "totals": UsageTotals}

    workspace: UsageWorkspace
    window: UsageWindow
    """The sliding hour that the asking key shares with all keys of its tier."""
    from_: str
    """An instant in UTC (RFC 3339), with Z."""
    to: str
    """An instant in UTC (RFC 3339), with Z."""
    totals: UsageTotals
    """Of the whole period, not only of this page."""
    limitations_disclosure: str
    """What the indicators are not. Show it wherever a score is shown."""


class StatusUptime(Model):
    __slots__ = ()

    started_at: str
    """An instant in UTC (RFC 3339), with Z."""
    seconds: int
    ratio_24h: Optional[float]
    """Share of the period in which the service was up; None while nothing is on record for it."""
    ratio_30d: Optional[float]
    """Share of the period in which the service was up; None while nothing is on record for it."""
    ratio_90d: Optional[float]
    """Share of the period in which the service was up; None while nothing is on record for it."""


class StatusFreshness(Model):
    __slots__ = ()

    last_published_at: Optional[str]
    """An instant in UTC (RFC 3339), with Z."""
    last_run_at: Optional[str]
    """An instant in UTC (RFC 3339), with Z."""
    oldest_score_at: Optional[str]
    """An instant in UTC (RFC 3339), with Z."""
    providers: int
    stale_providers: int


class StatusComponent(Model):
    __slots__ = ()

    name: str
    status: str
    """How well it works. One of: operational, degraded, outage."""


class StatusIncident(Model):
    __slots__ = ()

    started_at: str
    """An instant in UTC (RFC 3339), with Z."""
    ended_at: Optional[str]
    """An instant in UTC (RFC 3339), with Z."""
    title: str


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
    """How well it works. One of: operational, degraded, outage."""
    uptime: StatusUptime
    freshness: StatusFreshness
    framework_version: str
    """Name and version of the framework, such as "RF Framework v1.0"."""
    components: List[StatusComponent]
    incidents: List[StatusIncident]
    time: str
    """An instant in UTC (RFC 3339), with Z."""


class PublicScore(Model):
    """One provider's headline score and band."""

    __slots__ = ()

    id: str
    """A UUID in lower case."""
    name: str
    """The provider's name."""
    planner_type: str
    """btc: lending and yield on bitcoin collateral. fiat: fiat-denominated credit and yield. stablecoin:
    stablecoin issuers and yield.
    """
    provider_subtype: str
    """A free category label, such as cefi or defi."""
    yield_min: float
    """A yield in percent a year."""
    yield_max: float
    """A yield in percent a year."""
    final_score: float
    """A score from 0 to 100 with two decimals; higher is safer."""
    risk_band: str
    """The risk band. LOW is from 80, MEDIUM from 60, ELEVATED from 40, HIGH from 0."""
    scored_at: str
    """An instant (RFC 3339) with a numeric offset, such as 2026-04-26T12:00:00+00:00."""


class PublicScores(Page[PublicScore]):
    """The headline score and band of every provider, by name."""

    __slots__ = ()
    _nested = {"data": PublicScore}

    limitations_disclosure: str
    """What the indicators are not. Show it wherever a score is shown."""
    cached: bool
    """False only on a response whose bytes had to be assembled for it."""


class ChangelogEntry(Model):
    """One change of an indicator."""

    __slots__ = ()

    id: str
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
    changed_at: str
    """An instant in UTC (RFC 3339), with Z."""


class Changelog(Page[ChangelogEntry]):
    """Changes of indicators, newest first."""

    __slots__ = ()
    _nested = {"data": ChangelogEntry}

    limitations_disclosure: str
    """What the indicators are not. Show it wherever a score is shown."""


class ScoreRequestReceipt(Model):
    """The request is on file."""

    __slots__ = ()

    request_id: str
    """A UUID in lower case."""
    status: str
    received_at: str
    """An instant in UTC (RFC 3339), with Z."""


class Withdrawal(Model):
    """When and why an indicator was taken back."""

    __slots__ = ()

    withdrawn_at: str
    """An instant in UTC (RFC 3339), with Z."""
    reason: str


class FollowedBy(Model):
    """What followed; all None while the indicator is current."""

    __slots__ = ()
    _nested = {"withdrawal": Withdrawal}

    superseded_by: Optional[str]
    """The indicator that took its place."""
    corrected_by: Optional[str]
    """The indicator that restated it."""
    withdrawal: Optional[Withdrawal]
    """When and why an indicator was taken back."""


class Verification(Model):
    """The proof of one headline, for anyone, and what followed it."""

    __slots__ = ()
    _nested = {"statement": Statement, "signature": Signature, "log": LogEntry, "followed_by": FollowedBy}

    verification_id: str
    """Names one published indicator for ever."""
    state: str
    """current: it stands. superseded: a newer indicator followed. corrected: it was restated. withdrawn: it was
    taken back, and nothing followed.
    """
    published_at: str
    """An instant in UTC (RFC 3339), with Z."""
    statement: Statement
    signature: Signature
    log: LogEntry
    followed_by: FollowedBy
    verify_url: str
    """The verification page; append a slash and the verification id."""
    limitations_disclosure: str
    """What the indicators are not. Show it wherever a score is shown."""


class SigningKey(Model):
    """A signing key and when it signed. Old keys go on verifying what they signed."""

    __slots__ = ()
    _may_be_absent = frozenset({"rotation_log_index"})

    key_id: str
    """Name and hash: name+hash. Signatures name their key by it."""
    algorithm: str
    public_key: str
    """The verifier key, in the text form of C2SP signed notes."""
    valid_from: str
    """An instant in UTC (RFC 3339), with Z."""
    valid_until: Optional[str]
    """None for the key that signs now."""
    rotation_log_index: Optional[int]
    """The log entry, signed by the old and the new key, that brought it in; None for the first."""


class SigningKeys(Page[SigningKey]):
    """All signing keys, oldest first."""

    __slots__ = ()
    _nested = {"data": SigningKey}

    limitations_disclosure: str
    """What the indicators are not. Show it wherever a score is shown."""


class AgentManifestAuthentication(Model):
    __slots__ = ()

    type: str
    header: str
    requirements: List[str]
    """All of them have to be met."""
    how_to_apply: str


class AgentManifestDoor(Model):
    __slots__ = ()

    name: str
    """One of: plain, mcp."""
    description: str


class AgentToolDescription(Model):
    """A tool. All of them only read."""

    __slots__ = ()

    name: str
    """One of: get_provider_score, compare_providers, get_score_history, search_providers, get_methodology."""
    title: str
    description: str
    """When to use it, and what it will not do."""
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
    """A prompt template, which the Model Context Protocol offers as a prompt."""

    __slots__ = ()
    _nested = {"arguments": AgentPromptDescriptionArgument}

    name: str
    title: str
    description: str
    arguments: List[AgentPromptDescriptionArgument]


class AgentManifest(Model):
    """What the agent endpoint is, and how to use it."""

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
    """It is in no public directory yet."""
    endpoint: str
    authentication: AgentManifestAuthentication
    doors: List[AgentManifestDoor]
    tools: List[AgentToolDescription]
    prompts: List[AgentPromptDescription]
    mcp_protocol_versions: List[str]
    """Newest first."""
    documentation_url: str
    limitations_disclosure: str
    """What the indicators are not. Show it wherever a score is shown."""
