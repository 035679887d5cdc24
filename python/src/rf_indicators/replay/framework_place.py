"""Places in a framework file: reads the value at each, or says where and why it cannot be used."""

import re
from typing import Callable, List, NoReturn, Sequence, Tuple, Union

from .decimals import scaled_integer
from .framework import HUNDRED_POINTS
from .json_reader import Json, pointer_step

_ID = re.compile(r"[a-z][a-z0-9_]{0,63}")
_PRINTABLE_ASCII = re.compile(r"[ -~]+")


class FrameworkError(ValueError):
    """The framework is not valid. ``pointer`` says where, and ``problem`` says why."""

    def __init__(self, pointer: str, problem: str) -> None:
        super().__init__(f"{pointer}: {problem}")
        self.pointer = pointer
        self.problem = problem


class Place:
    """A value of the file and the pointer to it."""

    def __init__(self, value: Json, pointer: str) -> None:
        self.value = value
        self.pointer = pointer

    def refuse(self, problem: str) -> NoReturn:
        raise FrameworkError(self.pointer, problem)

    def __getitem__(self, name: Union[str, int]) -> "Place":
        return Place(self.value[name], self.pointer + pointer_step(name))

    def __contains__(self, name: str) -> bool:
        return name in self.value

    def object(self) -> "Place":
        if not isinstance(self.value, dict):
            self.refuse("must be an object")
        return self

    def with_members(self, required: str, optional: str = "") -> "Place":
        """This place as an object that has exactly these members."""
        needed = required.split()
        known = needed + optional.split()
        for name in self.object().value:
            if name not in known:
                raise FrameworkError(self.pointer + pointer_step(name), f'is not a known member: "{name}"')
        for name in needed:
            if name not in self.value:
                self.refuse(f'lacks the member "{name}"')
        return self

    def entries(self, least: int) -> List["Place"]:
        if not isinstance(self.value, list):
            self.refuse("must be a list")
        if len(self.value) < least:
            self.refuse(f"must have at least {least} {'entry' if least == 1 else 'entries'}")
        return [self[index] for index in range(len(self.value))]

    def pair(self) -> Tuple["Place", "Place"]:
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
        return self.matching(_PRINTABLE_ASCII, "must be a non-empty string of printable ASCII characters")

    def one_of(self, known: Sequence[str], problem: str) -> str:
        if not isinstance(self.value, str):
            self.refuse(f"{problem}: a value that is not a string")
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


def distinct(places: Sequence[Place], read: Callable[[Place], str], taken: Sequence[str] = ()) -> List[str]:
    seen = list(taken)
    for place in places:
        text = read(place)
        if text in seen:
            place.refuse(f'is used more than once: "{text}"')
        seen.append(text)
    return seen[len(taken) :]
