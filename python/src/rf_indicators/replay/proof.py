"""Checks the signature of an object and its entry in the log, with pinned keys."""

from typing import Dict, List, Mapping, NamedTuple, Optional, Sequence

from .canonical import canonical_json
from .ed25519 import is_valid_signature
from .json_reader import Json
from .merkle import root_from_proof
from .report import Check, failed
from .signed_notes import VerifierKey, open_checkpoint, strict_base64


class Proved(NamedTuple):
    """The object that was signed and logged, and the texts that describe faults of its proof."""

    value: Dict[str, Json]
    keys: Sequence[VerifierKey]
    texts: Mapping[str, str]

    def failed(self, check: str, fault: str, pointer: str) -> Check:
        return failed(check, fault, pointer, self.texts[fault])


def signature_check(proved: Proved, signature: Optional[Dict[str, Json]]) -> Check:
    if signature is None:
        return proved.failed("signature", "signature_missing", "/data/signature")
    key_id, value = signature.get("key_id"), signature.get("value")
    if signature.get("algorithm") != "Ed25519" or not isinstance(key_id, str) or not isinstance(value, str):
        return proved.failed("signature", "signature_malformed", "/data/signature")
    key = next((key for key in proved.keys if key.id == key_id), None)
    if key is None:
        return proved.failed("signature", "key_not_pinned", "/data/signature/key_id")
    signature_bytes = strict_base64(value)
    signed = canonical_json(proved.value)
    if signature_bytes is None or not is_valid_signature(key.public_key, signed, signature_bytes):
        return proved.failed("signature", "signature_invalid", "/data/signature/value")
    return Check("signature", f"Signed with {key.id}.")


def log_check(proved: Proved, log: Dict[str, Json]) -> Check:
    index, tree_size = _whole(log.get("index")), _whole(log.get("tree_size"))
    note, proof = log.get("checkpoint"), _proof(log.get("inclusion_proof"))
    if index is None or tree_size is None or not isinstance(note, str) or proof is None:
        return proved.failed("log", "log_malformed", "/data/log")
    checkpoint = open_checkpoint(note, proved.keys)
    if checkpoint is None:
        return proved.failed("log", "checkpoint_invalid", "/data/log/checkpoint")
    root = root_from_proof(canonical_json(proved.value), index, tree_size, proof)
    if checkpoint.tree_size != tree_size or root != checkpoint.root_hash:
        return proved.failed("log", "inclusion_invalid", "/data/log")
    return Check("log", f"Entry {index} of {tree_size} in {checkpoint.origin}.")


def _whole(value: Json) -> Optional[int]:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _proof(value: Json) -> Optional[List[bytes]]:
    if not isinstance(value, list):
        return None
    proof: List[bytes] = []
    for entry in value:
        sibling = strict_base64(entry) if isinstance(entry, str) else None
        if sibling is None:
            return None
        proof.append(sibling)
    return proof
