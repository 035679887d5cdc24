"""How values are shown in sentences: in JSON's form, and cut where they are long."""

from .canonical import canonical_text
from .json_reader import Json, utf16_length, utf16_prefix

_LONGEST_SHOWN = 80


def quoted(text: str) -> str:
    """A text in quotes; of a long one the first 80 characters."""
    cut = utf16_prefix(text, _LONGEST_SHOWN)
    return canonical_text(text if cut == text else cut + "...")


def shown(value: Json) -> str:
    """A value in its canonical form; of a long one the first 80 characters of that form."""
    text = canonical_text(value)
    return text if utf16_length(text) <= _LONGEST_SHOWN else utf16_prefix(text, _LONGEST_SHOWN) + "..."
