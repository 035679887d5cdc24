"""Reads a framework file, and rejects one that cannot be used or that violates a published property.

The published text describes the kinds of such problems. The exact list was determined by trying what ``rf methodology
validate`` rejects. The file is checked in order, and only the first problem is reported.
"""

import re
from typing import Callable, Dict, FrozenSet, List, NoReturn, Optional, Sequence, Tuple, Union

from .calendar_days import day_number
from .decimals import decimal_text, scaled_integer
from .framework import (
    HUNDRED_POINTS,
    PLANNER_TYPES,
    UNNAMED,
    Band,
    ComparesConfidence,
    ComparesNumber,
    Condition,
    Criterion,
    Framework,
    Gate,
    HardRule,
    IsOneOf,
    LacksEvidence,
    Module,
    NumberInput,
    OptionInput,
    Tier,
)
from .json_reader import Json, pointer_step

_ID = re.compile(r"[a-z][a-z0-9_]{0,63}")
_PRINTABLE_ASCII = re.compile(r"[ -~]+")
_VERSION = re.compile(r"(?:0|[1-9][0-9]{0,3})\.(?:0|[1-9][0-9]{0,3})")
_BAND_NAME = re.compile(r"[A-Z][A-Z_]*")
_GRADE = re.compile(r"[A-Z]")
_MOST_DECIMALS = 6
_LONGEST_AGE_LIMIT = 3650

_RESERVED_CRITERION_IDS = ("confidence", "other")
_RELATIONS = {"higher": ("lt", "le"), "lower": ("gt", "ge")}
"""A rule must test the unsafe side of its input."""


class FrameworkError(ValueError):
    """The framework is not valid. ``pointer`` says where, and ``problem`` says why."""

    def __init__(self, pointer: str, problem: str) -> None:
        super().__init__(f"{pointer}: {problem}")
        self.pointer = pointer
        self.problem = problem


def read_framework(value: Json) -> Framework:
    """A framework from its parsed file. Raises FrameworkError."""
    root = _Place(value, "").with_members(
        "methodology_version effective_from modules criteria gates flags grades bands hard_rules listed_factors "
        "floor_factor_min_points",
        optional="framework_name",
    )
    name = root["framework_name"].printable() if "framework_name" in root else UNNAMED
    version = root["methodology_version"].matching(_VERSION, 'must have the form "major.minor", such as "1.0"')
    _require_date(root["effective_from"])
    modules = _modules(root["modules"])
    flags = tuple(_distinct(root["flags"].entries(0), _Place.id))
    criteria = _criteria(root["criteria"], modules, flags)
    _require_whole_modules(root["modules"], modules, criteria)
    gates = _gates(root["gates"], {each.id for each in criteria})
    floor = root["floor_factor_min_points"]
    floor_factor_min_points = floor.points()
    if floor_factor_min_points == 0:
        floor.refuse("must be above 0.00: a criterion without points anchors nothing")
    return Framework(
        name=name,
        version=version,
        modules=modules,
        criteria=criteria,
        gates=gates,
        flags=flags,
        grade_percents=_grades(root["grades"]),
        bands=_bands(root["bands"]),
        hard_rules=_hard_rules(root["hard_rules"], _RuleInputs(root["criteria"].value, criteria, gates)),
        listed_factors=root["listed_factors"].whole_number(1, 100),
        floor_factor_min_points=floor_factor_min_points,
    )


class _Place:
    """A value of the file and the pointer to it."""

    def __init__(self, value: Json, pointer: str) -> None:
        self.value = value
        self.pointer = pointer

    def refuse(self, problem: str) -> NoReturn:
        raise FrameworkError(self.pointer, problem)

    def __getitem__(self, name: Union[str, int]) -> "_Place":
        return _Place(self.value[name], self.pointer + pointer_step(name))

    def __contains__(self, name: str) -> bool:
        return name in self.value

    def object(self) -> "_Place":
        if not isinstance(self.value, dict):
            self.refuse("must be an object")
        return self

    def with_members(self, required: str, optional: str = "") -> "_Place":
        """This place as an object that has exactly these members."""
        needed = required.split()
        known = needed + optional.split()
        for name in self.object().value:
            if name not in known:
                raise FrameworkError(self.pointer + pointer_step(name), f'is no member of this object: "{name}"')
        for name in needed:
            if name not in self.value:
                self.refuse(f'lacks the member "{name}"')
        return self

    def entries(self, least: int) -> List["_Place"]:
        if not isinstance(self.value, list):
            self.refuse("must be a list")
        if len(self.value) < least:
            self.refuse(f"must have at least {least} entries")
        return [self[index] for index in range(len(self.value))]

    def pair(self) -> Tuple["_Place", "_Place"]:
        if not isinstance(self.value, list) or len(self.value) != 2:
            self.refuse("must be a list of exactly two entries")
        return self[0], self[1]

    def matching(self, form: "re.Pattern[str]", problem: str) -> str:
        if not isinstance(self.value, str) or form.fullmatch(self.value) is None:
            self.refuse(problem)
        return self.value

    def id(self) -> str:
        return self.matching(_ID, "must be an id: lower-case letters, digits and underscores")

    def printable(self) -> str:
        return self.matching(_PRINTABLE_ASCII, "must be a text of printable ASCII characters, not empty")

    def one_of(self, known: Sequence[str], problem: str) -> str:
        if not isinstance(self.value, str):
            self.refuse(f"{problem}: a value that is no text")
        if self.value not in known:
            self.refuse(f'{problem}: "{self.value}"')
        return self.value

    def whole_number(self, least: int, most: int) -> int:
        number = self.value
        if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
            self.refuse(f"must be a whole number from {least} to {most}")
        return number

    def decimal(self, decimals: int) -> int:
        scaled = scaled_integer(self.value, decimals) if isinstance(self.value, str) else None
        if scaled is None:
            self.refuse(f"must be a decimal in quotes with at most {decimals} decimals, not negative")
        return scaled

    def points(self) -> int:
        scaled = scaled_integer(self.value, 2) if isinstance(self.value, str) else None
        if scaled is None or scaled > HUNDRED_POINTS:
            self.refuse("must be a decimal in quotes with at most 2 decimals, not negative and at most 100")
        return scaled


def _distinct(places: Sequence[_Place], read: Callable[[_Place], str], taken: Sequence[str] = ()) -> List[str]:
    seen = list(taken)
    for place in places:
        text = read(place)
        if text in seen:
            place.refuse(f'stands twice: "{text}"')
        seen.append(text)
    return seen[len(taken) :]


def _require_date(place: _Place) -> None:
    if not isinstance(place.value, str) or day_number(place.value) is None:
        place.refuse("must be a calendar date in the form YYYY-MM-DD")


def _modules(place: _Place) -> Tuple[Module, ...]:
    entries = [entry.with_members("id label weight") for entry in place.entries(1)]
    _distinct([entry["id"] for entry in entries], _Place.id)
    modules = tuple(
        Module(entry["id"].id(), entry["label"].printable(), entry["weight"].whole_number(1, 100)) for entry in entries
    )
    total = sum(module.weight for module in modules)
    if total != 100:
        place.refuse(f"module weights add up to {total}, not to 100")
    return modules


def _criteria(place: _Place, modules: Sequence[Module], flags: Sequence[str]) -> Tuple[Criterion, ...]:
    module_ids = [module.id for module in modules]
    criteria: List[Criterion] = []
    taken: List[str] = list(_RESERVED_CRITERION_IDS)
    for entry in place.entries(1):
        criterion = _criterion(entry, module_ids, flags)
        if criterion.id in taken:
            entry["id"].refuse(f'stands twice: "{criterion.id}"')
        taken.append(criterion.id)
        if criteria and module_ids.index(criterion.module_id) < module_ids.index(criteria[-1].module_id):
            entry["module"].refuse("criteria must stand in the order of their modules")
        criteria.append(criterion)
    return tuple(criteria)


def _criterion(entry: _Place, module_ids: Sequence[str], flags: Sequence[str]) -> Criterion:
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
        entry["gate"].refuse("must be true, or be left out")
    is_gate = "gate" in entry
    if is_gate and isinstance(criterion_input, NumberInput):
        entry["gate"].refuse("only an input with options can be a gate")
    return Criterion(
        id=entry["id"].id(),
        module_id=entry["module"].one_of(module_ids, "names no module"),
        label=entry["label"].printable(),
        planner_types=frozenset(
            _distinct(planner_types, lambda each: each.one_of(PLANNER_TYPES, "names no planner type"))
        ),
        requires_flag=None if requires_flag.value is None else requires_flag.one_of(flags, "names no structure flag"),
        input=criterion_input,
        unit=entry["unit"].value,
        weight=entry["weight"].whole_number(1, 100),
        max_age_days=entry["max_age_days"].whole_number(1, _LONGEST_AGE_LIMIT),
        is_gate=is_gate,
    )


def _input(entry: _Place) -> Union[NumberInput, OptionInput]:
    place = entry["input"].object()
    if "type" not in place:
        place.refuse('lacks the member "type"')
    direction = entry["direction"]
    if direction.value not in ("higher", "lower"):
        direction.refuse('must be "higher" or "lower": what is safer')
    if place["type"].value == "number":
        if "option_definitions" in entry:
            entry["option_definitions"].refuse("a number has no options to define")
        entry["unit"].printable()
        return _number_input(place, direction.value)
    if place["type"].value != "enum":
        place["type"].refuse('must be "number" or "enum"')
    if entry["unit"].value != "":
        entry["unit"].refuse("must be empty: options have no unit")
    if direction.value != "higher":
        direction.refuse('must be "higher": options stand worst first')
    option_input = _option_input(place)
    _require_definitions(entry, list(option_input.points))
    return option_input


def _number_input(place: _Place, direction: str) -> NumberInput:
    place.with_members("type scale breakpoints")
    decimals = place["scale"].whole_number(0, _MOST_DECIMALS)
    breakpoints: List[Tuple[int, int]] = []
    for entry in place["breakpoints"].entries(2):
        value, points = entry.pair()
        breakpoint_ = (value.decimal(decimals), points.points())
        if breakpoints:
            before = breakpoints[-1]
            if breakpoint_[0] <= before[0]:
                value.refuse(f"inputs must rise: {value.value} follows {decimal_text(before[0], decimals)}")
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


def _option_input(place: _Place) -> OptionInput:
    place.with_members("type options")
    pairs = [entry.pair() for entry in place["options"].entries(2)]
    names = _distinct([name for name, _ in pairs], _Place.id)
    points = [each.points() for _, each in pairs]
    for index in range(1, len(points)):
        if points[index] < points[index - 1]:
            pairs[index][1].refuse("options stand worst first, so points must not fall")
    if points[-1] != HUNDRED_POINTS:
        place["options"].refuse("the best option must earn 100.00 points")
    return OptionInput(dict(zip(names, points)))


def _require_definitions(entry: _Place, options: Sequence[str]) -> None:
    if "option_definitions" not in entry:
        raise FrameworkError(entry.pointer + "/option_definitions", "must be an object")
    definitions = entry["option_definitions"].object()
    for option in options:
        if option not in definitions:
            definitions.refuse(f'lacks the member "{option}"')
        definitions[option].printable()
    definitions.with_members(" ".join(options))


def _require_whole_modules(place: _Place, modules: Sequence[Module], criteria: Sequence[Criterion]) -> None:
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


def _gates(place: _Place, criterion_ids: "set[str]") -> Tuple[Gate, ...]:
    entries = [entry.with_members("id options max_age_days option_definitions") for entry in place.entries(0)]
    ids = _distinct([entry["id"] for entry in entries], _Place.id, taken=["confidence", *criterion_ids])
    gates: List[Gate] = []
    for gate_id, entry in zip(ids, entries):
        options = _distinct(entry["options"].entries(2), _Place.id)
        _require_definitions(entry, options)
        gates.append(Gate(gate_id, tuple(options), entry["max_age_days"].whole_number(1, _LONGEST_AGE_LIMIT)))
    return tuple(gates)


def _grades(place: _Place) -> Dict[str, int]:
    if not place.object().value:
        place.refuse("must have at least one grade")
    percents: Dict[str, int] = {}
    best_so_far = 100
    for letter in sorted(place.value):
        if _GRADE.fullmatch(letter) is None:
            place[letter].refuse("a grade is one capital letter")
        percents[letter] = place[letter].whole_number(1, 100)
        if percents[letter] > best_so_far:
            place[letter].refuse("a later letter must not earn more than an earlier")
        best_so_far = percents[letter]
    return percents


def _bands(place: _Place) -> Tuple[Band, ...]:
    pairs = [entry.pair() for entry in place.entries(1)]
    names = _distinct(
        [name for name, _ in pairs], lambda each: each.matching(_BAND_NAME, "a band is named in capital letters")
    )
    bands: List[Band] = []
    for name, (_, bound) in zip(names, pairs):
        band = Band(name, bound.points())
        if bands and band.lower_bound >= bands[-1].lower_bound:
            bound.refuse("lower bounds must fall from band to band")
        bands.append(band)
    if bands[-1].lower_bound != 0:
        pairs[-1][1].refuse("the last band must begin at 0.00")
    return tuple(bands)


class _RuleInputs:
    """What hard rules can test."""

    def __init__(self, criteria_file: Json, criteria: Sequence[Criterion], gates: Sequence[Gate]) -> None:
        self.criteria = {each.id: each for each in criteria}
        self.directions: Dict[str, str] = {each["id"]: each["direction"] for each in criteria_file}
        self.options: Dict[str, Tuple[str, ...]] = {gate.id: gate.options for gate in gates}
        for each in criteria:
            if isinstance(each.input, OptionInput):
                self.options[each.id] = tuple(each.input.points)


def _hard_rules(place: _Place, inputs: _RuleInputs) -> Tuple[HardRule, ...]:
    entries = [entry.with_members("id name tiers") for entry in place.entries(0)]
    ids = _distinct([entry["id"] for entry in entries], _Place.printable)
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


def _condition(place: _Place, inputs: _RuleInputs) -> Condition:
    if "any_missing" in place.object():
        return _lacks_evidence(place.with_members("any_missing")["any_missing"], inputs)
    place.with_members("input op value")
    input_id, relation = place["input"].value, place["op"]
    if input_id == "confidence":
        _require_relation(relation, "confidence", "higher")
        return ComparesConfidence(relation.value, place["value"].decimal(2))
    place["input"].one_of([*inputs.criteria, *inputs.options], "names no criterion or gate")
    criterion = inputs.criteria.get(input_id)
    if criterion is not None and isinstance(criterion.input, NumberInput):
        _require_relation(relation, input_id, inputs.directions[input_id])
        return ComparesNumber(input_id, relation.value, place["value"].decimal(criterion.input.decimals))
    return IsOneOf(input_id, _options_named(relation, place["value"], input_id, inputs.options[input_id]))


def _lacks_evidence(place: _Place, inputs: _RuleInputs) -> LacksEvidence:
    ids: List[str] = []
    for entry in place.entries(1):
        criterion_id = entry.one_of(list(inputs.criteria), "names no criterion")
        if inputs.criteria[criterion_id].is_gate:
            entry.refuse("a gate that is missing leaves no score to cap")
        ids.append(criterion_id)
    return LacksEvidence(tuple(ids))


def _require_relation(place: _Place, input_id: str, direction: str) -> None:
    if place.value not in ("lt", "le", "gt", "ge"):
        place.refuse("must be lt, le, gt or ge for a number")
    if place.value not in _RELATIONS[direction]:
        place.refuse(f"{input_id} is safer {direction}, so the rule must use {' or '.join(_RELATIONS[direction])}")


def _options_named(relation: _Place, value: _Place, input_id: str, known: Sequence[str]) -> FrozenSet[str]:
    if relation.value not in ("eq", "in"):
        relation.refuse("must be eq or in for an input with options")
    named = [value] if relation.value == "eq" else value.entries(1)
    return frozenset(each.one_of(known, f"names no option of {input_id}") for each in named)


def _require_caps_follow_options(place: _Place, tiers: Sequence[Tier], inputs: _RuleInputs) -> None:
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
                place.refuse(f"caps must not fall from a worse option of {input_id} to a better one: {option}")
            lowest = cap
