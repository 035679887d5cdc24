"""Cosignatures of witnesses (C2SP tlog-cosignature, version 1), and how many of them a caller requires."""

import datetime
from typing import Dict, List, NamedTuple, Optional, Sequence, Union

from .ed25519 import is_valid_signature
from .json_reader import Json
from .report import FAULTS, Check, failed
from .signed_notes import NoteSignature, WitnessKey, read_witness_key, split_note

Witnesses = Union[str, WitnessKey, Sequence[Union[str, WitnessKey]]]
"""One or several keys of witnesses, as texts or as read by ``read_witness_key``."""

_TIME_LENGTH = 8
_LARGEST_TIME = 2**53 - 1
_LAST_DATE = 253402300799
"""The last second of the year 9999. JavaScript writes later years otherwise."""


class Cosignature(NamedTuple):
    """A cosignature that was verified, and when the witness made it, in seconds since 1970."""

    witness: WitnessKey
    time: int


class InvalidCosignatureError(ValueError):
    """A signature line in the name of a known witness does not verify, or the note is malformed."""


class WitnessPolicy(NamedTuple):
    witnesses: Sequence[WitnessKey]
    required: int


def open_cosignatures(note: str, witnesses: Sequence[WitnessKey]) -> List[Cosignature]:
    """The cosignatures of a note by these witnesses, at most one per witness. Raises InvalidCosignatureError."""
    split = split_note(note)
    if split is None:
        raise InvalidCosignatureError("The checkpoint is not a signed note.")
    text, signatures = split
    found: Dict[str, Cosignature] = {}
    for signature in signatures:
        witness = _witness_of(signature, witnesses)
        if witness is None:
            continue
        time = _cosigned_at(text, signature.signature, witness)
        if time is None:
            raise InvalidCosignatureError(f"The cosignature by {witness.id} is not valid.")
        found.setdefault(witness.id, Cosignature(witness, time))
    return list(found.values())


def witness_policy(witnesses: Optional[Witnesses], required: Optional[int]) -> Optional[WitnessPolicy]:
    """None if no witness is named. Raises KeyFormError for a key, and ValueError for a number that is out of range."""
    given = [] if witnesses is None else [witnesses] if isinstance(witnesses, (str, WitnessKey)) else list(witnesses)
    keys = {key.id: key for key in (each if isinstance(each, WitnessKey) else read_witness_key(each) for each in given)}
    if not keys and required is None:
        return None
    count = len(keys) if required is None else required
    if not 0 <= count <= len(keys):
        raise ValueError(f"required_witnesses must be from 0 to {len(keys)}, the number of different witnesses.")
    return WitnessPolicy(list(keys.values()), count)


def witnesses_check(policy: WitnessPolicy, log: Optional[Dict[str, Json]]) -> Check:
    note = None if log is None else log.get("checkpoint")
    pointer = "/data/log/checkpoint"
    try:
        found = open_cosignatures(note, policy.witnesses) if isinstance(note, str) else []
    except InvalidCosignatureError as error:
        return failed("witnesses", "witnesses_missing", pointer, str(error))
    detail = f"{len(found)} of {len(policy.witnesses)} cosigned the checkpoint, {policy.required} required"
    if found:
        detail += ": " + ", ".join(f"{witness.id} at {_time_text(time)}" for witness, time in found)
    if len(found) >= policy.required:
        return Check("witnesses", f"{detail}.")
    return failed("witnesses", "witnesses_missing", pointer, f"{FAULTS['witnesses_missing']} {detail}.")


def _witness_of(signature: NoteSignature, witnesses: Sequence[WitnessKey]) -> Optional[WitnessKey]:
    return next((key for key in witnesses if key.name == signature.name and key.hash == signature.key_hash), None)


def _cosigned_at(text: str, signature: bytes, witness: WitnessKey) -> Optional[int]:
    time = int.from_bytes(signature[:_TIME_LENGTH], "big")
    message = f"cosignature/v1\ntime {time}\n{text}".encode()
    if not 0 < time <= _LARGEST_TIME or not is_valid_signature(witness.public_key, message, signature[_TIME_LENGTH:]):
        return None
    return time


def _time_text(seconds: int) -> str:
    if seconds > _LAST_DATE:
        return str(seconds)
    at = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")
