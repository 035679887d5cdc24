"""Reads the hard rules of a framework file."""

from typing import Dict, FrozenSet, List, Optional, Sequence, Tuple

from .framework import (
    HUNDRED_POINTS,
    ComparesConfidence,
    ComparesNumber,
    Condition,
    Criterion,
    Gate,
    HardRule,
    IsOneOf,
    LacksEvidence,
    NumberInput,
    OptionInput,
    Tier,
)
from .framework_place import Place, distinct
from .json_reader import Json

_RELATIONS = {"higher": ("lt", "le"), "lower": ("gt", "ge")}
"""A rule must test the unsafe side of its input."""


class RuleInputs:
    """What hard rules can test."""

    def __init__(self, criteria_file: Json, criteria: Sequence[Criterion], gates: Sequence[Gate]) -> None:
        self.criteria = {each.id: each for each in criteria}
        self.directions: Dict[str, str] = {each["id"]: each["direction"] for each in criteria_file}
        self.options: Dict[str, Tuple[str, ...]] = {gate.id: gate.options for gate in gates}
        for each in criteria:
            if isinstance(each.input, OptionInput):
                self.options[each.id] = tuple(each.input.points)


def read_hard_rules(place: Place, inputs: RuleInputs) -> Tuple[HardRule, ...]:
    entries = [entry.with_members("id name tiers") for entry in place.entries(0)]
    ids = distinct([entry["id"] for entry in entries], Place.printable)
    rules: List[HardRule] = []
    for rule_id, entry in zip(ids, entries):
        name = entry["name"].id()
        tiers: List[Tier] = []
        for pair in entry["tiers"].entries(1):
            condition, cap = pair.pair()
            tiers.append(Tier(_condition(condition, inputs), cap.points()))
        _require_caps_follow_options(entry["tiers"], tiers, inputs)
        rules.append(HardRule(rule_id, name, tuple(tiers)))
    return tuple(rules)


def _condition(place: Place, inputs: RuleInputs) -> Condition:
    if "any_missing" in place.object():
        return _lacks_evidence(place.with_members("any_missing")["any_missing"], inputs)
    place.with_members("input op value")
    input_id, relation = place["input"].value, place["op"]
    if input_id == "confidence":
        _require_relation(relation, "confidence", "higher")
        return ComparesConfidence(relation.value, place["value"].decimal(2))
    place["input"].one_of([*inputs.criteria, *inputs.options], "is not a known criterion or gate")
    criterion = inputs.criteria.get(input_id)
    if criterion is not None and isinstance(criterion.input, NumberInput):
        _require_relation(relation, input_id, inputs.directions[input_id])
        return ComparesNumber(input_id, relation.value, place["value"].decimal(criterion.input.decimals))
    return IsOneOf(input_id, _options_named(relation, place["value"], input_id, inputs.options[input_id]))


def _lacks_evidence(place: Place, inputs: RuleInputs) -> LacksEvidence:
    ids: List[str] = []
    for entry in place.entries(1):
        criterion_id = entry.one_of(list(inputs.criteria), "is not a known criterion")
        if inputs.criteria[criterion_id].is_gate:
            entry.refuse("must not be a gate, because without a gate there is no score to cap")
        ids.append(criterion_id)
    return LacksEvidence(tuple(ids))


def _require_relation(place: Place, input_id: str, direction: str) -> None:
    if place.value not in ("lt", "le", "gt", "ge"):
        place.refuse("must be lt, le, gt or ge for a number")
    if place.value not in _RELATIONS[direction]:
        place.refuse(f"{input_id} is safer {direction}, so the rule must use {' or '.join(_RELATIONS[direction])}")


def _options_named(relation: Place, value: Place, input_id: str, known: Sequence[str]) -> FrozenSet[str]:
    if relation.value not in ("eq", "in"):
        relation.refuse("must be eq or in for an input with options")
    named = [value] if relation.value == "eq" else value.entries(1)
    return frozenset(each.one_of(known, f"is not a known option of {input_id}") for each in named)


def _require_caps_follow_options(place: Place, tiers: Sequence[Tier], inputs: RuleInputs) -> None:
    """Within a rule, a better option may not be capped lower than a worse one."""
    capped: Dict[str, Dict[str, int]] = {}
    for condition, cap in tiers:
        if isinstance(condition, IsOneOf):
            caps = capped.setdefault(condition.input_id, {})
            for option in condition.options:
                caps[option] = min(cap, caps.get(option, HUNDRED_POINTS))
    for input_id, caps in capped.items():
        lowest: Optional[int] = None
        for option in inputs.options[input_id]:
            cap = caps.get(option, HUNDRED_POINTS)
            if lowest is not None and cap < lowest:
                place.refuse(f"must not cap the better option {option} of {input_id} lower than a worse one")
            lowest = cap
