"""Policies: conditions over named values of a provider, and the decision that follows, without a network."""

from typing import Any, Mapping

from ..replay.canonical import sha256_hex
from .decision import decide
from .valid_until import valid_until

__all__ = ["decide", "policy_digest", "valid_until"]


def policy_digest(policy: Mapping[str, Any]) -> str:
    """The digest under which a version of a policy is known."""
    return sha256_hex(dict(policy))
