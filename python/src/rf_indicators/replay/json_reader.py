"""A strict JSON reader (RFC 8259).

Python's own parser accepts what must be rejected here: repeated members, ``NaN`` and ``Infinity``, and lone surrogates
in strings. It also recurses, so a deeply nested file could exhaust the stack; this parser does not recurse.
"""

import re
from typing import Any, Dict, List, NamedTuple, NoReturn, Optional, Tuple, Union

Json = Any
"""A JSON value: dict, list, str, int, float, bool or None."""

DEEPEST_NESTING = 200
"""Computation answers are about ten levels deep, so anything deeper than this is not one."""

_LONGEST_NAME_SHOWN = 100
_LARGEST_SAFE_INTEGER = 2**53 - 1

_WHITE_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_PLAIN_TEXT = re.compile(r'[^"\\\x00-\x1f]*')
_HALF_PAIR = re.compile("[\ud800-\udfff]")
_FOUR_HEX = re.compile(r"[0-9A-Fa-f]{4}")
_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_LITERALS = (("true", True), ("false", False), ("null", None))


class NotJsonError(ValueError):
    """The text is not JSON."""


class NotPortableError(ValueError):
    """The text is JSON, but contains a value that parsers read differently: see ``reason``."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Document(NamedTuple):
    """The value of a text, and the place of its first repeated member."""

    value: Json
    duplicate_pointer: Optional[str]


def pointer_step(name: Union[str, int]) -> str:
    """One step of a JSON pointer (RFC 6901). Very long names are shortened."""
    text = str(name)
    if utf16_length(text) > _LONGEST_NAME_SHOWN:
        text = utf16_prefix(text, _LONGEST_NAME_SHOWN) + "..."
    return "/" + text.replace("~", "~0").replace("/", "~1")


def utf16_length(text: str) -> int:
    """Length in UTF-16 code units, in which the published limits are given."""
    return len(text) if text.isascii() else len(text) + sum(1 for character in text if character > "\uffff")


def utf16_prefix(text: str, units: int) -> str:
    """The first ``units`` UTF-16 code units, without a character that would be cut in half."""
    if text.isascii():
        return text[:units]
    kept = 0
    for index, character in enumerate(text):
        kept += 2 if character > "\uffff" else 1
        if kept > units:
            return text[:index]
    return text


def read_json(text: str) -> Document:
    """Read one JSON value. Raises NotJsonError, or NotPortableError if the value cannot be hashed."""
    return _Reader(text).document()


class _Container:
    """An array or object that is still being read, and the current position in it."""

    __slots__ = ("name", "value")

    def __init__(self, value: Union[Dict[str, Json], List[Json]]) -> None:
        self.value = value
        self.name = ""

    def step(self) -> str:
        return pointer_step(self.name if isinstance(self.value, dict) else len(self.value))


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._open: List[_Container] = []
        self._duplicate: Optional[str] = None
        self._not_portable: Optional[str] = None

    def document(self) -> Document:
        value = self._value()
        self._skip_white_space()
        if self._at != len(self._text):
            self._refuse("Something follows the value")
        if self._not_portable is not None and self._duplicate is None:
            raise NotPortableError(self._not_portable)
        return Document(value, self._duplicate)

    def _value(self) -> Json:
        """Read one value with everything in it, with a list of open containers in place of recursion."""
        while True:
            finished, value = self._begin_value()
            while finished:
                if not self._open:
                    return value
                finished, value = self._add_to_innermost(value)

    def _begin_value(self) -> Tuple[bool, Json]:
        """Read a simple value, or open an array or object. False means that a value must follow."""
        self._skip_white_space()
        sign = self._peek()
        if sign == "{":
            return self._open_container(_Container({}), "}")
        if sign == "[":
            return self._open_container(_Container([]), "]")
        if sign == '"':
            return True, self._string()
        for word, meaning in _LITERALS:
            if self._text.startswith(word, self._at):
                self._at += len(word)
                return True, meaning
        return True, self._number()

    def _open_container(self, container: _Container, end: str) -> Tuple[bool, Json]:
        self._at += 1
        self._skip_white_space()
        if self._peek() == end:
            self._at += 1
            return True, container.value
        self._open.append(container)
        if len(self._open) > DEEPEST_NESTING:
            raise NotPortableError("It is nested too deeply.")
        if isinstance(container.value, dict):
            self._member_name(container)
        return False, None

    def _add_to_innermost(self, value: Json) -> Tuple[bool, Json]:
        """Add a finished value to the innermost open container. True if that also finished the container."""
        container = self._open[-1]
        holder = container.value
        if isinstance(holder, dict):
            holder[container.name] = value
            end = "}"
        else:
            holder.append(value)
            end = "]"
        self._skip_white_space()
        sign = self._peek()
        if sign == end:
            self._at += 1
            self._open.pop()
            return True, holder
        if sign != ",":
            self._refuse(f"Expected , or {end}")
        self._at += 1
        if isinstance(holder, dict):
            self._skip_white_space()
            self._member_name(container)
        return False, None

    def _member_name(self, container: _Container) -> None:
        if self._peek() != '"':
            self._refuse("Expected the name of a member")
        container.name = self._string()
        if container.name in container.value and self._duplicate is None:
            self._duplicate = "".join(each.step() for each in self._open)
        self._skip_white_space()
        if self._peek() != ":":
            self._refuse("Expected : after the name of a member")
        self._at += 1

    def _string(self) -> str:
        self._at += 1
        parts: List[str] = []
        while True:
            plain = _PLAIN_TEXT.match(self._text, self._at)
            assert plain is not None  # it also matches the empty string
            parts.append(plain.group())
            self._at = plain.end()
            sign = self._peek()
            if sign == '"':
                self._at += 1
                return self._checked_unicode("".join(parts))
            if sign != "\\":
                self._refuse("A text does not end, or has a control character in it")
            parts.append(self._escape())

    def _escape(self) -> str:
        letter = self._text[self._at + 1 : self._at + 2]
        if letter in _ESCAPES and letter != "":
            self._at += 2
            return _ESCAPES[letter]
        unit = self._unicode_escape()
        if unit is None:
            self._refuse("A text has a wrong escape")
        if 0xD800 <= unit < 0xDC00:
            at_high = self._at
            low = self._unicode_escape()
            if low is not None and 0xDC00 <= low < 0xE000:
                return chr(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00))
            self._at = at_high
        return chr(unit)

    def _unicode_escape(self) -> Optional[int]:
        if not self._text.startswith("\\u", self._at):
            return None
        digits = _FOUR_HEX.match(self._text, self._at + 2)
        if digits is None:
            return None
        self._at = digits.end()
        return int(digits.group(), 16)

    def _checked_unicode(self, text: str) -> str:
        """A lone surrogate has no UTF-8 form, so a value that contains one cannot be hashed."""
        if self._not_portable is None and _HALF_PAIR.search(text) is not None:
            self._not_portable = "A text in it is no Unicode."
        return text

    def _number(self) -> Union[int, float]:
        match = _NUMBER.match(self._text, self._at)
        if match is None:
            self._refuse("Expected a value")
        self._at = match.end()
        token = match.group()
        if token.lstrip("-").isdigit() and len(token) <= 15:
            return int(token)
        number = plain_number(float(token))
        if isinstance(number, float) and number in (float("inf"), float("-inf")):
            self._not_portable = self._not_portable or "A number in it is too large."
        return number

    def _skip_white_space(self) -> None:
        match = _WHITE_SPACE.match(self._text, self._at)
        assert match is not None  # it also matches the empty string
        self._at = match.end()

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]

    def _refuse(self, what: str) -> NoReturn:
        line = self._text.count("\n", 0, self._at) + 1
        column = self._at - self._text.rfind("\n", 0, self._at)
        raise NotJsonError(f"{what} (line {line} column {column}).")


def plain_number(number: float) -> Union[int, float]:
    """A whole number as an integer: JSON has one kind of number, so 20.0 is 20."""
    if number.is_integer() and abs(number) <= _LARGEST_SAFE_INTEGER:
        return int(number)
    return number
