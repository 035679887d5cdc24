"""Reads a framework file, and rejects one that cannot be used or that violates a published property.

The published text describes the kinds of such problems. The exact list was determined by trying what ``rf methodology
validate`` rejects. The file is checked in order, and only the first problem is reported.
"""

import re
from typing import Dict, List, Sequence, Tuple, Union

from .calendar_days import day_number
from .decimals import decimal_text
from .framework import (
    HUNDRED_POINTS,
    PLANNER_TYPES,
    UNNAMED,
    Band,
    Criterion,
    Framework,
    Gate,
    Module,
    NumberInput,
    OptionInput,
)
from .framework_place import FrameworkError, Place, distinct
from .hard_rule_reader import RuleInputs, read_hard_rules
from .json_reader import Json

_VERSION = re.compile(r"(?:0|[1-9][0-9]{0,3})\.(?:0|[1-9][0-9]{0,3})")
_BAND_NAME = re.compile(r"[A-Z][A-Z_]*")
_GRADE = re.compile(r"[A-Z]")
_MOST_DECIMALS = 6
_LONGEST_AGE_LIMIT = 3650

_RESERVED_CRITERION_IDS = ("confidence", "other")


def read_framework(value: Json) -> Framework:
    """A framework from its parsed file. Raises FrameworkError."""
    root = Place(value, "").with_members(
        "methodology_version effective_from modules criteria gates flags grades bands hard_rules listed_factors "
        "floor_factor_min_points",
        optional="framework_name",
    )
    name = root["framework_name"].printable() if "framework_name" in root else UNNAMED
    version = root["methodology_version"].matching(_VERSION, 'must have the form "major.minor", such as "1.0"')
    _require_date(root["effective_from"])
    modules = _modules(root["modules"])
    flags = tuple(distinct(root["flags"].entries(0), Place.id))
    criteria = _criteria(root["criteria"], modules, flags)
    _require_whole_modules(root["modules"], modules, criteria)
    gates = _gates(root["gates"], {each.id for each in criteria})
    floor = root["floor_factor_min_points"]
    floor_factor_min_points = floor.points()
    if floor_factor_min_points == 0:
        floor.refuse("must be above 0.00, because a criterion without points cannot support a score")
    return Framework(
        name=name,
        version=version,
        modules=modules,
        criteria=criteria,
        gates=gates,
        flags=flags,
        grade_percents=_grades(root["grades"]),
        bands=_bands(root["bands"]),
        hard_rules=read_hard_rules(root["hard_rules"], RuleInputs(root["criteria"].value, criteria, gates)),
        listed_factors=root["listed_factors"].whole_number(1, 100),
        floor_factor_min_points=floor_factor_min_points,
    )


def _require_date(place: Place) -> None:
    if not isinstance(place.value, str) or day_number(place.value) is None:
        place.refuse("must be a calendar date in the form YYYY-MM-DD")


def _modules(place: Place) -> Tuple[Module, ...]:
    entries = [entry.with_members("id label weight") for entry in place.entries(1)]
    distinct([entry["id"] for entry in entries], Place.id)
    modules = tuple(
        Module(entry["id"].id(), entry["label"].printable(), entry["weight"].whole_number(1, 100)) for entry in entries
    )
    total = sum(module.weight for module in modules)
    if total != 100:
        place.refuse(f"module weights add up to {total}, not to 100")
    return modules


def _criteria(place: Place, modules: Sequence[Module], flags: Sequence[str]) -> Tuple[Criterion, ...]:
    module_ids = [module.id for module in modules]
    criteria: List[Criterion] = []
    taken: List[str] = list(_RESERVED_CRITERION_IDS)
    for entry in place.entries(1):
        criterion = _criterion(entry, module_ids, flags)
        if criterion.id in taken:
            entry["id"].refuse(f'is used more than once: "{criterion.id}"')
        taken.append(criterion.id)
        if criteria and module_ids.index(criterion.module_id) < module_ids.index(criteria[-1].module_id):
            entry["module"].refuse("criteria must be in the order of their modules")
        criteria.append(criterion)
    return tuple(criteria)


def _criterion(entry: Place, module_ids: Sequence[str], flags: Sequence[str]) -> Criterion:
    entry.with_members(
        "module id label planner_types requires_flag input unit direction weight max_age_days evidence measure",
        optional="option_definitions gate",
    )
    for document in entry["evidence"].entries(1):
        document.printable()
    entry["measure"].printable()
    planner_types = entry["planner_types"].entries(1)
    requires_flag = entry["requires_flag"]
    criterion_input = _input(entry)
    if "gate" in entry and entry["gate"].value is not True:
        entry["gate"].refuse("must be true or absent")
    is_gate = "gate" in entry
    if is_gate and isinstance(criterion_input, NumberInput):
        entry["gate"].refuse("only an input with options can be a gate")
    return Criterion(
        id=entry["id"].id(),
        module_id=entry["module"].one_of(module_ids, "is not a known module"),
        label=entry["label"].printable(),
        planner_types=frozenset(
            distinct(planner_types, lambda each: each.one_of(PLANNER_TYPES, "is not a known planner type"))
        ),
        requires_flag=None
        if requires_flag.value is None
        else requires_flag.one_of(flags, "is not a known structure flag"),
        input=criterion_input,
        unit=entry["unit"].value,
        weight=entry["weight"].whole_number(1, 100),
        max_age_days=entry["max_age_days"].whole_number(1, _LONGEST_AGE_LIMIT),
        is_gate=is_gate,
    )


def _input(entry: Place) -> Union[NumberInput, OptionInput]:
    place = entry["input"].object()
    if "type" not in place:
        place.refuse('lacks the member "type"')
    direction = entry["direction"]
    if direction.value not in ("higher", "lower"):
        direction.refuse('must be "higher" or "lower", whichever is safer')
    if place["type"].value == "number":
        if "option_definitions" in entry:
            entry["option_definitions"].refuse("must be absent, because a number has no options")
        entry["unit"].printable()
        return _number_input(place, direction.value)
    if place["type"].value != "enum":
        place["type"].refuse('must be "number" or "enum"')
    if entry["unit"].value != "":
        entry["unit"].refuse("must be empty: options have no unit")
    if direction.value != "higher":
        direction.refuse('must be "higher", because options are listed worst first')
    option_input = _option_input(place)
    _require_definitions(entry, list(option_input.points))
    return option_input


def _number_input(place: Place, direction: str) -> NumberInput:
    place.with_members("type scale breakpoints")
    decimals = place["scale"].whole_number(0, _MOST_DECIMALS)
    breakpoints: List[Tuple[int, int]] = []
    for entry in place["breakpoints"].entries(2):
        value, points = entry.pair()
        breakpoint_ = (value.decimal(decimals), points.points())
        if breakpoints:
            before = breakpoints[-1]
            if breakpoint_[0] <= before[0]:
                value.refuse(f"inputs must increase: {value.value} follows {decimal_text(before[0], decimals)}")
            rises = breakpoint_[1] - before[1]
            if rises != 0 and (rises > 0) != (direction == "higher"):
                points.refuse(
                    f"points run against the direction: {points.value} follows {decimal_text(before[1])}, "
                    f"but {direction} is safer"
                )
        breakpoints.append(breakpoint_)
    if max(points for _, points in breakpoints) != HUNDRED_POINTS:
        place["breakpoints"].refuse("the best input must earn 100.00 points")
    return NumberInput(decimals, tuple(breakpoints))


def _option_input(place: Place) -> OptionInput:
    place.with_members("type options")
    pairs = [entry.pair() for entry in place["options"].entries(2)]
    names = distinct([name for name, _ in pairs], Place.id)
    points = [each.points() for _, each in pairs]
    for index in range(1, len(points)):
        if points[index] < points[index - 1]:
            pairs[index][1].refuse("options are listed worst first, so points must not decrease")
    if points[-1] != HUNDRED_POINTS:
        place["options"].refuse("the best option must earn 100.00 points")
    return OptionInput(dict(zip(names, points)))


def _require_definitions(entry: Place, options: Sequence[str]) -> None:
    if "option_definitions" not in entry:
        raise FrameworkError(entry.pointer + "/option_definitions", "must be an object")
    definitions = entry["option_definitions"].object()
    for option in options:
        if option not in definitions:
            definitions.refuse(f'lacks the member "{option}"')
        definitions[option].printable()
    definitions.with_members(" ".join(options))


def _require_whole_modules(place: Place, modules: Sequence[Module], criteria: Sequence[Criterion]) -> None:
    for index, module in enumerate(modules):
        own = [each for each in criteria if each.module_id == module.id]
        total = sum(each.weight for each in own)
        if total != 100:
            place[index].refuse(f"the weights of the criteria of {module.id} add up to {total}, not to 100")
        for planner_type in PLANNER_TYPES:
            if not any(each.requires_flag is None and planner_type in each.planner_types for each in own):
                place[index].refuse(
                    f"{module.id} could be empty: it needs a criterion without a flag for {planner_type}"
                )


def _gates(place: Place, criterion_ids: "set[str]") -> Tuple[Gate, ...]:
    entries = [entry.with_members("id options max_age_days option_definitions") for entry in place.entries(0)]
    ids = distinct([entry["id"] for entry in entries], Place.id, taken=["confidence", *criterion_ids])
    gates: List[Gate] = []
    for gate_id, entry in zip(ids, entries):
        options = distinct(entry["options"].entries(2), Place.id)
        _require_definitions(entry, options)
        gates.append(Gate(gate_id, tuple(options), entry["max_age_days"].whole_number(1, _LONGEST_AGE_LIMIT)))
    return tuple(gates)


def _grades(place: Place) -> Dict[str, int]:
    if not place.object().value:
        place.refuse("must have at least one grade")
    percents: Dict[str, int] = {}
    best_so_far = 100
    for letter in sorted(place.value):
        if _GRADE.fullmatch(letter) is None:
            place[letter].refuse("must be one capital letter")
        percents[letter] = place[letter].whole_number(1, 100)
        if percents[letter] > best_so_far:
            place[letter].refuse("a later letter must not earn more than an earlier one")
        best_so_far = percents[letter]
    return percents


def _bands(place: Place) -> Tuple[Band, ...]:
    pairs = [entry.pair() for entry in place.entries(1)]
    names = distinct(
        [name for name, _ in pairs], lambda each: each.matching(_BAND_NAME, "must be a name in capital letters")
    )
    bands: List[Band] = []
    for name, (_, bound) in zip(names, pairs):
        band = Band(name, bound.points())
        if bands and band.lower_bound >= bands[-1].lower_bound:
            bound.refuse("lower bounds must decrease from band to band")
        bands.append(band)
    if bands[-1].lower_bound != 0:
        pairs[-1][1].refuse("the last band must begin at 0.00")
    return tuple(bands)
