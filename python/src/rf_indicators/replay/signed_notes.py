"""Verifier keys and checkpoints in the text format of C2SP signed notes."""

import base64
import binascii
import hashlib
import re
from typing import List, NamedTuple, Optional, Sequence, Tuple

from .ed25519 import is_valid_signature

_ED25519 = b"\x01"
_COSIGNATURE = b"\x04"
_KEY_NAME = re.compile(r"[^\s+\x00-\x1f]+")
_KEY_HASH = re.compile(r"[0-9a-f]{8}")
_BASE64 = re.compile(r"[A-Za-z0-9+/]*={0,2}")
_TREE_SIZE = re.compile(r"0|[1-9][0-9]{0,15}")
_SIGNATURE_LINE = re.compile(r"— ([^\s+\x00-\x1f]+) ([A-Za-z0-9+/]+={0,2})")
_MOST_SIGNATURES = 100


class KeyFormError(ValueError):
    """The text is not a valid verifier key."""


class VerifierKey(NamedTuple):
    name: str
    hash: bytes
    public_key: bytes

    @property
    def id(self) -> str:
        """Name and hash, as signatures identify their key."""
        return f"{self.name}+{self.hash.hex()}"


class Checkpoint(NamedTuple):
    origin: str
    tree_size: int
    root_hash: bytes


def strict_base64(text: str) -> Optional[bytes]:
    """Decode canonical base64 with padding; None for any other text, including one with unused bits set."""
    if _BASE64.fullmatch(text) is None:
        return None
    try:
        decoded = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
    return decoded if base64.b64encode(decoded).decode("ascii") == text else None


class WitnessKey(NamedTuple):
    """The key of a witness. It is not a VerifierKey, so that it cannot be taken for a key of the log."""

    name: str
    hash: bytes
    public_key: bytes

    @property
    def id(self) -> str:
        """Name and hash, as signature lines identify their key."""
        return f"{self.name}+{self.hash.hex()}"


def read_verifier_key(text: str) -> VerifierKey:
    """``<name>+<hash>+<base64(0x01 || public key)>``. Raises KeyFormError."""
    return VerifierKey(*_key_parts(text, _ED25519, "Ed25519"))


def read_witness_key(text: str) -> WitnessKey:
    """``<name>+<hash>+<base64(0x04 || public key)>``. Raises KeyFormError."""
    return WitnessKey(*_key_parts(text, _COSIGNATURE, "Ed25519 cosignatures"))


def _key_parts(text: str, algorithm: bytes, algorithm_name: str) -> Tuple[str, bytes, bytes]:
    parts = text.strip().split("+", 2)
    if parts[:2] == ["PRIVATE", "KEY"]:
        raise KeyFormError("This is a signing key. Pass its public key, from the file that ends in .pub.")
    if len(parts) != 3 or _KEY_NAME.fullmatch(parts[0]) is None or _KEY_HASH.fullmatch(parts[1]) is None:
        raise KeyFormError("A verifier key has the form name+hash+base64.")
    key_bytes = strict_base64(parts[2])
    if key_bytes is None:
        raise KeyFormError("The verifier key is not valid base64.")
    if key_bytes[:1] != algorithm:
        raise KeyFormError(f"The verifier key is not for {algorithm_name}.")
    if len(key_bytes) != 33:
        raise KeyFormError(f"The verifier key holds {len(key_bytes) - 1} bytes after its algorithm, not 32.")
    key_hash = hashlib.sha256(parts[0].encode("utf-8") + b"\n" + key_bytes).digest()[:4]
    if key_hash.hex() != parts[1]:
        raise KeyFormError("The key hash does not belong to this name and public key.")
    return parts[0], key_hash, key_bytes[1:]


def open_checkpoint(note: str, keys: Sequence[VerifierKey]) -> Optional[Checkpoint]:
    """The checkpoint in a signed note, if one of these keys signed it and its origin is the name of that key.

    Every signature in the name of one of these keys must be valid. One invalid line makes the note invalid.
    """
    split = split_note(note)
    if split is None:
        return None
    text, signatures = split
    signers = _signers(text.encode("utf-8"), signatures, keys)
    if not signers:
        return None
    checkpoint = _read_checkpoint(text)
    if checkpoint is None or checkpoint.origin not in {key.name for key in signers}:
        return None
    return checkpoint


class NoteSignature(NamedTuple):
    name: str
    key_hash: bytes
    signature: bytes


def split_note(note: str) -> Optional[Tuple[str, List[NoteSignature]]]:
    """The text of a note and its signatures, none of which is verified; None if the note is malformed."""
    text, separator, signature_text = note.rpartition("\n\n")
    if not separator or not signature_text.endswith("\n"):
        return None
    lines = signature_text[:-1].split("\n")
    if len(lines) > _MOST_SIGNATURES:
        return None
    signatures: List[NoteSignature] = []
    for line in lines:
        match = _SIGNATURE_LINE.fullmatch(line)
        signature = strict_base64(match.group(2)) if match else None
        if match is None or signature is None or len(signature) <= 4:
            return None
        signatures.append(NoteSignature(match.group(1), signature[:4], signature[4:]))
    return text + "\n", signatures


def _signers(
    message: bytes, signatures: Sequence[NoteSignature], keys: Sequence[VerifierKey]
) -> Optional[List[VerifierKey]]:
    signers: List[VerifierKey] = []
    for name, key_hash, signature in signatures:
        key = next((key for key in keys if key.name == name and key.hash == key_hash), None)
        if key is None:
            continue
        if not is_valid_signature(key.public_key, message, signature):
            return None
        signers.append(key)
    return signers


def _read_checkpoint(text: str) -> Optional[Checkpoint]:
    lines = text.split("\n")
    if len(lines) != 4 or _TREE_SIZE.fullmatch(lines[1]) is None:
        return None
    root_hash = strict_base64(lines[2])
    if root_hash is None or len(root_hash) != 32:
        return None
    return Checkpoint(lines[0], int(lines[1]), root_hash)
