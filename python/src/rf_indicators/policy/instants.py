"""Instants in UTC as seconds since 1970."""

import re
from datetime import date
from typing import Any, Optional

from ..replay.calendar_days import day_number

DAY_SECONDS = 86_400

_INSTANT = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})T([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9])(?:\.[0-9]+)?Z")
_FIRST_DAY = date(1970, 1, 1).toordinal()


def seconds_of(instant: Any) -> Optional[int]:
    """Without parts of a second; None for any other value."""
    found = _INSTANT.fullmatch(instant) if isinstance(instant, str) else None
    day = day_number(found.group(1)) if found else None
    if found is None or day is None:
        return None
    hour, minute, second = (int(part) for part in found.groups()[1:])
    return (day - _FIRST_DAY) * DAY_SECONDS + hour * 3600 + minute * 60 + second


def instant_of(seconds: int) -> str:
    days, rest = divmod(seconds, DAY_SECONDS)
    return f"{date_text(_FIRST_DAY + days)}T{rest // 3600:02}:{rest // 60 % 60:02}:{rest % 60:02}Z"


def date_text(day: int) -> str:
    return date.fromordinal(day).isoformat()
