"""The version of this package, which the clients send as part of their User-Agent."""

__version__ = "0.1.0"
