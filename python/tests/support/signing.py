"""Signs documents, as the service does. The package itself only verifies."""

import base64
import hashlib
from typing import Any, Dict

from rf_indicators.replay import canonical_json, ed25519


class TestSigner:
    """An Ed25519 key (RFC 8032) that is made from a text."""

    __test__ = False

    def __init__(self, seed: str, name: str = "policy.example") -> None:
        digest = hashlib.sha512(hashlib.sha256(seed.encode()).digest()).digest()
        self._scalar = int.from_bytes(digest[:32], "little") & ((1 << 254) - 8) | (1 << 254)
        self._prefix = digest[32:]
        self._public = _encoded(self._scalar)
        key = b"\x01" + self._public
        key_hash = hashlib.sha256(name.encode() + b"\n" + key).digest()[:4].hex()
        self.id = f"{name}+{key_hash}"
        self.verifier = f"{self.id}+{base64.b64encode(key).decode()}"

    def sign(self, document: Dict[str, Any]) -> Dict[str, Any]:
        message = document["format"].encode() + b"\n" + canonical_json(document)
        nonce = _number(self._prefix + message)
        point = _encoded(nonce)
        challenge = _number(point + self._public + message)
        s = (nonce + challenge * self._scalar) % ed25519._ORDER
        value = base64.b64encode(point + s.to_bytes(32, "little")).decode()
        return {
            "document": document,
            "signature": {"algorithm": "Ed25519", "key_id": self.id, "value": value},
        }


def _number(data: bytes) -> int:
    return int.from_bytes(hashlib.sha512(data).digest(), "little") % ed25519._ORDER


def _encoded(factor: int) -> bytes:
    x, y, z, _ = ed25519._times(factor, ed25519._BASE)
    inverse = pow(z, ed25519._P - 2, ed25519._P)
    return (y * inverse % ed25519._P | (x * inverse % ed25519._P & 1) << 255).to_bytes(32, "little")
