"""RFC 8785, at the places where implementations differ."""

import struct
from typing import Any, List, Tuple

import pytest

from rf_indicators.replay import canonical_json, sha256_hex, verification_id

CASES: List[Tuple[Any, bytes]] = [
    ({"b": 1, "a": 2}, b'{"a":2,"b":1}'),
    ('\x00\x08\t\n\x0c\r\x1f"\\/\x7f\u2028', b'"\\u0000\\b\\t\\n\\f\\r\\u001f\\"\\\\/\x7f\xe2\x80\xa8"'),
    ("é\U0001f600", '"é\U0001f600"'.encode()),
    ([True, False, None, [], {}], b"[true,false,null,[],{}]"),
    ([0, -0.0, 1.0, 20.0, -1], b"[0,0,1,20,-1]"),
]


@pytest.mark.parametrize(("value", "expected"), CASES)
def test_values(value: Any, expected: bytes) -> None:
    assert canonical_json(value) == expected


def test_members_are_sorted_by_utf16_code_unit() -> None:
    value = {"\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\U0001f600": 5, "\x80": 6, "\xf6": 7}
    assert canonical_json(value).decode() == '{"\\r":2,"1":4,"\x80":6,"ö":7,"€":1,"\U0001f600":5,"\ufb33":3}'


# The table of appendix B of RFC 8785, and a few more: bits of the double, and its text.
@pytest.mark.parametrize(
    ("bits", "text"),
    [
        ("0000000000000000", "0"),
        ("8000000000000000", "0"),
        ("0000000000000001", "5e-324"),
        ("8000000000000001", "-5e-324"),
        ("7fefffffffffffff", "1.7976931348623157e+308"),
        ("ffefffffffffffff", "-1.7976931348623157e+308"),
        ("4340000000000000", "9007199254740992"),
        ("c340000000000000", "-9007199254740992"),
        ("4430000000000000", "295147905179352830000"),
        ("44b52d02c7e14af5", "9.999999999999997e+22"),
        ("44b52d02c7e14af6", "1e+23"),
        ("44b52d02c7e14af7", "1.0000000000000001e+23"),
        ("444b1ae4d6e2ef4e", "999999999999999700000"),
        ("444b1ae4d6e2ef4f", "999999999999999900000"),
        ("444b1ae4d6e2ef50", "1e+21"),
        ("3eb0c6f7a0b5ed8c", "9.999999999999997e-7"),
        ("3eb0c6f7a0b5ed8d", "0.000001"),
        ("41b3de4355555553", "333333333.3333332"),
        ("41b3de4355555554", "333333333.33333325"),
        ("41b3de4355555555", "333333333.3333333"),
        ("41b3de4355555556", "333333333.3333334"),
        ("41b3de4355555557", "333333333.33333343"),
        ("becbf647612f3696", "-0.0000033333333333333333"),
        ("43143ff3c1cb0959", "1424953923781206.2"),
    ],
)
def test_numbers(bits: str, text: str) -> None:
    number = struct.unpack(">d", bytes.fromhex(bits))[0]
    assert canonical_json(number).decode() == text


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "\ud800", {"\udc00": 1}, object(), b"x"])
def test_what_has_no_canonical_form(value: Any) -> None:
    with pytest.raises(ValueError, match=r"."):
        canonical_json(value)


def test_published_example_of_a_digest() -> None:
    digest = sha256_hex({"name": "default"})
    assert digest == "5ce56ac9ff40a1b5ecd80c5cf78ae9e29c4ad6cfc5dd91d9cb0026580cb13791"


def test_published_example_of_an_id() -> None:
    package_hash = "2209f2aedfc85d7e61e47271ff4a569c311d2482f266a6dbf5cfda411b0dafab"
    assert verification_id(package_hash) == "RF-484Z5-BPZS1-EQWRF-4E9RZ-YJJPKG"
