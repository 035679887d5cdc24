"""Checks signatures of documents of policies.

The name of the format stands before the bytes, so that no such signature can pass as one of a statement, a checkpoint
or a document of another format.
"""

from typing import Any, Mapping, Sequence

from ..replay.canonical import canonical_json
from ..replay.ed25519 import is_valid_signature
from ..replay.signed_notes import VerifierKey, strict_base64


def check_formatted(document: Mapping[str, Any], signature: Mapping[str, Any], keys: Sequence[VerifierKey]) -> str:
    """Whether one of the trusted keys signed exactly this document: ``valid``, ``unknown_key`` or ``invalid``."""
    key = next((key for key in keys if key.id == signature.get("key_id")), None)
    if key is None:
        return "unknown_key"
    value, name = signature.get("value"), document.get("format")
    given = strict_base64(value) if isinstance(value, str) else None
    if given is None or not isinstance(name, str):
        return "invalid"
    signed = name.encode("utf-8") + b"\n" + canonical_json(dict(document))
    return "valid" if is_valid_signature(key.public_key, signed, given) else "invalid"
