"""Policies: conditions over named values of a provider, and the decision that follows, without a network.

``check_formatted`` proves who signed decisions or a bundle, and ``replay_decisions`` makes decisions again.
"""

from typing import Any, Mapping

from ..replay.canonical import sha256_hex
from .decision import decide
from .package_values import package_values
from .replaying import DECISIONS_FAULTS, DecidedPackage, replay_decisions
from .signed_decisions import request_digest
from .signing import check_formatted
from .valid_until import valid_until

__all__ = [
    "DECISIONS_FAULTS",
    "DecidedPackage",
    "check_formatted",
    "decide",
    "package_values",
    "policy_digest",
    "replay_decisions",
    "request_digest",
    "valid_until",
]


def policy_digest(policy: Mapping[str, Any]) -> str:
    """The digest under which a version of a policy is known."""
    return sha256_hex(dict(policy))
