"""The canonical result: numbers as strings, the decision object, and sentences with fixed wording."""

from typing import Dict, List, Optional, Sequence, Union

from .arithmetic import Calculation, NotScored, ScoredCriterion, calculate
from .decimals import decimal_text
from .framework import HUNDRED_POINTS, Framework, NumberInput
from .json_reader import Json, utf16_prefix
from .run_input import InputError, read_run

_LONGEST_PROVIDER_ID = 128


def score(run: Json, framework: Framework) -> Dict[str, Json]:
    """The result for the inputs of one provider. Its status is SCORED, NOT_SCORED or INVALID."""
    read = read_run(run, framework)
    if isinstance(read, list):
        return _invalid(run, read)
    return result_of(calculate(read, framework))


def result_of(calculation: Union[Calculation, NotScored]) -> Dict[str, Json]:
    if isinstance(calculation, NotScored):
        return {"reason": calculation.reason, "status": "NOT_SCORED"}
    run, framework = calculation.run, calculation.framework
    return {
        "band": calculation.band.name,
        "confidence": decimal_text(calculation.confidence),
        "coverage": decimal_text(calculation.coverage),
        "criteria": [_criterion(each) for each in calculation.criteria],
        "decision": _decision(calculation),
        "final_score": decimal_text(calculation.final),
        "methodology_version": framework.version,
        "modules": [
            {
                "id": module.id,
                "score": decimal_text(calculation.module_scores[module.id]),
                "weight": decimal_text(100 * module.weight),
            }
            for module in framework.modules
        ],
        "planner_type": run.planner_type,
        "provider_id": run.provider_id,
        "scoring_date": run.scoring_date,
        "status": "SCORED",
        "uncapped_score": decimal_text(calculation.uncapped),
    }


def _invalid(run: Json, errors: Sequence[InputError]) -> Dict[str, Json]:
    provider_id = run.get("provider_id") if isinstance(run, dict) else None
    return {
        "errors": [{"code": each.code, "message": each.message, "pointer": each.pointer} for each in errors],
        "provider_id": utf16_prefix(provider_id, _LONGEST_PROVIDER_ID) if isinstance(provider_id, str) else None,
        "status": "INVALID",
    }


def _criterion(scored: ScoredCriterion) -> Dict[str, Json]:
    return {
        "contribution": decimal_text(scored.contribution),
        "id": scored.criterion.id,
        "points": decimal_text(scored.points),
        "shortfall": decimal_text(scored.shortfall),
        "status": scored.status,
        "weight": decimal_text(scored.weight),
    }


def _decision(calculation: Calculation) -> Dict[str, Json]:
    framework = calculation.framework
    costs = {each.criterion.id: -each.shortfall for each in calculation.criteria}
    gains = {each.criterion.id: each.contribution for each in calculation.criteria}
    pulls = _largest(calculation.criteria, costs, framework.listed_factors)
    strong = [each for each in calculation.criteria if each.points >= framework.floor_factor_min_points]
    anchors = _largest(strong, gains, framework.listed_factors)
    caps = _hard_caps(calculation)
    next_band = calculation.next_band
    return {
        "ceiling_factors": _factors(calculation.criteria, pulls, costs),
        "floor_factors": _factors(calculation.criteria, anchors, gains),
        "hard_caps_fired": caps,
        "next_band": next_band.name if next_band else None,
        "points_to_next_band": decimal_text(max(0, next_band.lower_bound - calculation.uncapped))
        if next_band
        else None,
        "summary": _summary(calculation, caps, _named(pulls, costs), _named(anchors, gains)),
    }


def _largest(candidates: Sequence[ScoredCriterion], amounts: Dict[str, int], most: int) -> List[ScoredCriterion]:
    """The largest amounts other than zero; the sort is stable, so ties stay in canonical order."""
    moving = [each for each in candidates if amounts[each.criterion.id] != 0]
    return sorted(moving, key=lambda each: -abs(amounts[each.criterion.id]))[:most]


def _factors(
    criteria: Sequence[ScoredCriterion], listed: Sequence[ScoredCriterion], amounts: Dict[str, int]
) -> List[Json]:
    rows: List[Json] = [
        {
            "criterion_id": each.criterion.id,
            "criterion_label": each.criterion.label,
            "detail": _detail(each),
            "point_impact": decimal_text(amounts[each.criterion.id]),
        }
        for each in listed
    ]
    listed_ids = {each.criterion.id for each in listed}
    others = [amounts[each.criterion.id] for each in criteria if each.criterion.id not in listed_ids]
    moving = [amount for amount in others if amount != 0]
    if moving:
        rows.append(
            {
                "criterion_id": "other",
                "criterion_label": "All other criteria",
                "detail": f"{len(moving)} further criteria.",
                "point_impact": decimal_text(sum(moving)),
            }
        )
    return rows


def _detail(scored: ScoredCriterion) -> str:
    criterion, evidence = scored.criterion, scored.evidence
    weight = f"weight {decimal_text(scored.weight)} percent"
    if evidence is None:
        return f"No evidence on file; scored 0.00 of 100.00, {weight}."
    age, limit = evidence.age_days, criterion.max_age_days
    if scored.status == "expired":
        return f"Evidence is {age} days old and lapsed at {2 * limit}; scored 0.00 of 100.00, {weight}."
    if isinstance(criterion.input, NumberInput):
        value = f"{decimal_text(int(evidence.value), criterion.input.decimals)} {criterion.unit}"
    else:
        value = str(evidence.value)
    raw = decimal_text(scored.raw)
    text = f"{value}: {raw} of 100.00 points, {weight}, evidence grade {evidence.grade}, {age} days old."
    if scored.status == "stale":
        text += f" Older than {limit} days; points reduced to {decimal_text(scored.points)}."
    return text


def _hard_caps(calculation: Calculation) -> List[Dict[str, Json]]:
    effect = calculation.final - calculation.uncapped
    next_band = calculation.next_band
    caps: List[Dict[str, Json]] = []
    for rule, cap in calculation.fired:
        binding = effect < 0 and cap == calculation.final
        first_binding = binding and not any(each["binding"] for each in caps)
        caps.append(
            {
                "binding": binding,
                "blocks_next_band": next_band is not None and cap < next_band.lower_bound,
                "cap": decimal_text(cap),
                "name": rule.name,
                "point_impact": decimal_text(effect if first_binding else 0),
                "rule_id": rule.id,
            }
        )
    return caps


def _named(listed: Sequence[ScoredCriterion], amounts: Dict[str, int]) -> Optional[str]:
    if not listed:
        return None
    criterion = listed[0].criterion
    return f"{criterion.label} ({decimal_text(amounts[criterion.id])})"


def _summary(
    calculation: Calculation, caps: Sequence[Dict[str, Json]], pull: Optional[str], anchor: Optional[str]
) -> str:
    text = (
        f"Risk band {calculation.band.name}: score {decimal_text(calculation.final)} of "
        f"{decimal_text(HUNDRED_POINTS)}, confidence {decimal_text(calculation.confidence)}."
    )
    binding = next((cap for cap in caps if cap["binding"]), None)
    if binding is not None:
        text += (
            f" Hard rule {binding['rule_id']} limits the score to {binding['cap']}; without hard rules it would be "
            f"{decimal_text(calculation.uncapped)}."
        )
    if pull is not None:
        text += f" Largest pull: {pull}."
    if anchor is not None:
        text += f" Strongest anchor: {anchor}."
    return text
