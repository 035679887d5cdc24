"""Finds the first place where two JSON values differ, in canonical order."""

from typing import Final, NamedTuple, Optional

from .canonical import canonical_text, utf16_order
from .json_reader import Json, pointer_step
from .wording import shown


class _Nothing:
    """Marks a side that has no value at all, which is not the same as null."""


_NOTHING: Final = _Nothing()


class Difference(NamedTuple):
    pointer: str
    computed: str
    stated: str

    def __str__(self) -> str:
        return f"First difference at {self.pointer}: computed {self.computed}, stated {self.stated}."


def first_difference(computed: Json, stated: Json, pointer: str) -> Optional[Difference]:
    if isinstance(computed, dict) and isinstance(stated, dict):
        for name in sorted({*computed, *stated}, key=utf16_order):
            found = first_difference(
                computed.get(name, _NOTHING), stated.get(name, _NOTHING), pointer + pointer_step(name)
            )
            if found is not None:
                return found
        return None
    if isinstance(computed, list) and isinstance(stated, list):
        for index in range(max(len(computed), len(stated))):
            left = computed[index] if index < len(computed) else _NOTHING
            right = stated[index] if index < len(stated) else _NOTHING
            found = first_difference(left, right, pointer + pointer_step(index))
            if found is not None:
                return found
        return None
    if _same(computed, stated):
        return None
    return Difference(pointer, _side(computed), _side(stated))


def _same(left: Json, right: Json) -> bool:
    if left is _NOTHING or right is _NOTHING or isinstance(left, (dict, list)) or isinstance(right, (dict, list)):
        return left is right
    return canonical_text(left) == canonical_text(right)


def _side(value: Json) -> str:
    return "nothing" if value is _NOTHING else shown(value)
