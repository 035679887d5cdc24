"""Replays an answer, and proves with pinned keys who signed it and that the log contains it."""

from typing import List, Optional, Sequence, Union

from .answer import read_answer
from .proof import Proved, log_check, signature_check
from .replaying import AnswerSource, replay_checks
from .report import FAULTS, Check, ReplayReport
from .signed_notes import VerifierKey, read_verifier_key
from .witnesses import Witnesses, witness_policy, witnesses_check

PinnedKeys = Union[str, VerifierKey, Sequence[Union[str, VerifierKey]]]
"""One or several verifier keys, as texts or as read by ``read_verifier_key``."""


def verify(
    answer: AnswerSource,
    keys: PinnedKeys,
    *,
    witnesses: Optional[Witnesses] = None,
    required_witnesses: Optional[int] = None,
) -> ReplayReport:
    """Replay an answer and check its signature and, if present, its log entry.

    Get the keys from the publisher, not from the file: a forger can put their own key into a file. Raises KeyFormError
    if a key is not a valid verifier key, and ValueError if there is no key.

    With ``witnesses``, also check that so many of them cosigned the checkpoint, or all of them.
    """
    pinned = pinned_keys(keys)
    policy = witness_policy(witnesses, required_witnesses)
    read = read_answer(answer)
    if isinstance(read, Check):
        return ReplayReport(None, [read])
    proved = Proved(read.statement, pinned, FAULTS)
    checks = [*replay_checks(read), signature_check(proved, read.signature)]
    if read.log is not None:
        checks.append(log_check(proved, read.log))
    if policy is not None:
        checks.append(witnesses_check(policy, read.log))
    return ReplayReport(read.verification_id, checks)


def pinned_keys(keys: PinnedKeys) -> List[VerifierKey]:
    given = [keys] if isinstance(keys, (str, VerifierKey)) else list(keys)
    if not given:
        raise ValueError("Pass at least one key. A key that comes with the file proves nothing.")
    return [key if isinstance(key, VerifierKey) else read_verifier_key(key) for key in given]
