"""Values as numbers that can be compared; None for everything that is no such value."""

from typing import Any, Optional

from ..replay.calendar_days import day_number
from ..replay.decimals import scaled_integer

BANDS = ("LOW", "MEDIUM", "ELEVATED", "HIGH")


def place_of(band: Any) -> Optional[int]:
    """The place of a band among all, from the safest."""
    return BANDS.index(band) if isinstance(band, str) and band in BANDS else None


def hundredths_of(value: Any) -> Optional[int]:
    """A decimal with at most two decimals, perhaps below zero."""
    if not isinstance(value, str):
        return None
    if not value.startswith("-"):
        return scaled_integer(value, 2)
    size = scaled_integer(value[1:], 2)
    return None if size is None else -size


def score_of(value: Any) -> Optional[int]:
    score = hundredths_of(value)
    return score if score is not None and 0 <= score <= 10_000 else None


def day_of(value: Any) -> Optional[int]:
    return day_number(value) if isinstance(value, str) else None
