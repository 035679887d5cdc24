"""The value that a comparison reads of a provider at a moment."""

from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence

from ..replay.canonical import number_text
from ..replay.decimals import decimal_text
from .history import Step, read_window, steps_of
from .instants import seconds_of
from .scale import BANDS, day_of, hundredths_of, place_of, score_of


class NotKnown:
    """The one value of what a snapshot does not say. None is what does not apply."""


NOT_KNOWN = NotKnown()


class View(NamedTuple):
    """A snapshot as one looks at it: on a UTC day, at a second since 1970."""

    snapshot: Mapping[str, Any]
    day: int
    second: int
    history: Optional[Sequence[Step]]


class Value(NamedTuple):
    form: str
    parameter: Optional[str] = None
    can_not_apply: bool = False
    least: int = 0
    most: int = 10_000
    words: Optional[Sequence[str]] = None


VALUES: Dict[str, Value] = {
    "band": Value("band"),
    "score": Value("hundredths"),
    "module_minimum": Value("hundredths"),
    "module_score": Value("hundredths", parameter="module", can_not_apply=True),
    "evidence_quality": Value("hundredths", most=100),
    "capped": Value("flag"),
    "cap": Value("flag", parameter="rule"),
    "newest_evidence": Value("day"),
    "oldest_evidence": Value("day"),
    "stale": Value("flag"),
    "under_review": Value("word", words=("none", "up", "down", "developing")),
    "corrected": Value("flag", parameter="within_days"),
    "change": Value("hundredths", parameter="within_days", least=-10_000),
    "worst_band": Value("band", parameter="within_days"),
    "lowest_score": Value("hundredths", parameter="within_days"),
    "framework": Value("word"),
    "product_type": Value("word", words=("btc", "fiat", "stablecoin")),
    "yield_lowest": Value("hundredths", can_not_apply=True, most=100_000),
    "yield_highest": Value("hundredths", can_not_apply=True, most=100_000),
}


def view_of(snapshot: Mapping[str, Any], at: str) -> View:
    second, day = seconds_of(at), day_of(at[:10])
    if second is None or day is None:
        raise ValueError(f"not an instant in UTC: {at}")
    return View(snapshot, day, second, steps_of(snapshot, day))


def as_of_step(view: View, history: Sequence[Step]) -> View:
    """The same, had nothing been published after the last of these steps, which has a score."""
    _, score, band = history[-1]
    assert score is not None
    assert band is not None
    snapshot = {**view.snapshot, "score": decimal_text(score), "band": BANDS[band]}
    return view._replace(snapshot=snapshot, history=history)


def seen_name(comparison: Mapping[str, Any]) -> str:
    """Under which a decision lists what it saw."""
    name = str(comparison["value"])
    parameter = VALUES[name].parameter
    if parameter is None:
        return name
    given = comparison[parameter]
    return f"{name} {given if isinstance(given, str) else number_text(given)}"


def seen_in(comparison: Mapping[str, Any], view: View) -> Any:
    value = VALUES[comparison["value"]]
    read = _read(comparison, view)
    if read is None:
        return None if value.can_not_apply else NOT_KNOWN
    return read if _is_of(value, read, view.day) else NOT_KNOWN


def _is_of(value: Value, read: Any, today: int) -> bool:
    if value.form == "flag":
        return isinstance(read, bool)
    if value.form == "word":
        return isinstance(read, str) and (value.words is None or read in value.words)
    if value.form == "band":
        return place_of(read) is not None
    if value.form == "day":
        day = day_of(read)
        return day is not None and day <= today
    number = hundredths_of(read)
    return number is not None and value.least <= number <= value.most


def _read(comparison: Mapping[str, Any], view: View) -> Any:
    name = comparison["value"]
    return _READERS[name](comparison, view) if name in _READERS else view.snapshot.get(name, NOT_KNOWN)


def _module_minimum(_: Mapping[str, Any], view: View) -> Any:
    modules = view.snapshot.get("modules")
    if not isinstance(modules, dict):
        return NOT_KNOWN
    scores = [score_of(one) for one in modules.values() if one is not None]
    numbers = [score for score in scores if score is not None]
    return decimal_text(min(numbers)) if numbers and len(numbers) == len(scores) else NOT_KNOWN


def _capped(_: Mapping[str, Any], view: View) -> Any:
    caps = view.snapshot.get("caps")
    if not isinstance(caps, dict):
        return NOT_KNOWN
    if any(one is True for one in caps.values()):
        return True
    return False if all(one is False for one in caps.values()) else NOT_KNOWN


def _corrected(comparison: Mapping[str, Any], view: View) -> Any:
    days = view.snapshot.get("corrections")
    if not isinstance(days, list):
        return NOT_KNOWN
    numbers: List[int] = []
    for one in days:
        day = day_of(one)
        if day is None or day > view.day:
            return NOT_KNOWN
        numbers.append(day)
    return any(view.day - day <= comparison["within_days"] for day in numbers)


def _window(comparison: Mapping[str, Any], view: View) -> Any:
    read = read_window(comparison["value"], view.history, view.day - comparison["within_days"])
    return NOT_KNOWN if read is None else read


def _stale(_: Mapping[str, Any], view: View) -> Any:
    stale = is_stale(view)
    return NOT_KNOWN if stale is None else stale


def _member_of(value: Any, name: str) -> Any:
    return value.get(name, NOT_KNOWN) if isinstance(value, dict) else NOT_KNOWN


def _offered(end: str) -> Callable[[Mapping[str, Any], View], Any]:
    def read(_: Mapping[str, Any], view: View) -> Any:
        offered = view.snapshot.get("yield", NOT_KNOWN)
        return None if offered is None else _member_of(offered, end)

    return read


_READERS: Dict[str, Callable[[Mapping[str, Any], View], Any]] = {
    "module_minimum": _module_minimum,
    "module_score": lambda comparison, view: _member_of(view.snapshot.get("modules"), comparison["module"]),
    "capped": _capped,
    "cap": lambda comparison, view: _member_of(view.snapshot.get("caps"), comparison["rule"]),
    "stale": _stale,
    "corrected": _corrected,
    "change": _window,
    "worst_band": _window,
    "lowest_score": _window,
    "yield_lowest": _offered("lowest"),
    "yield_highest": _offered("highest"),
}


def is_stale(view: View) -> Optional[bool]:
    """A score that was fresh when the snapshot was made may have become stale since. None: not known."""
    stale = view.snapshot.get("stale")
    since = has_come("stale_from", view)
    if stale is True or since is True:
        return True
    return False if stale is False and since is False else None


def has_come(member: str, view: View) -> Optional[bool]:
    """None: not known."""
    instant = view.snapshot.get(member, NOT_KNOWN)
    if instant is None:
        return False
    second = seconds_of(instant)
    return None if second is None else second <= view.second
