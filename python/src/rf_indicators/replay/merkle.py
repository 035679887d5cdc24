"""The Merkle tree of the log (RFC 6962): hashes, and the root that an inclusion proof leads to."""

import hashlib
from typing import Optional, Sequence


def leaf_hash(leaf: bytes) -> bytes:
    return hashlib.sha256(b"\x00" + leaf).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def root_from_proof(leaf: bytes, index: int, tree_size: int, proof: Sequence[bytes]) -> Optional[bytes]:
    """The root that a proof leads to (RFC 9162, 2.1.3.2); None if the proof has the wrong length for the index."""
    if not 0 <= index < tree_size:
        return None
    position, last, current = index, tree_size - 1, leaf_hash(leaf)
    for sibling in proof:
        if last == 0 or len(sibling) != 32:
            return None
        if position & 1 or position == last:
            current = node_hash(sibling, current)
            while position & 1 == 0 and position != 0:
                position, last = position >> 1, last >> 1
        else:
            current = node_hash(current, sibling)
        position, last = position >> 1, last >> 1
    return current if last == 0 else None
