"""Converts between decimal strings and scaled integers, without floating point."""

import re
from typing import Optional

_DECIMAL = re.compile(r"(0|[1-9][0-9]{0,8})(?:\.([0-9]+))?")


def scaled_integer(text: str, decimals: int) -> Optional[int]:
    """``104.3`` with two decimals is 10430; None if the text is not a number or has more decimals."""
    match = _DECIMAL.fullmatch(text)
    if match is None:
        return None
    whole, fraction = match.group(1), match.group(2) or ""
    if len(fraction) > decimals:
        return None
    return int(whole + fraction.ljust(decimals, "0"))


def decimal_text(scaled: int, decimals: int = 2) -> str:
    """The inverse: 10430 with two decimals is ``104.30``. Zero never has a sign."""
    sign = "-" if scaled < 0 else ""
    digits = str(abs(scaled)).rjust(decimals + 1, "0")
    if decimals == 0:
        return sign + digits
    return f"{sign}{digits[:-decimals]}.{digits[-decimals:]}"
