"""Calls for decisions and bundles as generators. Both clients send what they yield; all checks are made here, once."""

import secrets
from typing import Any, Dict, Generator, List, NamedTuple, Optional, Sequence, TypeVar

from ..errors import NetworkError, RfError
from ..models.base import Model
from ..policy import check_formatted, decide, policy_digest, request_digest
from ..policy.decision import FORMAT
from ..policy.instants import instant_of, seconds_of
from ..policy.signed_decisions import BUNDLE_FORMAT, DECISIONS_FORMAT, unknown_snapshot
from ..replay.signed_notes import VerifierKey
from ..replay.verifying import PinnedKeys, pinned_keys
from .answers import model_answer
from .decisions import (
    ROUNDED,
    Decision,
    Evaluated,
    Stopwatch,
    UntrustedAnswerError,
    decided,
    failure,
    instant,
    reason_of,
)
from .wire import Call, path_segment, present_members

DEADLINE_MS = 5000
_DAY = 86_400.0
_GARBAGE = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError)

Result = TypeVar("Result")
Steps = Generator[Call[Model], Model, Result]
"""Yields the calls to send. Resume with the answer, or throw the error."""


class Options(NamedTuple):
    keys: List[VerifierKey]
    deadline: float
    """Seconds."""
    on_failure: str
    workspace_id: Optional[str]


def read_options(keys: PinnedKeys, deadline_ms: float, on_failure: str, workspace_id: Optional[str]) -> Options:
    if on_failure not in ("BLOCK", "REVIEW"):
        raise ValueError("on_failure must be BLOCK or REVIEW: a failure says nothing about a provider.")
    if not deadline_ms > 0:
        raise ValueError("deadline_ms must be greater than 0.")
    return Options(pinned_keys(keys), deadline_ms / 1000, on_failure, workspace_id)


class Question(NamedTuple):
    policy: str
    providers: List[str]
    exposure: str = "new"
    reference: Optional[str] = None
    at: Optional[str] = None


def read_question(
    policy: str, providers: Sequence[str], exposure: str, reference: Optional[str], at: Optional[str]
) -> Question:
    if isinstance(providers, str) or not providers or not all(isinstance(one, str) and one for one in providers):
        raise ValueError("providers must be a list of ids that is not empty.")
    _check_exposure(exposure)
    request_digest(policy, list(providers), "", exposure, reference, at)  # raises for texts that are no Unicode
    return Question(policy, list(providers), exposure, reference, at)


def asking(question: Question, options: Options, idempotency_key: Optional[str] = None) -> Steps[Dict[str, Any]]:
    """What the service signed. Raises an RfError if it does not pass every check."""
    nonce = secrets.token_hex(16)
    body = present_members({**question._asdict(), "nonce": nonce})
    headers = {"idempotency-key": idempotency_key or nonce}
    answer = yield Call("POST", "/api/v1/evaluate", model_answer(Model), body=body, headers=headers, takes_key=True)
    try:
        wrong = _first_wrong(answer.raw, question, nonce, options)
    except _GARBAGE:
        wrong = "it has not the form of one"
    if wrong is not None:
        raise UntrustedAnswerError(f"The answer cannot be trusted: {wrong}.")
    return answer.raw


def _first_wrong(signed: Dict[str, Any], question: Question, nonce: str, options: Options) -> Optional[str]:
    document = signed["document"]
    policy, at = document["policy"], question.at
    digest = request_digest(
        question.policy, question.providers, nonce, question.exposure, question.reference, question.at
    )
    is_digest = len(question.policy) == 64 and all(sign in "0123456789abcdef" for sign in question.policy)
    in_order = instant(document["valid_until"]) >= instant(document["issued_at"])
    checks = (
        (document["format"] == DECISIONS_FORMAT, "it is no document of decisions"),
        (_is_signed(signed, options), "it is not signed with a key that you pinned"),
        (document["nonce"] == nonce and document["request_digest"] == digest, "it answers another call"),
        (policy["digest" if is_digest else "name"] == question.policy, "it is of another policy"),
        (document["exposure"] == question.exposure, "it is about another exposure"),
        (document["reference"] == question.reference, "it has another reference"),
        (options.workspace_id in (None, document["workspace_id"]), "it is of another workspace"),
        (document["hypothetical"] is (at is not None), "it is for another instant"),
        (document["at"] == (at or document["issued_at"]), "it is for another instant"),
        (in_order, "it does not say until when it is valid"),
        (all(isinstance(one, dict) for one in document["providers"]), "it has no decisions"),
    )
    return next((what for holds, what in checks if not holds), None)


def _is_signed(signed: Dict[str, Any], options: Options) -> bool:
    return check_formatted(signed["document"], signed["signature"], options.keys) == "valid"


def evaluating(
    question: Question, options: Options, watch: Stopwatch, idempotency_key: Optional[str]
) -> Steps[Evaluated]:
    """Never raises: a failure is a result too."""
    hypothetical = question.at is not None
    try:
        signed = yield from asking(question, options, idempotency_key)
        check_time(options, watch)
    except RfError as error:
        return Evaluated(watch, options.on_failure, error=error, hypothetical=hypothetical)
    return Evaluated(watch, options.on_failure, signed, hypothetical=hypothetical)


def check_time(options: Options, watch: Stopwatch) -> float:
    """The seconds that are left. Raises if none are."""
    left = options.deadline - watch.elapsed()
    if left <= 0:
        raise NetworkError(f"There was no answer within {options.deadline:g} s.", timed_out=True)
    return left


class _Clock:
    """The latest instant that it can be at the service.

    A bundle carries no nonce, and the service or somebody between may give one that is minutes or days old. A decision
    that answers a nonce of this process says when it is, and a stopwatch goes on from there.
    """

    def __init__(self, issued_at: float, watch: Stopwatch) -> None:
        self._watch = watch
        self._offset = issued_at + ROUNDED

    @property
    def is_old(self) -> bool:
        """Two machines drift apart by seconds in a day."""
        return self._watch.elapsed() > _DAY

    def latest(self) -> float:
        return self._offset + self._watch.elapsed()

    def has_been(self, issued_at: float) -> None:
        """Something was signed at this instant, so that it is over."""
        self._offset += max(0.0, issued_at - self.latest())


class _Held(NamedTuple):
    policy: Dict[str, Any]
    digest: str
    issued_at: int
    valid_until: int
    by_provider: Dict[str, Dict[str, Any]]


class BundleState:
    """A policy with what it reads of the providers in its scope: decides without a request until it ends."""

    def __init__(self, name: str, options: Options) -> None:
        self._name, self._options = name, options
        self._path = f"/api/v1/policies/{path_segment(name, 'name')}/bundle"
        self._held: Optional[_Held] = None
        self._clock: Optional[_Clock] = None
        self._failures = 0
        self.reason: Optional[str] = None
        """Why the newest attempt to renew it failed; None if it did not."""

    @property
    def valid_until(self) -> Optional[str]:
        """Until when it decides; None before the first bundle arrived."""
        return None if self._held is None else instant_of(self._held.valid_until)

    @property
    def policy_digest(self) -> Optional[str]:
        """The digest of the version that decides."""
        return None if self._held is None else self._held.digest

    def decision_of(self, provider_id: str, exposure: str = "new") -> Decision:
        """The decision on a provider as of now. One that is not in the bundle is unknown, and therefore BLOCK."""
        _check_exposure(exposure)
        held, clock = self._held, self._clock
        if held is None or clock is None:
            return failure(provider_id, self._options.on_failure, self.reason or "unavailable")
        now = clock.latest()
        if now >= held.valid_until:
            return failure(provider_id, self._options.on_failure, "expired")
        one = held.by_provider.get(provider_id)
        snapshot = unknown_snapshot(provider_id) if one is None else one["snapshot"]
        found = decide(held.policy, snapshot, instant_of(int(now)), exposure)
        return decided(found, "bundle", None if one is None else one["verification_id"])

    def renewing(self, watch: Stopwatch) -> Steps[float]:
        """The seconds until it should be renewed again. Never raises."""
        try:
            answer = yield Call("GET", self._path, model_answer(Model), takes_key=True)
            held = self._read(answer.raw)
            clock = self._clock
            if clock is None or clock.is_old:
                question = Question(self._name, [next(iter(held.by_provider), "none")])
                signed = yield from asking(question, self._options)
                clock = _Clock(instant(signed["document"]["issued_at"]), watch)
            check_time(self._options, watch)
        except RfError as error:
            return self._failed(error)
        clock.has_been(held.issued_at)
        self._clock, self.reason, self._failures = clock, None, 0
        # Another node, or somebody between, may give one that is older than the one before.
        if self._held is None or held.issued_at >= self._held.issued_at:
            self._held = held
        # The service has another one from half of the time of this one on.
        return max(1.0, (self._held.valid_until - clock.latest()) / 2)

    def _failed(self, error: RfError) -> float:
        self.reason = reason_of(error)
        # What the service no longer gives must not decide any longer.
        if self.reason in ("refused", "unauthorised"):
            self._held = None
        self._failures += 1
        asked: Optional[float] = getattr(error, "retry_after", None)
        return max(asked or 0.0, min(60.0, 2.0 ** (self._failures - 1)))

    def _read(self, signed: Dict[str, Any]) -> _Held:
        try:
            held = self._held_of(signed)
        except _GARBAGE:
            held = None
        if held is None:
            raise UntrustedAnswerError("The bundle cannot be trusted.")
        return held

    def _held_of(self, signed: Dict[str, Any]) -> Optional[_Held]:
        document = signed["document"]
        policy, providers = document["policy"], document["providers"]
        issued_at, valid_until = instant(document["issued_at"]), instant(document["valid_until"])
        by_provider = {one["snapshot"]["provider"]: _verified_before(issued_at, one) for one in providers}
        is_right = (
            document["format"] == BUNDLE_FORMAT
            and _is_signed(signed, self._options)
            and policy["format"] == FORMAT
            and policy["name"] == self._name
            and policy_digest(policy) == document["policy_digest"]
            and self._options.workspace_id in (None, document["workspace_id"])
            and valid_until >= issued_at
            and len(by_provider) == len(providers)
        )
        return _Held(policy, document["policy_digest"], issued_at, valid_until, by_provider) if is_right else None


def _verified_before(issued_at: int, one: Dict[str, Any]) -> Dict[str, Any]:
    """A score that was verified after the bundle was signed counts as not verified: a clock is wrong.

    The clock of this process is up to a second ahead of the service's, so such a score would be allowed here before it
    is there.
    """
    verified_at = seconds_of(one["snapshot"].get("verified_at"))
    if verified_at is None or verified_at <= issued_at:
        return one
    others = {name: value for name, value in one["snapshot"].items() if name != "verified_at"}
    return {**one, "snapshot": others}


def _check_exposure(exposure: str) -> None:
    if exposure not in ("new", "existing"):
        raise ValueError("exposure must be new or existing.")
