"""An independent second implementation of the published calculation. It needs only the standard library.

``replay`` recomputes a computation answer from its file. ``verify`` also proves who signed it and that the log contains
it, with a key that you pin. ``verify_confirmation`` proves when a run found which indicators unchanged. ``score``
returns the canonical result for the inputs of one provider, and ``outlook`` what ageing alone does to it.
"""

from .answer import UnreadableAnswerError
from .canonical import canonical_json, sha256_hex, verification_id
from .confirmations import is_confirmation, verify_confirmation
from .framework import Framework
from .framework_place import FrameworkError
from .framework_reader import read_framework
from .json_reader import NotJsonError, NotPortableError, read_json
from .outlook import outlook
from .replaying import AnswerSource, replay
from .report import CONFIRMATION_FAULTS, FAULTS, Check, ReplayReport
from .result import score
from .signed_notes import KeyFormError, VerifierKey, WitnessKey, read_verifier_key, read_witness_key
from .verifying import verify
from .witnesses import Cosignature, InvalidCosignatureError, open_cosignatures

__all__ = [
    "CONFIRMATION_FAULTS",
    "FAULTS",
    "AnswerSource",
    "Check",
    "Cosignature",
    "Framework",
    "FrameworkError",
    "InvalidCosignatureError",
    "KeyFormError",
    "NotJsonError",
    "NotPortableError",
    "ReplayReport",
    "UnreadableAnswerError",
    "VerifierKey",
    "WitnessKey",
    "canonical_json",
    "is_confirmation",
    "open_cosignatures",
    "outlook",
    "read_framework",
    "read_json",
    "read_verifier_key",
    "read_witness_key",
    "replay",
    "score",
    "sha256_hex",
    "verification_id",
    "verify",
    "verify_confirmation",
]
