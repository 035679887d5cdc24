"""What a client was told, checked once."""

from typing import NamedTuple, Optional

from .etag_cache import EtagCache
from .wire import checked_base_url

DEFAULT_BASE_URL = "http://127.0.0.1:8080"
"""Where the service listens unless it is told otherwise."""


class Settings(NamedTuple):
    api_key: Optional[str]
    base_url: str
    timeout: float
    max_retries: int
    max_wait: float
    cache: Optional[EtagCache]


def checked_settings(
    api_key: Optional[str], base_url: str, timeout: float, max_retries: int, max_wait: float, etag_cache: bool
) -> Settings:
    if api_key is not None and (not api_key.isascii() or not api_key.isprintable() or not api_key.strip()):
        raise ValueError("The API key is empty or holds characters that no key has.")
    if max_retries < 0 or max_wait < 0 or timeout <= 0:
        raise ValueError("max_retries and max_wait are not negative, and timeout is above zero.")
    return Settings(
        api_key, checked_base_url(base_url), timeout, max_retries, max_wait, EtagCache() if etag_cache else None
    )
