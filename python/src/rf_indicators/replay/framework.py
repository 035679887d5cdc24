"""A framework as the calculation uses it.

Quantities are integers; see the table of types in the section on exact arithmetic of the published framework.
"""

from typing import Dict, FrozenSet, List, NamedTuple, Optional, Tuple, Union

PLANNER_TYPES = ("btc", "fiat", "stablecoin")

UNNAMED = "Unnamed framework"
"""The name that statements use for a framework file without a name."""

HUNDRED_POINTS = 10_000
"""100.00 points in hundredths; also the whole in basis points."""


class NumberInput(NamedTuple):
    """Points are linear between breakpoints. Inputs are integers, scaled by the criterion's decimals."""

    decimals: int
    breakpoints: Tuple[Tuple[int, int], ...]


class OptionInput(NamedTuple):
    """Points by option, worst option first."""

    points: Dict[str, int]


class Module(NamedTuple):
    id: str
    label: str
    weight: int


class Criterion(NamedTuple):
    id: str
    module_id: str
    label: str
    planner_types: FrozenSet[str]
    requires_flag: Optional[str]
    input: Union[NumberInput, OptionInput]
    unit: str
    weight: int
    max_age_days: int
    is_gate: bool

    def applies_to(self, planner_type: str, flags: Dict[str, bool]) -> bool:
        """A flag that is absent counts as true."""
        return planner_type in self.planner_types and (
            self.requires_flag is None or flags.get(self.requires_flag, True)
        )


class Gate(NamedTuple):
    id: str
    options: Tuple[str, ...]
    max_age_days: int


class ComparesNumber(NamedTuple):
    """A tier that applies if a number compares (lt, le, gt, ge) with a bound."""

    input_id: str
    relation: str
    bound: int


class IsOneOf(NamedTuple):
    """A tier that applies if an input has one of these options."""

    input_id: str
    options: FrozenSet[str]


class ComparesConfidence(NamedTuple):
    """A tier that applies if the published confidence compares with a bound, in hundredths."""

    relation: str
    bound: int


class LacksEvidence(NamedTuple):
    """A tier that applies if one of these criteria applies and has no live evidence."""

    criterion_ids: Tuple[str, ...]


Condition = Union[ComparesNumber, IsOneOf, ComparesConfidence, LacksEvidence]


class Tier(NamedTuple):
    condition: Condition
    cap: int


class HardRule(NamedTuple):
    id: str
    name: str
    tiers: Tuple[Tier, ...]


class Band(NamedTuple):
    name: str
    lower_bound: int


class Framework(NamedTuple):
    name: str
    version: str
    modules: Tuple[Module, ...]
    criteria: Tuple[Criterion, ...]
    gates: Tuple[Gate, ...]
    flags: Tuple[str, ...]
    grade_percents: Dict[str, int]
    bands: Tuple[Band, ...]
    hard_rules: Tuple[HardRule, ...]
    listed_factors: int
    floor_factor_min_points: int

    @property
    def title(self) -> str:
        """Name and version as statements have them: ``RF Framework v1.0``."""
        return f"{self.name} v{self.version}"

    def criteria_for(self, planner_type: str, flags: Dict[str, bool]) -> List[Criterion]:
        """The criteria that apply, in canonical order."""
        return [each for each in self.criteria if each.applies_to(planner_type, flags)]
