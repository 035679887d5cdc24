"""The canonical form of JSON (RFC 8785), and the digests and verification ids computed from it."""

import hashlib
import math
import re
from typing import Dict, Iterator, List, Tuple, Union

from .json_reader import Json, plain_number

_CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_ID_BITS = 130
_ID_GROUPS = (5, 5, 5, 5, 6)

_MUST_BE_ESCAPED = re.compile(r'["\\\x00-\x1f]')
_SHORT_ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def canonical_json(value: Json) -> bytes:
    """The RFC 8785 form of a value. Raises ValueError for NaN, infinity and lone surrogates, which have none."""
    return canonical_text(value).encode("utf-8")


def canonical_text(value: Json) -> str:
    parts: List[str] = []
    _write(value, parts)
    return "".join(parts)


def sha256_hex(value: Json) -> str:
    """SHA-256 of the canonical form, as 64 lower-case hex digits."""
    return hashlib.sha256(canonical_json(value)).hexdigest()


def verification_id(package_hash: str) -> str:
    """The verification id of a package hash: its first 130 bits in Crockford's base32, in groups."""
    bits = int(package_hash, 16) >> (4 * len(package_hash) - _ID_BITS)
    letters = "".join(_CROCKFORD[bits >> shift & 31] for shift in range(_ID_BITS - 5, -1, -5))
    return "RF-" + "-".join(_grouped(letters))


def _grouped(letters: str) -> Iterator[str]:
    start = 0
    for length in _ID_GROUPS:
        yield letters[start : start + length]
        start += length


def _write(value: Json, parts: List[str]) -> None:
    if value is None:
        parts.append("null")
    elif value is True:
        parts.append("true")
    elif value is False:
        parts.append("false")
    elif isinstance(value, str):
        parts.append(_text(value))
    elif isinstance(value, (int, float)):
        parts.append(number_text(value))
    elif isinstance(value, dict):
        _write_object(value, parts)
    elif isinstance(value, (list, tuple)):
        _write_array(value, parts)
    else:
        raise ValueError(f"A {type(value).__name__} is not a JSON value.")


def _write_object(value: Dict[str, Json], parts: List[str]) -> None:
    parts.append("{")
    for position, name in enumerate(sorted(value, key=utf16_order)):
        if position > 0:
            parts.append(",")
        parts.append(_text(name))
        parts.append(":")
        _write(value[name], parts)
    parts.append("}")


def _write_array(value: Union[List[Json], Tuple[Json, ...]], parts: List[str]) -> None:
    parts.append("[")
    for position, item in enumerate(value):
        if position > 0:
            parts.append(",")
        _write(item, parts)
    parts.append("]")


def utf16_order(name: str) -> bytes:
    """Sort key for strings by UTF-16 code unit, which differs from Python's order above U+FFFF."""
    return name.encode("utf-16-be", "surrogatepass")


def _text(value: str) -> str:
    return '"' + _MUST_BE_ESCAPED.sub(_escaped, value) + '"'


def _escaped(match: "re.Match[str]") -> str:
    character = match.group()
    return _SHORT_ESCAPES.get(character) or f"\\u{ord(character):04x}"


def number_text(number: Union[int, float]) -> str:
    """A number as ECMAScript writes it, as RFC 8785 requires."""
    if isinstance(number, int) and abs(number) >= 2**53:
        number = float(number)  # JSON numbers are doubles; other parsers would change larger integers
    if isinstance(number, float):
        if math.isnan(number) or math.isinf(number):
            raise ValueError("NaN and infinity have no JSON form.")
        number = plain_number(number)
    if isinstance(number, int):
        return str(number)
    sign = "-" if number < 0 else ""
    digits, exponent = _shortest_digits(abs(number))
    return sign + _ecmascript_digits(digits, exponent)


def _shortest_digits(number: float) -> Tuple[str, int]:
    """The shortest digits that parse to this number, and how many of them precede the decimal point."""
    mantissa, _, power = repr(number).partition("e")
    whole, _, fraction = mantissa.partition(".")
    point = len(whole) + int(power or "0")
    digits = whole + fraction
    leading = len(digits) - len(digits.lstrip("0"))
    return digits.strip("0"), point - leading


def _ecmascript_digits(digits: str, point: int) -> str:
    if 0 < point <= 21:
        whole = digits[:point].ljust(point, "0")
        return whole + ("." + digits[point:] if len(digits) > point else "")
    if -6 < point <= 0:
        return "0." + "0" * -point + digits
    mantissa = digits[0] + ("." + digits[1:] if len(digits) > 1 else "")
    return f"{mantissa}e{'+' if point > 0 else '-'}{abs(point - 1)}"
