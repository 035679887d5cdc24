"""The calculation, in integers only. Its steps are those of the section on exact arithmetic in the published framework.

It was written from that text, without looking at the engine, so that it can check published results independently.
"""

from typing import Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

from .framework import (
    HUNDRED_POINTS,
    Band,
    ComparesConfidence,
    ComparesNumber,
    Condition,
    Criterion,
    Framework,
    HardRule,
    IsOneOf,
    NumberInput,
    OptionInput,
)
from .run_input import Evidence, Run


class ScoredCriterion(NamedTuple):
    """A criterion that applies. Points in hundredths, weight, shortfall and contribution in basis points."""

    criterion: Criterion
    evidence: Optional[Evidence]
    status: str
    raw: int
    freshness: int
    points: int
    weight: int
    shortfall: int

    @property
    def contribution(self) -> int:
        return self.weight - self.shortfall


class FiredRule(NamedTuple):
    rule: HardRule
    cap: int


class Calculation(NamedTuple):
    framework: Framework
    run: Run
    criteria: Tuple[ScoredCriterion, ...]
    uncapped: int
    final: int
    confidence: int
    coverage: int
    fired: Tuple[FiredRule, ...]
    band: Band
    next_band: Optional[Band]
    module_scores: Dict[str, int]


class NotScored(NamedTuple):
    """A gate is missing or lapsed, so there is no score."""

    reason: str


def calculate(run: Run, framework: Framework) -> Union[Calculation, NotScored]:
    """Steps 2 to 13 of the order of operations."""
    lapsed = _first_lapsed_gate(run, framework)
    if lapsed is not None:
        return NotScored("GATE_" + lapsed.upper())
    applying = framework.criteria_for(run.planner_type, run.flags)
    weights = effective_weights(applying, framework)
    measured = [_measure(criterion, run.inputs.get(criterion.id), weights[criterion.id]) for criterion in applying]
    uncapped = sum(each.weight * each.points for each in measured) // HUNDRED_POINTS
    confidence = _confidence(measured, framework)
    coverage = sum(each.weight for each in measured if each.freshness > 0) // 100
    fired = _fired_rules(framework, run, measured, confidence)
    final = min([uncapped, *(each.cap for each in fired)])
    band_index = next(index for index, band in enumerate(framework.bands) if band.lower_bound <= final)
    return Calculation(
        framework=framework,
        run=run,
        criteria=_with_shortfalls(measured, uncapped),
        uncapped=uncapped,
        final=final,
        confidence=confidence,
        coverage=coverage,
        fired=fired,
        band=framework.bands[band_index],
        next_band=framework.bands[band_index - 1] if band_index > 0 else None,
        module_scores={module.id: _module_score(measured, module.id) for module in framework.modules},
    )


def largest_remainder(total: int, numerators: Sequence[int], denominator: int) -> List[int]:
    """Shares that add up to the total: rounded down, with the rest given to the largest remainders."""
    shares = [numerator // denominator for numerator in numerators]
    by_remainder = sorted(range(len(shares)), key=lambda index: (-(numerators[index] % denominator), index))
    for index in by_remainder[: total - sum(shares)]:
        shares[index] += 1
    return shares


def effective_weights(applying: Sequence[Criterion], framework: Framework) -> Dict[str, int]:
    """Weights in basis points. The weight of criteria that do not apply goes to the others of their module."""
    weights: Dict[str, int] = {}
    for module in framework.modules:
        own = [each for each in applying if each.module_id == module.id]
        total = 100 * module.weight
        shares = largest_remainder(total, [total * each.weight for each in own], sum(each.weight for each in own))
        weights.update(zip((each.id for each in own), shares))
    return weights


def raw_points(criterion: Criterion, value: Union[str, int]) -> int:
    """Points before ageing, in hundredths."""
    if isinstance(criterion.input, OptionInput):
        return criterion.input.points[str(value)]
    return _interpolated(criterion.input, int(value))


def _interpolated(number: NumberInput, x: int) -> int:
    breakpoints = number.breakpoints
    if x <= breakpoints[0][0]:
        return breakpoints[0][1]
    if x >= breakpoints[-1][0]:
        return breakpoints[-1][1]
    upper = next(index for index, (bound, _) in enumerate(breakpoints) if x < bound)
    (x0, p0), (x1, p1) = breakpoints[upper - 1], breakpoints[upper]
    return (p0 * (x1 - x) + p1 * (x - x0)) // (x1 - x0)


def freshness_of(age_days: int, max_age_days: int) -> int:
    """In basis points: full up to the age limit, none from twice the limit on, linear in between."""
    if age_days <= max_age_days:
        return 10_000
    if age_days >= 2 * max_age_days:
        return 0
    return 10_000 * (2 * max_age_days - age_days) // max_age_days


def _status(freshness: int, age_days: int, max_age_days: int) -> str:
    if age_days <= max_age_days:
        return "scored"
    return "stale" if age_days < 2 * max_age_days else "expired"


def _measure(criterion: Criterion, evidence: Optional[Evidence], weight: int) -> ScoredCriterion:
    if evidence is None:
        return ScoredCriterion(criterion, None, "missing", 0, 0, 0, weight, 0)
    raw = raw_points(criterion, evidence.value)
    freshness = freshness_of(evidence.age_days, criterion.max_age_days)
    status = _status(freshness, evidence.age_days, criterion.max_age_days)
    return ScoredCriterion(criterion, evidence, status, raw, freshness, raw * freshness // 10_000, weight, 0)


def _with_shortfalls(measured: Sequence[ScoredCriterion], uncapped: int) -> Tuple[ScoredCriterion, ...]:
    shortfalls = largest_remainder(
        HUNDRED_POINTS - uncapped,
        [each.weight * (HUNDRED_POINTS - each.points) for each in measured],
        HUNDRED_POINTS,
    )
    return tuple(each._replace(shortfall=shortfall) for each, shortfall in zip(measured, shortfalls))


def _confidence(measured: Sequence[ScoredCriterion], framework: Framework) -> int:
    total = 0
    for each in measured:
        if each.evidence is not None:
            total += each.weight * framework.grade_percents[each.evidence.grade] * each.freshness
    return total // 100_000_000


def _module_score(measured: Sequence[ScoredCriterion], module_id: str) -> int:
    own = [each for each in measured if each.criterion.module_id == module_id]
    return sum(each.weight * each.points for each in own) // sum(each.weight for each in own)


def _first_lapsed_gate(run: Run, framework: Framework) -> Optional[str]:
    """The framework's gates come first, then the applying criteria that are gates, each in their order."""
    for gate in framework.gates:
        if not _is_live(run.gates.get(gate.id), gate.max_age_days):
            return gate.id
    for criterion in framework.criteria_for(run.planner_type, run.flags):
        if criterion.is_gate and not _is_live(run.inputs.get(criterion.id), criterion.max_age_days):
            return criterion.id
    return None


def _is_live(evidence: Optional[Evidence], max_age_days: int) -> bool:
    return evidence is not None and evidence.age_days < 2 * max_age_days


def _fired_rules(
    framework: Framework, run: Run, measured: Sequence[ScoredCriterion], confidence: int
) -> Tuple[FiredRule, ...]:
    """Rules use the last known value, however old, of gates and of criteria that apply."""
    known = {gate_id: evidence.value for gate_id, evidence in run.gates.items()}
    known.update((each.criterion.id, each.evidence.value) for each in measured if each.evidence is not None)
    without_evidence = {each.criterion.id for each in measured if each.status in ("missing", "expired")}
    fired: List[FiredRule] = []
    for rule in framework.hard_rules:
        caps = [tier.cap for tier in rule.tiers if _holds(tier.condition, known, without_evidence, confidence)]
        if caps:
            fired.append(FiredRule(rule, min(caps)))
    return tuple(fired)


def _holds(
    condition: Condition, known: Dict[str, Union[str, int]], without_evidence: "set[str]", confidence: int
) -> bool:
    if isinstance(condition, ComparesConfidence):
        return _compares(confidence, condition.relation, condition.bound)
    if isinstance(condition, ComparesNumber):
        value = known.get(condition.input_id)
        return value is not None and _compares(int(value), condition.relation, condition.bound)
    if isinstance(condition, IsOneOf):
        return known.get(condition.input_id) in condition.options
    return any(criterion_id in without_evidence for criterion_id in condition.criterion_ids)


def _compares(value: int, relation: str, bound: int) -> bool:
    if relation == "lt":
        return value < bound
    if relation == "le":
        return value <= bound
    if relation == "gt":
        return value > bound
    return value >= bound
