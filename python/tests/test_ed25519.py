"""Ed25519 against the vectors of RFC 8032, and where verifiers are known to disagree."""

import pytest

from rf_indicators.replay.ed25519 import is_valid_signature

ORDER = 2**252 + 27742317777372353535851937790883648493

# RFC 8032, 7.1: public key, message, signature.
VECTORS = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe2"
        "4655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302ae"
        "eb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28"
        "dc027beceea1ec40a",
    ),
    (
        "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80"
        "e2a9ac94fa54ca49f",
        "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17"
        "ad9bef1177331a704",
    ),
]


@pytest.mark.parametrize(("key", "message", "signature"), VECTORS)
def test_vectors(key: str, message: str, signature: str) -> None:
    assert is_valid_signature(bytes.fromhex(key), bytes.fromhex(message), bytes.fromhex(signature))


@pytest.mark.parametrize(("key", "message", "signature"), VECTORS)
def test_one_changed_bit_is_refused(key: str, message: str, signature: str) -> None:
    good = bytes.fromhex(signature)
    for place in (0, 31, 32, 62, 63):
        bad = bytes([*good[:place], good[place] ^ 1, *good[place + 1 :]])
        assert not is_valid_signature(bytes.fromhex(key), bytes.fromhex(message), bad)
    assert not is_valid_signature(bytes.fromhex(key), bytes.fromhex(message) + b"x", good)


def test_the_second_form_of_s_is_refused() -> None:
    key, message, signature = (bytes.fromhex(text) for text in VECTORS[1])
    s = int.from_bytes(signature[32:], "little") + ORDER
    assert not is_valid_signature(key, message, signature[:32] + s.to_bytes(32, "little"))


# The points of small order and their non-canonical encodings: each would be a key that signs everything.
SMALL_ORDER = [
    "0100000000000000000000000000000000000000000000000000000000000000",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0000000000000000000000000000000000000000000000000000000000000080",
    "0000000000000000000000000000000000000000000000000000000000000000",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "0100000000000000000000000000000000000000000000000000000000000080",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
]


@pytest.mark.parametrize("point", SMALL_ORDER)
def test_keys_of_small_order_are_refused(point: str) -> None:
    key = bytes.fromhex(point)
    for r in SMALL_ORDER:
        assert not is_valid_signature(key, b"anything", bytes.fromhex(r) + bytes(32))


@pytest.mark.parametrize(("key_length", "signature_length"), [(31, 64), (33, 64), (32, 63), (32, 65), (0, 0)])
def test_lengths(key_length: int, signature_length: int) -> None:
    assert not is_valid_signature(bytes(key_length), b"", bytes(signature_length))
