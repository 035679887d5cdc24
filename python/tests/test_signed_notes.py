"""Verifier keys and checkpoints, with the key of the published example."""

import pytest

from rf_indicators.replay import KeyFormError, read_verifier_key
from rf_indicators.replay.signed_notes import open_checkpoint, strict_base64

KEY = "rf-example+b7da5f7f+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4"
TEXT = "rf-example\n3\nLZKR1aUK3LzxXK+9e3yD8trWbk6IFJMbN9JTOxYxdac=\n"
LINE = "— rf-example t9pff4lxD3N5EFfZnlsEbTAW3/QR1ZVlSu3cbV6D9RnjQSLuIVWVMpmGqNL8tdgQ74RxMuVQzIAi8Kq/6MoJm7rFBQo=\n"
OTHER_LINE = "— somebody AAAAAAAAAAA=\n"


def test_key() -> None:
    key = read_verifier_key(KEY + "\n")
    assert (key.name, key.id, len(key.public_key)) == ("rf-example", "rf-example+b7da5f7f", 32)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "form"),
        ("a+b", "form"),
        ("PRIVATE+KEY+desk+1436ae30+AQ==", "signing key"),
        (KEY.replace("b7da5f7f", "B7DA5F7F"), "form"),
        (KEY.replace("b7da5f7f", "b7da5f7e"), "does not belong"),
        (KEY.replace("rf-example", "rf-examplf"), "does not belong"),
        (KEY[:-1], "base64"),
        (KEY.replace("AQOh", "AgOh"), "Ed25519"),
        ("desk+1436ae30+AdA6", "2 bytes"),
        (" +b7da5f7f+AQOh", "form"),
    ],
)
def test_what_is_no_key(text: str, message: str) -> None:
    with pytest.raises(KeyFormError, match=message):
        read_verifier_key(text)


@pytest.mark.parametrize("lines", [LINE, LINE + OTHER_LINE, OTHER_LINE + LINE, LINE + LINE])
def test_checkpoint(lines: str) -> None:
    checkpoint = open_checkpoint(TEXT + "\n" + lines, [read_verifier_key(KEY)])
    assert checkpoint is not None
    assert (checkpoint.origin, checkpoint.tree_size, len(checkpoint.root_hash)) == ("rf-example", 3, 32)


@pytest.mark.parametrize(
    "note",
    [
        "",
        TEXT,
        TEXT + "\n",
        TEXT + LINE,
        TEXT + "\n" + LINE[:-1],
        TEXT + "\n" + LINE + "\n",
        TEXT + "\n" + OTHER_LINE,
        TEXT + "\n" + LINE + "no signature\n",
        TEXT + "\n" + LINE + OTHER_LINE.replace("body", "\x01"),
        TEXT + "\n" + LINE.replace("—", "-"),
        TEXT + "\n" + LINE + LINE.replace("lxD3", "lxD4"),
        TEXT.replace("3\n", "4\n", 1) + "\n" + LINE,
        TEXT.replace("rf-example", "rf-other") + "\n" + LINE,
        TEXT + "extension\n\n" + LINE,
        (TEXT + "\n" + LINE).replace("\n", "\r\n"),
        TEXT + "\n" + OTHER_LINE * 100 + LINE,
    ],
)
def test_what_is_no_checkpoint_of_that_key(note: str) -> None:
    assert open_checkpoint(note, [read_verifier_key(KEY)]) is None


@pytest.mark.parametrize("text", ["QQ", "QQ=", "QR==", "QQ==\n", " QQ==", "Q Q=", "QQ==QQ==", "-_-_", "====", "é"])
def test_base64_is_strict(text: str) -> None:
    assert strict_base64(text) is None
