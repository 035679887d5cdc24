"""What was in force on the days of a window."""

from typing import Any, List, Mapping, NamedTuple, Optional, Sequence

from ..replay.decimals import decimal_text
from .scale import BANDS, day_of, place_of, score_of


class Step(NamedTuple):
    """In numbers: the day, hundredths, and the place of the band among all; None without a published score."""

    day: int
    score: Optional[int]
    band: Optional[int]


def steps_of(snapshot: Mapping[str, Any], today: int) -> Optional[List[Step]]:
    """The history, if it is in order, has nothing of the future, and ends with what the snapshot says is in force."""
    history = snapshot.get("history")
    if not isinstance(history, list):
        return None
    steps: List[Step] = []
    for one in history:
        step = _step_of(one)
        if step is None or step.day < (steps[-1].day if steps else 0) or step.day > today:
            return None
        steps.append(step)
    if not steps or steps[-1].score is None:
        return None
    in_force = (score_of(snapshot.get("score")), place_of(snapshot.get("band")))
    return steps if (steps[-1].score, steps[-1].band) == in_force else None


def _step_of(given: Any) -> Optional[Step]:
    day = day_of(given.get("day")) if isinstance(given, dict) else None
    if day is None:
        return None
    # One that is absent is not null.
    given_score, given_band = given.get("score", ""), given.get("band", "")
    if given_score is None and given_band is None:
        return Step(day, None, None)
    score, band = score_of(given_score), place_of(given_band)
    return None if score is None or band is None else Step(day, score, band)


def read_window(value: str, history: Optional[Sequence[Step]], first: int) -> Optional[str]:
    """None if the history does not reach back to the first day."""
    if history is None or history[0].day > first:
        return None
    # A step is in force until the next one.
    ends = [step.day for step in history[1:]] + [first]
    steps = [step for step, end in zip(history, ends) if end >= first]
    if value == "worst_band":
        return BANDS[max(step.band for step in steps if step.band is not None)]
    scores = [step.score for step in steps if step.score is not None]
    return decimal_text(scores[-1] - scores[0] if value == "change" else min(scores))
