"""Whether a condition holds: True, False, or None where a value is not known.

A comparison with a value that does not apply does not hold, and neither does its opposite; so ``not`` is carried down
to the comparisons.
"""

from typing import Any, Dict, Iterator, Mapping, Optional

from .scale import day_of, hundredths_of, place_of
from .values import NOT_KNOWN, VALUES, View, seen_in


def holds(condition: Mapping[str, Any], view: View, opposite: bool = False) -> Optional[bool]:
    if "value" in condition:
        return _compared(condition, view, opposite)
    if "not" in condition:
        return holds(condition["not"], view, not opposite)
    is_all = "all" in condition
    parts = [holds(part, view, opposite) for part in condition["all" if is_all else "any"]]
    decisive = is_all == opposite
    if decisive in parts:
        return decisive
    return None if None in parts else not decisive


def comparisons_in(condition: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    if "value" in condition:
        yield condition
    elif "not" in condition:
        yield from comparisons_in(condition["not"])
    else:
        for part in condition["all" if "all" in condition else "any"]:
            yield from comparisons_in(part)


def _compared(condition: Mapping[str, Any], view: View, opposite: bool) -> Optional[bool]:
    seen = seen_in(condition, view)
    if seen is None:
        return False
    if condition["is"] == "missing":
        return (seen is NOT_KNOWN) != opposite
    answer = None if seen is NOT_KNOWN else _is(condition, seen, view.day)
    return None if answer is None else answer != opposite


def _is(condition: Mapping[str, Any], seen: Any, today: int) -> Optional[bool]:
    operator, to = condition["is"], condition["to"]
    if operator == "equal_to":
        return type(seen) is type(to) and seen == to
    if operator == "one_of":
        return seen in to
    if operator == "older_than":
        day = day_of(seen)
        return None if day is None else today - day > to
    number_of = place_of if VALUES[condition["value"]].form == "band" else hundredths_of
    left, right = number_of(seen), number_of(to)
    if left is None or right is None:
        return None
    answers: Dict[str, bool] = {
        "below": left < right,
        "better_than": left < right,
        "at_most": left <= right,
        "at_least": left >= right,
        "above": left > right,
        "worse_than": left > right,
    }
    # A policy for a newer evaluator: what it asks for is not known.
    return answers.get(operator)
