"""Ed25519 signature verification (RFC 8032). It handles no secrets, so it does not need constant time.

It is strict where verifiers are known to disagree: encodings must be canonical, S must be below the group order, and a
public key or R of small order is rejected, because such a key would sign every message.
"""

import hashlib
from typing import Optional, Tuple

_P = 2**255 - 19
_ORDER = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, _P - 2, _P) % _P
_SQRT_OF_MINUS_ONE = pow(2, (_P - 1) // 4, _P)

_Point = Tuple[int, int, int, int]
"""Extended coordinates (X, Y, Z, T) with x = X/Z, y = Y/Z and x * y = T/Z."""

_IDENTITY: _Point = (0, 1, 1, 0)


def is_valid_signature(public_key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the 64-byte signature of the message was made with this key."""
    if len(public_key) != 32 or len(signature) != 64:
        return False
    key_point = _decoded(public_key)
    r_point = _decoded(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if key_point is None or r_point is None or s >= _ORDER:
        return False
    if _has_small_order(key_point) or _has_small_order(r_point):
        return False
    digest = hashlib.sha512(signature[:32] + public_key + message).digest()
    challenge = int.from_bytes(digest, "little") % _ORDER
    return _same(_times(s, _BASE), _plus(r_point, _times(challenge, key_point)))


def _x_of(y: int, is_odd: int) -> Optional[int]:
    """The x of a point with this y, as in RFC 8032, 5.1.3; None if there is none."""
    square = (y * y - 1) * pow(_D * y * y + 1, _P - 2, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P != 0:
        x = x * _SQRT_OF_MINUS_ONE % _P
    if (x * x - square) % _P != 0 or (x == 0 and is_odd):
        return None
    return _P - x if x & 1 != is_odd else x


def _decoded(encoding: bytes) -> Optional[_Point]:
    number = int.from_bytes(encoding, "little")
    y = number & ((1 << 255) - 1)
    if y >= _P:
        return None
    x = _x_of(y, number >> 255)
    return None if x is None else (x, y, 1, x * y % _P)


def _plus(left: _Point, right: _Point) -> _Point:
    a = (left[1] - left[0]) * (right[1] - right[0]) % _P
    b = (left[1] + left[0]) * (right[1] + right[0]) % _P
    c = 2 * left[3] * right[3] * _D % _P
    d = 2 * left[2] * right[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(factor: int, point: _Point) -> _Point:
    product = _IDENTITY
    while factor > 0:
        if factor & 1:
            product = _plus(product, point)
        point = _plus(point, point)
        factor >>= 1
    return product


def _same(left: _Point, right: _Point) -> bool:
    return (left[0] * right[2] - right[0] * left[2]) % _P == 0 and (left[1] * right[2] - right[1] * left[2]) % _P == 0


def _has_small_order(point: _Point) -> bool:
    return _same(_times(8, point), _IDENTITY)


def _base_point() -> _Point:
    y = 4 * pow(5, _P - 2, _P) % _P
    x = _x_of(y, 0)
    assert x is not None  # a constant of the curve
    return x, y, 1, x * y % _P


_BASE = _base_point()
