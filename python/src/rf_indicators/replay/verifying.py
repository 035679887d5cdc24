"""Replays an answer, and proves with pinned keys who signed it and that the log contains it."""

from typing import Dict, List, Optional, Sequence, Union

from .answer import Answer, read_answer
from .canonical import canonical_json
from .ed25519 import is_valid_signature
from .json_reader import Json
from .merkle import root_from_proof
from .replaying import AnswerSource, replay_checks
from .report import Check, ReplayReport, failed
from .signed_notes import VerifierKey, open_checkpoint, read_verifier_key, strict_base64


def verify(answer: AnswerSource, keys: Union[str, VerifierKey, Sequence[Union[str, VerifierKey]]]) -> ReplayReport:
    """Replay an answer and check its signature and, if present, its log entry.

    Get the keys from the publisher, not from the file: a forger can put their own key into a file. Raises KeyFormError
    if a key is not a valid verifier key, and ValueError if there is no key.
    """
    pinned = pinned_keys(keys)
    read = read_answer(answer)
    if isinstance(read, Check):
        return ReplayReport(None, [read])
    checks = [*replay_checks(read), _signature(read, pinned)]
    if read.log is not None:
        checks.append(_log(read, read.log, pinned))
    return ReplayReport(read.verification_id, checks)


def pinned_keys(keys: Union[str, VerifierKey, Sequence[Union[str, VerifierKey]]]) -> List[VerifierKey]:
    given = [keys] if isinstance(keys, (str, VerifierKey)) else list(keys)
    if not given:
        raise ValueError("Pass at least one key. A key that comes with the file proves nothing.")
    return [key if isinstance(key, VerifierKey) else read_verifier_key(key) for key in given]


def _signature(answer: Answer, keys: Sequence[VerifierKey]) -> Check:
    signature = answer.signature
    if signature is None:
        return failed("signature", "signature_missing", "/data/signature")
    key_id, value = signature.get("key_id"), signature.get("value")
    if signature.get("algorithm") != "Ed25519" or not isinstance(key_id, str) or not isinstance(value, str):
        return failed("signature", "signature_malformed", "/data/signature")
    key = next((key for key in keys if key.id == key_id), None)
    if key is None:
        return failed("signature", "key_not_pinned", "/data/signature/key_id")
    signature_bytes = strict_base64(value)
    if signature_bytes is None or not is_valid_signature(
        key.public_key, canonical_json(answer.statement), signature_bytes
    ):
        return failed("signature", "signature_invalid", "/data/signature/value")
    return Check("signature", f"Signed with {key.id}.")


def _log(answer: Answer, log: Dict[str, Json], keys: Sequence[VerifierKey]) -> Check:
    index, tree_size = _whole(log.get("index")), _whole(log.get("tree_size"))
    note, proof = log.get("checkpoint"), _proof(log.get("inclusion_proof"))
    if index is None or tree_size is None or not isinstance(note, str) or proof is None:
        return failed("log", "log_malformed", "/data/log")
    checkpoint = open_checkpoint(note, keys)
    if checkpoint is None:
        return failed("log", "checkpoint_invalid", "/data/log/checkpoint")
    root = root_from_proof(canonical_json(answer.statement), index, tree_size, proof)
    if checkpoint.tree_size != tree_size or root != checkpoint.root_hash:
        return failed("log", "inclusion_invalid", "/data/log")
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
