"""The options of a client, checked once."""

from typing import NamedTuple, Optional

from .etag_cache import EtagCache
from .wire import checked_base_url


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
        raise ValueError("The API key is empty or contains characters that API keys never contain.")
    if max_retries < 0:
        raise ValueError("max_retries must not be negative.")
    if max_wait < 0:
        raise ValueError("max_wait must not be negative.")
    if timeout <= 0:
        raise ValueError("timeout must be greater than 0.")
    return Settings(
        api_key, checked_base_url(base_url), timeout, max_retries, max_wait, EtagCache() if etag_cache else None
    )
