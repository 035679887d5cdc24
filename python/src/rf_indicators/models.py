"""What the service answers, as typed objects over the JSON that came.

Attributes have the names of the wire. ``raw`` is the JSON itself, with members that this version does not know: the
service may add some at any time. A name that Python reserves takes an underscore: ``changes.from_``.
"""

from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Dict,
    FrozenSet,
    Generic,
    Iterator,
    List,
    Mapping,
    Optional,
    Type,
    TypeVar,
)


class Model:
    """A JSON object with its members as attributes. Two are equal if their JSON is."""

    __slots__ = ("raw",)

    raw: Dict[str, Any]

    _nested: ClassVar[Mapping[str, Type["Model"]]] = {}
    _may_be_absent: ClassVar[FrozenSet[str]] = frozenset()

    def __init__(self, raw: Dict[str, Any]) -> None:
        self.raw = raw

    if not TYPE_CHECKING:  # so that type checkers know the declared members, and no others

        def __getattr__(self, name: str) -> Any:
            if name.startswith("__") or name == "raw":
                raise AttributeError(name)
            member = name[:-1] if name.endswith("_") else name
            if member in self.raw:
                return _wrapped(self.raw[member], self._nested.get(member))
            if member in self._may_be_absent:
                return None
            raise AttributeError(f"The answer has no member {member!r}.")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and isinstance(other, Model) and other.raw == self.raw

    def __hash__(self) -> int:
        raise TypeError(f"A {type(self).__name__} holds JSON, which has no hash.")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.raw!r})"


def _wrapped(value: Any, model: Optional[Type[Model]]) -> Any:
    if model is None:
        return value
    if isinstance(value, dict):
        return model(value)
    if isinstance(value, list):
        return [model(each) if isinstance(each, dict) else each for each in value]
    return value


Row = TypeVar("Row", bound=Model)


class Page(Model, Generic[Row]):
    """One page of a list. Iterating gives its rows; ``next_cursor`` is None on the last page."""

    __slots__ = ()
    _may_be_absent = frozenset({"next_cursor"})

    data: List[Row]
    next_cursor: Optional[str]
    limitations_disclosure: str

    def __iter__(self) -> Iterator[Row]:
        return iter(self.data)

    def __len__(self) -> int:
        return len(self.raw["data"])


class Factor(Model):
    __slots__ = ()

    criterion_id: str
    criterion_label: str
    point_impact: float
    detail: str


class HardCap(Model):
    __slots__ = ()

    rule_id: str
    name: str
    cap: float
    binding: bool
    blocks_next_band: bool
    point_impact: float
    detail: str


class DecisionObject(Model):
    """What pulls a score down, what anchors it, and what stands before the next band (None in the best one)."""

    __slots__ = ()
    _nested = {"ceiling_factors": Factor, "floor_factors": Factor, "hard_caps_fired": HardCap}
    _may_be_absent = frozenset({"next_band"})

    summary: str
    ceiling_factors: List[Factor]
    floor_factors: List[Factor]
    hard_caps_fired: List[HardCap]
    points_to_next_band: float
    next_band: Optional[str]
    in_lowest_risk_band: bool


class PublicScore(Model):
    __slots__ = ()

    id: str
    name: str
    planner_type: str
    provider_subtype: str
    yield_min: float
    yield_max: float
    final_score: float
    risk_band: str
    scored_at: str


class PublicScores(Page[PublicScore]):
    """The public list is always whole: it has no pages."""

    __slots__ = ()
    _nested = {"data": PublicScore}

    cached: bool


class ScoreRow(PublicScore):
    __slots__ = ()
    _nested = {"rf_decision_object": DecisionObject}
    _may_be_absent = frozenset({"rf_decision_object"})

    slug: str
    confidence: float
    framework_version: str
    score_verified_at: str
    verification_id: str
    stale: bool
    stale_reason: Optional[str]
    corrected_by: Optional[str]
    rf_decision_object: Optional[DecisionObject]


class ScoreList(Page[ScoreRow]):
    __slots__ = ()
    _nested = {"data": ScoreRow}
    _may_be_absent = frozenset({"as_of", "next_cursor"})

    cached: bool
    as_of: Optional[str]


class ModuleScore(Model):
    __slots__ = ()

    id: str
    label: str
    weight: float
    score: float


class CriterionInput(Model):
    __slots__ = ()

    value: str
    unit: str
    evidence_date: str
    source_grade: str
    evidence_url: Optional[str]


class CriterionScore(Model):
    __slots__ = ()
    _nested = {"input": CriterionInput}

    criterion_id: str
    criterion_label: str
    module_id: str
    module_label: str
    score: float
    weight: float
    contribution: float
    point_impact: float
    confidence: float
    status: str
    input: Optional[CriterionInput]
    reason: str


class PreviousScore(Model):
    __slots__ = ()

    final_score: float
    risk_band: str
    verification_id: str


class ScoreSnapshot(Model):
    __slots__ = ()
    _nested = {
        "modules": ModuleScore,
        "criterion_scores": CriterionScore,
        "rf_decision_object": DecisionObject,
        "previous": PreviousScore,
    }
    _may_be_absent = frozenset({"as_of"})

    provider_id: str
    name: str
    planner_type: str
    provider_subtype: str
    yield_min: float
    yield_max: float
    final_score: float
    risk_band: str
    scored_at: str
    slug: str
    confidence: float
    framework_version: str
    score_verified_at: str
    verification_id: str
    stale: bool
    stale_reason: Optional[str]
    corrected_by: Optional[str]
    uncapped_score: float
    coverage: float
    modules: List[ModuleScore]
    criterion_scores: List[CriterionScore]
    rf_decision_object: DecisionObject
    score_commentary: str
    previous: Optional[PreviousScore]
    verify_url: str
    methodology_url: str
    limitations_disclosure: str
    as_of: Optional[str]


class HistoryEntry(Model):
    __slots__ = ()

    verification_id: str
    final_score: float
    risk_band: str
    scored_at: str
    published_at: str
    framework_version: str
    supersedes: Optional[str]
    corrects: Optional[str]
    corrected_by: Optional[str]
    state: str


class ScoreHistory(Page[HistoryEntry]):
    __slots__ = ()
    _nested = {"data": HistoryEntry}

    provider_id: str


class ChangeEnd(Model):
    __slots__ = ()

    verification_id: str
    final_score: float
    risk_band: str
    scored_at: str


class ChangePart(Model):
    __slots__ = ()

    kind: str
    criterion_id: Optional[str]
    criterion_label: Optional[str]
    module_id: Optional[str]
    module_label: Optional[str]
    before: Optional[str]
    after: Optional[str]
    points: float


class ScoreChanges(Model):
    """Why a score moved: the points of ``parts`` add up to ``delta`` exactly."""

    __slots__ = ()
    _nested = {"from": ChangeEnd, "to": ChangeEnd, "parts": ChangePart}
    _may_be_absent = frozenset({"by_kind"})

    provider_id: str
    from_: Optional[ChangeEnd]
    to: Optional[ChangeEnd]
    delta: Optional[float]
    parts: List[ChangePart]
    by_kind: Optional[Dict[str, float]]
    limitations_disclosure: str


class MethodologyCriterion(Model):
    __slots__ = ()

    id: str
    label: str
    weight: float
    planner_types: List[str]
    requires_flag: Optional[str]
    input: Dict[str, Any]
    unit: str
    direction: str
    max_age_days: int
    evidence: List[str]
    measure: str
    gate: bool


class MethodologyModule(Model):
    __slots__ = ()
    _nested = {"criteria": MethodologyCriterion}

    id: str
    label: str
    weight: float
    criteria: List[MethodologyCriterion]


class MethodologyRule(Model):
    __slots__ = ()

    id: str
    name: str
    tiers: List[Dict[str, Any]]


class MethodologyVersion(Model):
    __slots__ = ()

    version: str
    framework_version: str
    digest: str
    status: str
    effective_from: str
    effective_until: Optional[str]
    notes: Optional[str]


class Methodology(Model):
    __slots__ = ()
    _nested = {"modules": MethodologyModule, "hard_rules": MethodologyRule, "versions": MethodologyVersion}

    framework_name: str
    framework_version: str
    version: str
    effective_from: str
    digest: str
    sign_off: Dict[str, Any]
    modules: List[MethodologyModule]
    gates: List[Dict[str, Any]]
    flags: List[str]
    hard_rules: List[MethodologyRule]
    thresholds: Dict[str, Any]
    rounding: Dict[str, Any]
    versions: List[MethodologyVersion]
    limitations_disclosure: str


class Computation(Model):
    """A computation answer, as it is: give its ``raw`` to ``rf_indicators.replay.replay`` or save it as a file."""

    __slots__ = ()

    data: Dict[str, Any]
    limitations_disclosure: str


class Issuance(Model):
    __slots__ = ()

    id: str
    issuer_name: str
    provider_id: Optional[str]
    final_score: Optional[float]
    risk_band: Optional[str]
    name: str
    ticker: Optional[str]
    type: str
    status: str
    currency: str
    amount: Optional[float]
    coupon_rate: Optional[float]
    price: Optional[float]
    announced_on: str
    pricing_on: Optional[str]
    settles_on: Optional[str]
    source_url: Optional[str]
    updated_at: str


class IssuanceList(Page[Issuance]):
    __slots__ = ()
    _nested = {"data": Issuance}


class UsageRow(Model):
    __slots__ = ()

    key_id: str
    key_name: str
    key_prefix: str
    tier: str
    hour: str
    operation: str
    accepted: int
    refused: int


class Usage(Page[UsageRow]):
    __slots__ = ()
    _nested = {"data": UsageRow}

    workspace: Dict[str, Any]
    window: Dict[str, Any]
    from_: str
    to: str
    totals: Dict[str, int]


class Status(Model):
    __slots__ = ()

    status: str
    uptime: Dict[str, Any]
    freshness: Dict[str, Any]
    framework_version: str
    components: List[Dict[str, Any]]
    incidents: List[Dict[str, Any]]
    time: str


class ChangelogEntry(Model):
    __slots__ = ()

    id: str
    provider_id: str
    provider_name: str
    planner_type: str
    kind: str
    previous_score: Optional[float]
    new_score: Optional[float]
    delta: Optional[float]
    previous_band: Optional[str]
    new_band: Optional[str]
    reason: str
    framework_version: str
    verification_id: str
    changed_at: str


class Changelog(Page[ChangelogEntry]):
    __slots__ = ()
    _nested = {"data": ChangelogEntry}


class ScoreRequestReceipt(Model):
    __slots__ = ()

    request_id: str
    status: str
    received_at: str


class Verification(Model):
    """The public statement about an indicator, with its signature, its place in the log and what followed it."""

    __slots__ = ()

    verification_id: str
    state: str
    published_at: str
    statement: Dict[str, Any]
    signature: Dict[str, Any]
    log: Dict[str, Any]
    followed_by: Dict[str, Any]
    verify_url: str
    limitations_disclosure: str


class SigningKey(Model):
    __slots__ = ()
    _may_be_absent = frozenset({"rotation_log_index"})

    key_id: str
    algorithm: str
    public_key: str
    valid_from: str
    valid_until: Optional[str]
    rotation_log_index: Optional[int]


class SigningKeys(Page[SigningKey]):
    __slots__ = ()
    _nested = {"data": SigningKey}


class ToolResult(Model):
    __slots__ = ()

    tool_name: str
    result: Any


class WebhookEvent(Model):
    """An event whose signature was right. ``id`` is the same for all tries, so it tells repetitions."""

    __slots__ = ()

    id: str
    type: str
    created_at: str
    api_version: str
    workspace_id: str
    data: Dict[str, Any]
