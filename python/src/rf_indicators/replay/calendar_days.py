"""Days of the Gregorian calendar, years 0001 to 9999, without time or time zone."""

import re
from datetime import date
from typing import Optional

_DATE_FORM = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def has_date_form(text: str) -> bool:
    return _DATE_FORM.fullmatch(text) is not None


def day_number(text: str) -> Optional[int]:
    """The number of the day, so that an age is a difference; None if the text is not a valid date."""
    if not has_date_form(text):
        return None
    try:
        return date(int(text[0:4]), int(text[5:7]), int(text[8:10])).toordinal()
    except ValueError:
        return None
