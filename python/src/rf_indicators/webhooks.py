"""Verifies that a webhook request comes from the service, before anything in it is used.

There are two signature schemes with one secret. ``x-rf-signature`` is a hex HMAC-SHA-256 of the raw body; its key is
the whole ``whsec_…`` string. The Standard Webhooks headers also sign an id and the time, so that replayed requests can
be rejected; their key is the decoded part of the secret. During a rotation, requests are signed with both secrets.
"""

import base64
import binascii
import hashlib
import hmac
import math
import re
import time
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

from .errors import WebhookVerificationError
from .models import EVENTS, WebhookEvent
from .replay.json_reader import NotJsonError, NotPortableError, read_json

Headers = Union[Mapping[str, Any], Iterable[Tuple[Any, Any]]]
"""Headers as web frameworks provide them: a mapping or pairs, strings or bytes, in upper or lower case."""

_SECRET_PREFIX = "whsec_"  # noqa: S105 - the public prefix of every secret
_HEX_SIGNATURE = re.compile(r"[0-9a-f]{64}")
_SECONDS = re.compile(r"[0-9]{1,12}")
_BODY_HEADERS = ("x-rf-signature", "x-rf-signature-next")
_STANDARD_HEADERS = ("webhook-id", "webhook-timestamp", "webhook-signature")
_USED_HEADERS = (*_BODY_HEADERS, *_STANDARD_HEADERS)


class WebhookVerifier:
    """Verifies webhook requests. It has no state: call the methods on the class."""

    @staticmethod
    def verify(raw_body: bytes, signature: str, secret: str) -> WebhookEvent:
        """The event in a body whose ``x-rf-signature`` is valid. Raises WebhookVerificationError otherwise.

        Pass the body exactly as it arrived: parsing and serialising it changes its bytes. This scheme does not sign the
        time; use ``verify_request`` to reject replayed requests too.
        """
        body = _checked_body(raw_body)
        if not isinstance(signature, str) or not signature:
            raise WebhookVerificationError("signature_missing", "The request has no signature.")
        _require_body_signature(body, [signature], _usable([secret]))
        return _event(body)

    @staticmethod
    def verify_request(
        raw_body: bytes,
        headers: Headers,
        secrets: Union[str, Sequence[str]],
        tolerance_seconds: Optional[float] = 300,
        *,
        clock: Callable[[], float] = time.time,
    ) -> WebhookEvent:
        """The event in a request whose signatures are valid. Raises WebhookVerificationError otherwise.

        Each scheme that the request uses must be valid with one of your secrets. Pass the old and the new secret while
        you rotate. The Standard Webhooks headers are required, because only they sign the time; a request signed more
        than ``tolerance_seconds`` before or after the current time is rejected. With None, the time is not checked and
        these headers are not required. Store the ids of the events that you have handled, and handle no event twice.
        """
        body = _checked_body(raw_body)
        found = _used_headers(headers)
        known = _usable(secrets)
        tolerance = math.inf if tolerance_seconds is None else tolerance_seconds
        body_signatures = [found[name] for name in _BODY_HEADERS if name in found]
        has_standard = any(name in found for name in _STANDARD_HEADERS)
        if not body_signatures and not has_standard:
            raise WebhookVerificationError("signature_missing", "The request has no signature.")
        if body_signatures:
            _require_body_signature(body, body_signatures, known)
        # Only this scheme signs the time, and an attacker who replays a request could remove its headers.
        if has_standard or tolerance != math.inf:
            _require_standard_signature(body, found, known)
            _require_near_time(found["webhook-timestamp"], tolerance, clock())
        return _event(body)


def _checked_body(raw_body: bytes) -> bytes:
    if not isinstance(raw_body, (bytes, bytearray, memoryview)):
        raise TypeError("Pass the raw body as bytes, exactly as it arrived: the signature covers these bytes.")
    return bytes(raw_body)


def _usable(secrets: Union[str, Sequence[str]]) -> List[str]:
    """The secrets that are secret. An empty one, or the bare prefix, is known to everybody."""
    # A missing setting is None, whatever the type annotation says.
    known = [secrets] if secrets is None or isinstance(secrets, (str, bytes)) else list(secrets)
    if not known:
        raise ValueError("Pass at least one secret.")
    if not all(isinstance(each, str) for each in known):
        raise TypeError("Pass each secret as a string.")
    return [each for each in known if each not in ("", _SECRET_PREFIX)]


def _used_headers(headers: Headers) -> Dict[str, str]:
    """The headers used here, by lower-case name. A repeated header is ambiguous, so it is rejected."""
    found: Dict[str, str] = {}
    for name, value in headers.items() if isinstance(headers, Mapping) else headers:
        lower = _text(name).lower()
        if lower not in _USED_HEADERS:
            continue
        values = list(value) if isinstance(value, (list, tuple)) else [value]
        if lower in found or len(values) != 1:
            raise WebhookVerificationError("header_repeated", f"The header {lower} appears more than once.")
        found[lower] = _text(values[0]).strip()
    return found


def _text(value: Any) -> str:
    return value.decode("latin-1") if isinstance(value, (bytes, bytearray)) else str(value)


def _mismatch() -> WebhookVerificationError:
    return WebhookVerificationError("signature_mismatch", "The signature does not match the body and the secret.")


def _matches(given: Sequence[bytes], expected: Sequence[bytes]) -> bool:
    """Whether any two are equal, compared in constant time."""
    found = False
    for one in given:
        for other in expected:
            found |= hmac.compare_digest(one, other)
    return found


def _require_body_signature(body: bytes, signatures: Sequence[str], secrets: Sequence[str]) -> None:
    given = [each.encode("ascii") for each in signatures if _HEX_SIGNATURE.fullmatch(each)]
    if not given:
        raise WebhookVerificationError("signature_malformed", "The signature is not 64 lower-case hexadecimal digits.")
    expected = [hmac.new(each.encode("utf-8"), body, hashlib.sha256).hexdigest().encode("ascii") for each in secrets]
    if not _matches(given, expected):
        raise _mismatch()


def _require_standard_signature(body: bytes, found: Mapping[str, str], secrets: Sequence[str]) -> None:
    missing = [name for name in _STANDARD_HEADERS if not found.get(name)]
    if missing:
        raise WebhookVerificationError("header_missing", f"The request lacks these headers: {', '.join(missing)}.")
    if _SECONDS.fullmatch(found["webhook-timestamp"]) is None:
        raise WebhookVerificationError(
            "timestamp_malformed", "The header webhook-timestamp is not a whole number of seconds."
        )
    message = f"{found['webhook-id']}.{found['webhook-timestamp']}.".encode("latin-1", "replace") + body
    keys = [key for key in map(_decoded_secret, secrets) if key is not None]
    expected = [base64.b64encode(hmac.new(key, message, hashlib.sha256).digest()) for key in keys]
    given: List[bytes] = []
    for entry in found["webhook-signature"].split():
        version, _, signature = entry.partition(",")
        if version == "v1":
            given.append(signature.encode("utf-8", "replace"))
    if not _matches(given, expected):
        raise _mismatch()


def _decoded_secret(secret: str) -> Optional[bytes]:
    """The key of the Standard Webhooks scheme; None for a secret that this scheme cannot use."""
    if not secret.startswith(_SECRET_PREFIX):
        return None
    try:
        return base64.b64decode(secret[len(_SECRET_PREFIX) :], validate=True) or None
    except (binascii.Error, ValueError):
        return None


def _require_near_time(timestamp: str, tolerance: float, now: float) -> None:
    # Not ``>``: with a tolerance of NaN, nothing may pass.
    if not abs(now - int(timestamp)) <= tolerance:
        raise WebhookVerificationError(
            "timestamp_outside_tolerance", "The signed time is too far from the current time."
        )


def _event(body: bytes) -> WebhookEvent:
    try:
        document = read_json(body.decode("utf-8"))
    except (UnicodeDecodeError, NotJsonError, NotPortableError):
        raise WebhookVerificationError("body_malformed", "The body is not JSON.") from None
    if document.duplicate_pointer is not None or not isinstance(document.value, dict):
        raise WebhookVerificationError("body_malformed", "The body is not a JSON object, or it repeats a member.")
    if not all(isinstance(document.value.get(name), str) for name in ("id", "type")):
        raise WebhookVerificationError("body_malformed", "The signature is valid, but the body is not an event.")
    return EVENTS.get(document.value["type"], WebhookEvent)(document.value)
