"""Inclusion proofs for every leaf of every small tree, and the published worked example."""

import base64
from typing import List

import pytest

from rf_indicators.replay.merkle import leaf_hash, node_hash, root_from_proof


def root(leaves: List[bytes]) -> bytes:
    if len(leaves) == 1:
        return leaf_hash(leaves[0])
    split = split_of(len(leaves))
    return node_hash(root(leaves[:split]), root(leaves[split:]))


def proof(leaves: List[bytes], index: int) -> List[bytes]:
    """RFC 6962, 2.1.1, as it is written there."""
    if len(leaves) == 1:
        return []
    split = split_of(len(leaves))
    if index < split:
        return [*proof(leaves[:split], index), root(leaves[split:])]
    return [*proof(leaves[split:], index - split), root(leaves[:split])]


def split_of(size: int) -> int:
    """The largest power of two smaller than the size."""
    return 1 << ((size - 1).bit_length() - 1)


@pytest.mark.parametrize("size", range(1, 34))
def test_every_leaf_is_proved_where_it_is_and_nowhere_else(size: int) -> None:
    leaves = [str(index).encode() for index in range(size)]
    expected = root(leaves)
    for index, leaf in enumerate(leaves):
        path = proof(leaves, index)
        assert root_from_proof(leaf, index, size, path) == expected
        assert root_from_proof(b"other", index, size, path) != expected
        for elsewhere in range(-1, size + 2):
            if elsewhere != index:
                assert root_from_proof(leaf, elsewhere, size, path) != expected
        assert root_from_proof(leaf, index, size, [*path, expected]) != expected
        if path:
            assert root_from_proof(leaf, index, size, path[:-1]) != expected


def test_published_example() -> None:
    statement = (
        b'{"as_of":"2026-04-01T00:00:00Z","corrects":null,"final_score":"76.98","framework_version":'
        b'"RF Framework v1.0",'
        b'"methodology_digest":"61506689445271c9abd75d92f2a4f0035255fc5c783e224d7f919ee21f749726","package_hash":'
        b'"2209f2aedfc85d7e61e47271ff4a569c311d2482f266a6dbf5cfda411b0dafab","planner_type":"btc","provider_id":'
        b'"FX-01",'
        b'"provider_name":"Brindlewick Vaults","risk_band":"MEDIUM","supersedes":null,"verification_id":'
        b'"RF-484Z5-BPZS1-EQWRF-4E9RZ-YJJPKG"}'
    )
    path = [
        base64.b64decode("0JcNs1/TXDQBzX7GtLsctxyVvifSnQeml8hKkgC6OBI="),
        base64.b64decode("rGys+WGgSr7kJK/stS+AL7dVC6pyoYOqVhl38A6c+RY="),
    ]
    found = root_from_proof(statement, 0, 3, path)
    assert found is not None
    assert found.hex() == "2d9291d5a50adcbcf15cafbd7b7c83f2dad66e4e8814931b37d2533b163175a7"
