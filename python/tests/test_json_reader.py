"""The strict JSON parser: it reads JSON as Python's own does, and rejects everything else."""

import json
import random
from typing import Any

import pytest

from rf_indicators.replay import NotJsonError, NotPortableError, read_json
from rf_indicators.replay.json_reader import DEEPEST_NESTING

GOOD = [
    "null", " true ", "[]", "{}", "[1,2]", '{"a":{"b":[null]}}', '"\\u00e9\\n\\/"', '"\\ud83d\\ude00"', "0", "-0",
    "-1.5e+3", "1E2", '"\u2028\x7f"', "\t\r\n[ ]", '{"":1}', "1e-400",
]  # fmt: skip

BAD = [
    "", " ", "nul", "NaN", "Infinity", "-Infinity", "+1", "01", "1.", ".5", "1e", "--1", "'a'", '"a', '"\t"', '"\\x"',
    '"\\u1"', '"\\u00g0"', "[1,]", "[,1]", "[1 2]", "{a:1}", '{"a"}', '{"a":}', '{"a":1,}', "{,}", "[", "{", "]",
    "1 2", "/**/1", "\xa01", "\ufeff1", "\x0b1", "[1}", '{"a":1]', "tru e", '"\x1f"', "0x1", "1_0",
]  # fmt: skip


@pytest.mark.parametrize("text", GOOD)
def test_good(text: str) -> None:
    document = read_json(text)
    assert document.duplicate_pointer is None
    assert document.value == json.loads(text)


@pytest.mark.parametrize("text", BAD)
def test_bad(text: str) -> None:
    with pytest.raises(NotJsonError):
        read_json(text)


@pytest.mark.parametrize("text", ['"\\ud800"', '["\\udc00"]', '{"\\ud800x":1}', '"\\ud800\\ud800"', "1e400", "-1e999"])
def test_not_portable(text: str) -> None:
    with pytest.raises(NotPortableError):
        read_json(text)


@pytest.mark.parametrize(
    ("text", "pointer"),
    [
        ('{"a":1,"a":2}', "/a"),
        ('{"a":[0,{"b":1,"b":1}]}', "/a/1/b"),
        ('{"a\\u0062":1,"ab":2}', "/ab"),
        ('{"/~":1,"/~":2}', "/~1~0"),
        ('{"z":{"b":1,"b":2},"a":1,"a":2}', "/z/b"),
        ('{"z":1,"z":{"b":1,"b":2}}', "/z"),
        ('{"a":1,"a":"\\ud800"}', "/a"),
        ('{"' + "k" * 101 + '":1,"' + "k" * 101 + '":2}', "/" + "k" * 100 + "..."),
    ],
)
def test_member_that_stands_twice(text: str, pointer: str) -> None:
    assert read_json(text).duplicate_pointer == pointer


def test_nesting_has_a_limit_and_is_no_recursion() -> None:
    depth = DEEPEST_NESTING
    assert read_json("[" * depth + "]" * depth).value is not None
    with pytest.raises(NotPortableError):
        read_json("[" * 1_000_000)


def test_random_values_are_read_as_python_reads_them() -> None:
    source = random.Random(1)

    def value(depth: int) -> Any:
        kind = source.randrange(8 if depth else 6)
        if kind == 6:
            return [value(depth - 1) for _ in range(source.randrange(4))]
        if kind == 7:
            return {text(): value(depth - 1) for _ in range(source.randrange(4))}
        return (None, True, source.randrange(-(10**6), 10**6), source.uniform(-1e9, 1e9), text(), 1e-9)[kind]

    def text() -> str:
        return "".join(chr(source.choice((34, 92, 9, 65, 0xE9, 0x1F600))) for _ in range(source.randrange(6)))

    for _ in range(500):
        expected = value(4)
        for ensure_ascii in (False, True):
            assert read_json(json.dumps(expected, ensure_ascii=ensure_ascii)).value == expected
