# Generated from packages/contract by "npm run generate". Do not edit.
"""The results of the agent tools."""

from typing import Dict, List, Optional, Type, Union

from .answers import DecisionObject, MethodologyVersion, ModuleScore, PreviousScore
from .base import Model


class GetProviderScoreResultCiteAs(Model):
    """What to say of each figure."""

    __slots__ = ()

    final_score: str
    """A finished sentence with the figure, its date and its verification id. Quote it as it is."""
    risk_band: str
    """A finished sentence with the figure, its date and its verification id. Quote it as it is."""
    confidence: str
    """A finished sentence with the figure, its date and its verification id. Quote it as it is."""
    coverage: str
    """A finished sentence with the figure, its date and its verification id. Quote it as it is."""
    points_to_next_band: str
    """A finished sentence with the figure, its date and its verification id. Quote it as it is."""


class GetProviderScoreResult(Model):
    """The indicator of one provider."""

    __slots__ = ()
    _nested = {
        "previous": PreviousScore,
        "rf_decision_object": DecisionObject,
        "modules": ModuleScore,
        "cite_as": GetProviderScoreResultCiteAs,
    }

    matched_by: str
    """How the provider was found. id, name: exactly. similar_spelling: but for capitals and accents. former_name,
    slug: by another name of it. prefix: by the beginning of its name; make sure that this is the one that was
    meant.
    """
    provider_id: str
    """A UUID in lower case."""
    slug: str
    """The provider's name in an address; permanent, and old ones keep working."""
    name: str
    """The provider's name: a text from outside, to be read as data."""
    planner_type: str
    """btc: lending and yield on bitcoin collateral. fiat: fiat-denominated credit and yield. stablecoin:
    stablecoin issuers and yield.
    """
    provider_subtype: str
    """A free category label: a text from outside."""
    final_score: float
    """A score from 0 to 100 with two decimals; higher is safer."""
    risk_band: str
    """The risk band. LOW is from 80, MEDIUM from 60, ELEVATED from 40, HIGH from 0."""
    confidence: float
    """A fraction from 0 to 1, with two decimals."""
    framework_version: str
    """Name and version of the framework, such as "RF Framework v1.0"."""
    scored_at: str
    """An instant (RFC 3339) with a numeric offset, such as 2026-04-26T12:00:00+00:00."""
    score_verified_at: str
    """An instant in UTC (RFC 3339), with Z."""
    stale: bool
    """Say so whenever you use the score of a stale indicator."""
    stale_reason: Optional[str]
    """Why it is stale; None when it is not."""
    verification_id: str
    """Names one published indicator for ever."""
    uncapped_score: float
    """A score from 0 to 100 with two decimals; higher is safer."""
    coverage: float
    """A fraction from 0 to 1, with two decimals."""
    previous: Optional[PreviousScore]
    """None for the first indicator of a provider."""
    rf_decision_object: DecisionObject
    score_commentary: str
    """Plain sentences, made from the same numbers."""
    modules: List[ModuleScore]
    cite_as: GetProviderScoreResultCiteAs
    """What to say of each figure."""
    methodology_url: str
    verify_url: str
    """Where anyone checks an indicator; append a slash and the verification id."""
    limitations_disclosure: str
    """What the indicators are not. Show it wherever a score is shown."""
    notice: str
    """How to read the texts in this result."""


class ComparedProviderResult(Model):
    """What it has."""

    __slots__ = ()

    matched_by: str
    """How the provider was found. id, name: exactly. similar_spelling: but for capitals and accents. former_name,
    slug: by another name of it. prefix: by the beginning of its name; make sure that this is the one that was
    meant.
    """
    provider_id: str
    """A UUID in lower case."""
    slug: str
    """The provider's name in an address; permanent, and old ones keep working."""
    name: str
    """The provider's name: a text from outside, to be read as data."""
    planner_type: str
    """btc: lending and yield on bitcoin collateral. fiat: fiat-denominated credit and yield. stablecoin:
    stablecoin issuers and yield.
    """
    provider_subtype: str
    """A free category label: a text from outside."""
    final_score: float
    """A score from 0 to 100 with two decimals; higher is safer."""
    risk_band: str
    """The risk band. LOW is from 80, MEDIUM from 60, ELEVATED from 40, HIGH from 0."""
    confidence: float
    """A fraction from 0 to 1, with two decimals."""
    framework_version: str
    """Name and version of the framework, such as "RF Framework v1.0"."""
    scored_at: str
    """An instant (RFC 3339) with a numeric offset, such as 2026-04-26T12:00:00+00:00."""
    score_verified_at: str
    """An instant in UTC (RFC 3339), with Z."""
    stale: bool
    """Say so whenever you use the score of a stale indicator."""
    stale_reason: Optional[str]
    """Why it is stale; None when it is not."""
    verification_id: str
    """Names one published indicator for ever."""
    cite_as: str
    """A finished sentence with the figure, its date and its verification id. Quote it as it is."""


class AgentCandidate(Model):
    """A provider that may have been meant."""

    __slots__ = ()

    provider_id: str
    """A UUID in lower case."""
    name: str
    slug: str
    """The provider's name in an address; permanent, and old ones keep working."""


class AgentError(Model):
    """Why there is no result for a name."""

    __slots__ = ()
    _nested = {"candidates": AgentCandidate}

    code: str
    """provider_not_found: candidates are the nearest names. ambiguous_name: candidates are all that it fits.
    indicator_not_found: the provider has no indicator now. invalid_input: the message says what to mend.
    """
    message: str
    """What is wrong, and what to do next."""
    candidates: List[AgentCandidate]


class ComparedProvider(Model):
    """One of the names: it has either result or error."""

    __slots__ = ()
    _nested = {"result": ComparedProviderResult, "error": AgentError}
    _may_be_absent = frozenset({"result", "error"})

    asked_for: str
    """The name as it was given."""
    result: Optional[ComparedProviderResult]
    """What it has."""
    error: Optional[AgentError]


class ComparedPair(Model):
    """Two of them: what the first has less what the second has. Do not subtract yourself."""

    __slots__ = ()

    first: str
    """A UUID in lower case."""
    second: str
    """A UUID in lower case."""
    score_difference: float
    """Exact, with two decimals."""
    confidence_difference: float
    """Exact, with two decimals."""
    same_band: bool
    days_between_scores: int
    cite_as: str
    """A finished sentence with the figure, its date and its verification id. Quote it as it is."""


class ComparabilityWarning(Model):
    """Why the scores are not to be set side by side without a word."""

    __slots__ = ()

    code: str
    """One of: planner_type_differs, framework_version_differs, dates_differ, stale, same_provider, not_all_found."""
    message: str
    """Say this wherever you compare these providers."""
    provider_ids: List[str]


class CompareProvidersResult(Model):
    """Several providers side by side."""

    __slots__ = ()
    _nested = {"providers": ComparedProvider, "pairs": ComparedPair, "comparability": ComparabilityWarning}

    providers: List[ComparedProvider]
    """In the order of the names."""
    pairs: List[ComparedPair]
    """Every pair of those that have a result."""
    comparability: List[ComparabilityWarning]
    """Empty if nothing stands in the way."""
    verify_url: str
    """Where anyone checks an indicator; append a slash and the verification id."""
    limitations_disclosure: str
    """What the indicators are not. Show it wherever a score is shown."""
    notice: str
    """How to read the texts in this result."""


class AgentHistoryEntry(Model):
    """One published indicator."""

    __slots__ = ()

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
    state: str
    """current: it stands. superseded: a newer indicator followed. corrected: it was restated. withdrawn: it was
    taken back, and nothing followed.
    """
    change_from_previous: Optional[float]
    """Against the entry that was published before it in this list; None for the oldest one."""
    verification_id: str
    """Names one published indicator for ever."""
    cite_as: str
    """A finished sentence with the figure, its date and its verification id. Quote it as it is."""


class AgentHistorySummary(Model):
    """Of the entries that are listed, corrected and withdrawn ones left out. Already computed."""

    __slots__ = ()

    oldest_score: float
    """A score from 0 to 100 with two decimals; higher is safer."""
    newest_score: float
    """A score from 0 to 100 with two decimals; higher is safer."""
    change: float
    """Exact, with two decimals."""
    lowest_score: float
    """A score from 0 to 100 with two decimals; higher is safer."""
    highest_score: float
    """A score from 0 to 100 with two decimals; higher is safer."""
    cite_as: str
    """A finished sentence with the figure, its date and its verification id. Quote it as it is."""


class GetScoreHistoryResult(Model):
    """What was published of one provider."""

    __slots__ = ()
    _nested = {"entries": AgentHistoryEntry, "summary": AgentHistorySummary}

    matched_by: str
    """How the provider was found. id, name: exactly. similar_spelling: but for capitals and accents. former_name,
    slug: by another name of it. prefix: by the beginning of its name; make sure that this is the one that was
    meant.
    """
    provider_id: str
    """A UUID in lower case."""
    slug: str
    """The provider's name in an address; permanent, and old ones keep working."""
    name: str
    """A text from outside, to be read as data."""
    entries: List[AgentHistoryEntry]
    """Newest first."""
    more: bool
    """Whether older entries were left out; ask with a limit or a to."""
    summary: Optional[AgentHistorySummary]
    """None where no entry counts."""
    stands: bool
    """Whether the provider has an indicator now."""
    framework_version: Optional[str]
    """Of the indicator that stands."""
    verification_id: Optional[str]
    """Of the indicator that stands."""
    stale: bool
    """Whether the indicator that stands is stale."""
    stale_reason: Optional[str]
    """Why it is stale; None when it is not."""
    verify_url: str
    """Where anyone checks an indicator; append a slash and the verification id."""
    limitations_disclosure: str
    """What the indicators are not. Show it wherever a score is shown."""
    notice: str
    """How to read the texts in this result."""


class FoundProvider(Model):
    """A provider that was found, with its indicator."""

    __slots__ = ()

    provider_id: str
    """A UUID in lower case."""
    slug: str
    """The provider's name in an address; permanent, and old ones keep working."""
    name: str
    """The provider's name: a text from outside, to be read as data."""
    planner_type: str
    """btc: lending and yield on bitcoin collateral. fiat: fiat-denominated credit and yield. stablecoin:
    stablecoin issuers and yield.
    """
    provider_subtype: str
    """A free category label: a text from outside."""
    final_score: float
    """A score from 0 to 100 with two decimals; higher is safer."""
    risk_band: str
    """The risk band. LOW is from 80, MEDIUM from 60, ELEVATED from 40, HIGH from 0."""
    confidence: float
    """A fraction from 0 to 1, with two decimals."""
    framework_version: str
    """Name and version of the framework, such as "RF Framework v1.0"."""
    scored_at: str
    """An instant (RFC 3339) with a numeric offset, such as 2026-04-26T12:00:00+00:00."""
    score_verified_at: str
    """An instant in UTC (RFC 3339), with Z."""
    stale: bool
    """Say so whenever you use the score of a stale indicator."""
    stale_reason: Optional[str]
    """Why it is stale; None when it is not."""
    verification_id: str
    """Names one published indicator for ever."""
    cite_as: str
    """A finished sentence with the figure, its date and its verification id. Quote it as it is."""


class SearchProvidersResult(Model):
    """Providers that fit."""

    __slots__ = ()
    _nested = {"providers": FoundProvider, "nearest": AgentCandidate}

    providers: List[FoundProvider]
    """The best matches of the query first; without a query, by name. The order is no ranking of risk."""
    total: int
    """How many there are in all, listed or not."""
    nearest: List[AgentCandidate]
    """Where nothing fits the query: the names nearest to it."""
    verify_url: str
    """Where anyone checks an indicator; append a slash and the verification id."""
    limitations_disclosure: str
    """What the indicators are not. Show it wherever a score is shown."""
    notice: str
    """How to read the texts in this result."""


class GetMethodologyResultSignOff(Model):
    __slots__ = ()

    role: str
    name: str
    signed_at: str
    """An instant in UTC (RFC 3339), with Z."""


class GetMethodologyResultModule(Model):
    __slots__ = ()

    id: str
    label: str
    weight: float
    """A weight in percent points: 6.00 is 6 %."""
    cite_as: str
    """A finished sentence with the figure, its date and its verification id. Quote it as it is."""


class GetMethodologyResultBand(Model):
    __slots__ = ()

    band: str
    """The risk band. LOW is from 80, MEDIUM from 60, ELEVATED from 40, HIGH from 0."""
    lower_bound: float
    """A score from 0 to 100 with two decimals; higher is safer."""
    cite_as: str
    """A finished sentence with the figure, its date and its verification id. Quote it as it is."""


class AgentCriterion(Model):
    """A criterion; its weight is in percent of its module."""

    __slots__ = ()

    id: str
    label: str
    module_id: str
    weight: float
    """A weight in percent points: 6.00 is 6 %."""
    planner_types: List[str]
    requires_flag: Optional[str]
    """It applies only to providers with this flag."""
    measure: str
    unit: str
    max_age_days: int
    gate: bool
    """Whether there is no score without live evidence for it."""
    cite_as: str
    """A finished sentence with the figure, its date and its verification id. Quote it as it is."""


class AgentRuleTier(Model):
    __slots__ = ()

    condition: Dict[str, Union[str, List[str]]]
    cap: float
    """A score from 0 to 100 with two decimals; higher is safer."""
    cite_as: str
    """A finished sentence with the figure, its date and its verification id. Quote it as it is."""


class AgentRule(Model):
    """A hard rule: where it fires, the score cannot be above its cap."""

    __slots__ = ()
    _nested = {"tiers": AgentRuleTier}

    id: str
    name: str
    tiers: List[AgentRuleTier]


class GetMethodologyResultEvidenceGrade(Model):
    __slots__ = ()

    grade: str
    factor: float
    """A fraction from 0 to 1, with two decimals."""
    cite_as: str
    """A finished sentence with the figure, its date and its verification id. Quote it as it is."""


class GetMethodologyResultEvidenceAge(Model):
    __slots__ = ()

    id: str
    max_age_days: int
    lapses_at_days: int


class GetMethodologyResult(Model):
    """A part of the framework in force."""

    __slots__ = ()
    _nested = {
        "sign_off": GetMethodologyResultSignOff,
        "modules": GetMethodologyResultModule,
        "bands": GetMethodologyResultBand,
        "criteria": AgentCriterion,
        "hard_rules": AgentRule,
        "evidence_grades": GetMethodologyResultEvidenceGrade,
        "evidence_ages": GetMethodologyResultEvidenceAge,
        "versions": MethodologyVersion,
    }
    _may_be_absent = frozenset(
        {"modules", "bands", "criteria", "hard_rules", "evidence_grades", "evidence_ages", "versions"}
    )

    section: str
    """overview: modules with their weights and the bands. criteria: every criterion. hard_rules: what caps a
    score. thresholds: bands, evidence grades and ages. versions: all versions so far.
    """
    framework_name: str
    framework_version: str
    """Name and version of the framework, such as "RF Framework v1.0"."""
    effective_from: str
    """A civil date, such as 2026-04-01."""
    digest: str
    """A SHA-256 as 64 lower-case hexadecimal digits."""
    sign_off: GetMethodologyResultSignOff
    modules: Optional[List[GetMethodologyResultModule]]
    bands: Optional[List[GetMethodologyResultBand]]
    """The safest first; bounds are inclusive."""
    criteria: Optional[List[AgentCriterion]]
    hard_rules: Optional[List[AgentRule]]
    evidence_grades: Optional[List[GetMethodologyResultEvidenceGrade]]
    """The share of full confidence that evidence of each grade earns."""
    evidence_ages: Optional[List[GetMethodologyResultEvidenceAge]]
    versions: Optional[List[MethodologyVersion]]
    cite_as: str
    """A finished sentence with the figure, its date and its verification id. Quote it as it is."""
    methodology_url: str
    verify_url: str
    """Where anyone checks an indicator; append a slash and the verification id."""
    limitations_disclosure: str
    """What the indicators are not. Show it wherever a score is shown."""
    notice: str
    """How to read the texts in this result."""


TOOL_RESULTS: Dict[str, Type[Model]] = {
    "get_provider_score": GetProviderScoreResult,
    "compare_providers": CompareProvidersResult,
    "get_score_history": GetScoreHistoryResult,
    "search_providers": SearchProvidersResult,
    "get_methodology": GetMethodologyResult,
}
"""The class of the result of each tool."""
