"""Read, recompute and verify RF Risk Indicators.

- ``RfClient`` and ``RfAsyncClient`` read the service.
- ``WebhookVerifier`` checks webhook requests.
- ``rf_indicators.replay`` recomputes and verifies computation packages with the standard library alone.
"""

from .client import RfAsyncClient, RfClient
from .errors import (
    ApiError,
    AuthenticationError,
    ConflictError,
    EntitlementError,
    InvalidRequestError,
    NetworkError,
    NotFoundError,
    RateLimitError,
    RfError,
    ServerError,
    WebhookVerificationError,
)
from .version import __version__
from .webhooks import WebhookVerifier

__all__ = [
    "ApiError",
    "AuthenticationError",
    "ConflictError",
    "EntitlementError",
    "InvalidRequestError",
    "NetworkError",
    "NotFoundError",
    "RateLimitError",
    "RfAsyncClient",
    "RfClient",
    "RfError",
    "ServerError",
    "WebhookVerificationError",
    "WebhookVerifier",
    "__version__",
]
