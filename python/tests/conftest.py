"""Fixtures that all tests use."""

import functools
import ssl
from typing import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def _certificates_read_once() -> Iterator[None]:
    """Each client reads the certificate authorities when it is created, which takes longer than most tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ssl, "create_default_context", functools.lru_cache(maxsize=None)(ssl.create_default_context))
        yield
