"""How values appear in sentences: as JSON, shortened if they are long."""

from .canonical import canonical_text
from .json_reader import Json, utf16_length, utf16_prefix

_LONGEST_SHOWN = 80


def quoted(text: str) -> str:
    """A string in quotes, shortened to 80 characters."""
    cut = utf16_prefix(text, _LONGEST_SHOWN)
    return canonical_text(text if cut == text else cut + "...")


def shown(value: Json) -> str:
    """A value in its canonical form, shortened to 80 characters."""
    text = canonical_text(value)
    return text if utf16_length(text) <= _LONGEST_SHOWN else utf16_prefix(text, _LONGEST_SHOWN) + "..."
