"""Webhook requests: the cases that every client library must pass, and what only this one has."""

import hashlib
import hmac
import math
from typing import Any, Dict, Tuple

import pytest

from rf_indicators import WebhookEvent, WebhookVerificationError, WebhookVerifier
from rf_indicators.models import BandChangedEvent, ScoreEventData
from support.repository import CONFORMANCE, read_json_file

CASES = read_json_file(CONFORMANCE / "client-cases.json")["webhooks"]
GOOD = CASES[0]


def verify_case(case: Dict[str, Any], headers: Any = None) -> Any:
    return WebhookVerifier.verify_request(
        case["body"].encode("utf-8"),
        case["headers"] if headers is None else headers,
        case["secrets"],
        case["tolerance_seconds"],
        clock=lambda: case["now"],
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_request(case: Dict[str, Any]) -> None:
    if case["valid"]:
        event = verify_case(case)
        assert isinstance(event, BandChangedEvent)
        assert isinstance(event.data, ScoreEventData)
        assert (event.type, event.data.sequence, event.data["sequence"]) == ("band.changed", 7, 7)
        return
    with pytest.raises(WebhookVerificationError) as raised:
        verify_case(case)
    assert raised.value.reason == case["reason"]


def test_an_event_type_that_this_version_does_not_know() -> None:
    body = b'{"id":"1","type":"moon.full","data":{"sequence":8,"phase":{"name":"full"}}}'
    secret = "whsec_AAEC"
    event = WebhookVerifier.verify(body, hmac.new(secret.encode(), body, hashlib.sha256).hexdigest(), secret)
    assert type(event) is WebhookEvent
    assert event.data == {"sequence": 8, "phase": {"name": "full"}}


WITH_BODY_SIGNATURE = [case for case in CASES if "x-rf-signature" in case["headers"]]


@pytest.mark.parametrize("case", WITH_BODY_SIGNATURE, ids=lambda case: case["name"])
def test_body_alone(case: Dict[str, Any]) -> None:
    """The simple method checks only the signature of the body."""
    body, signature, secret = case["body"].encode(), case["headers"]["x-rf-signature"], case["secrets"][0]
    right = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest() == signature
    if right and secret not in ("", "whsec_") and case.get("reason") != "body_malformed":
        assert WebhookVerifier.verify(body, signature, secret).raw
    else:
        with pytest.raises(WebhookVerificationError):
            WebhookVerifier.verify(body, signature, secret)


def test_headers_as_frameworks_give_them() -> None:
    pairs = list(GOOD["headers"].items())
    assert verify_case(GOOD, pairs)
    assert verify_case(GOOD, [(name.upper().encode(), value.encode()) for name, value in pairs])
    assert verify_case(GOOD, {name: [value] for name, value in pairs})


def test_a_header_that_stands_twice_is_refused() -> None:
    pairs = list(GOOD["headers"].items())
    for headers in ([*pairs, pairs[0]], {**GOOD["headers"], "X-Rf-Signature": "0" * 64}):
        with pytest.raises(WebhookVerificationError) as raised:
            verify_case(GOOD, headers)
        assert raised.value.reason == "header_repeated"


def test_the_body_must_be_bytes() -> None:
    body: Any = GOOD["body"]
    with pytest.raises(TypeError, match="raw body"):
        WebhookVerifier.verify(body, "0" * 64, GOOD["secrets"][0])


def test_one_secret_may_be_given_without_a_list() -> None:
    assert verify_case({**GOOD, "secrets": GOOD["secrets"][0]})


def test_no_secret_is_an_error_of_the_caller() -> None:
    with pytest.raises(ValueError, match="secret"):
        verify_case({**GOOD, "secrets": []})


def test_a_secret_that_is_no_text_is_an_error_of_the_caller() -> None:
    for secret in (None, b"whsec_AAEC"):
        for secrets in (secret, [secret], [GOOD["secrets"][0], secret]):
            with pytest.raises(TypeError, match="secret as a string"):
                verify_case({**GOOD, "secrets": secrets})
        wrong: Any = secret
        with pytest.raises(TypeError, match="secret as a string"):
            WebhookVerifier.verify(GOOD["body"].encode(), GOOD["headers"]["x-rf-signature"], wrong)


@pytest.mark.parametrize("secret", ["", "whsec_"])
def test_a_secret_that_everybody_knows_vouches_for_nothing(secret: str) -> None:
    body = GOOD["body"].encode()
    signature = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    with pytest.raises(WebhookVerificationError) as raised:
        WebhookVerifier.verify(body, signature, secret)
    assert raised.value.reason == "signature_mismatch"


STANDARD = ("webhook-id", "webhook-timestamp", "webhook-signature")


@pytest.mark.parametrize("missing", [STANDARD, *((name,) for name in STANDARD)], ids=" ".join)
def test_a_captured_request_without_its_signed_time(missing: Tuple[str, ...]) -> None:
    headers = {name: value for name, value in GOOD["headers"].items() if name not in missing}
    with pytest.raises(WebhookVerificationError, match=f": {', '.join(missing)}[.]$") as raised:
        verify_case(GOOD, headers)
    assert raised.value.reason == "header_missing"


def test_the_time_is_left_unchecked_only_where_that_is_asked_for() -> None:
    old = {**GOOD, "now": GOOD["now"] + 1e6}
    alone = {"x-rf-signature": GOOD["headers"]["x-rf-signature"]}
    for tolerance in (None, math.inf):
        assert verify_case({**old, "tolerance_seconds": tolerance})
        assert verify_case({**old, "tolerance_seconds": tolerance}, alone)
    # A tolerance of NaN is a mistake of the receiver, not a request to skip the check.
    for headers, reason in ((None, "timestamp_outside_tolerance"), (alone, "header_missing")):
        with pytest.raises(WebhookVerificationError) as raised:
            verify_case({**GOOD, "tolerance_seconds": math.nan}, headers)
        assert raised.value.reason == reason


def test_a_missing_signature() -> None:
    nothing: Any = None
    for signature in ("", nothing):
        with pytest.raises(WebhookVerificationError) as raised:
            WebhookVerifier.verify(b"{}", signature, GOOD["secrets"][0])
        assert raised.value.reason == "signature_missing"
