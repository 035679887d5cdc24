"""Read, recompute and verify RF Risk Indicators.

- ``RfClient`` and ``RfAsyncClient`` call the service.
- ``rf_indicators.models`` are the objects that they return.
- ``WebhookVerifier`` verifies webhook requests.
- ``rf_indicators.replay`` recomputes and verifies computation packages. It needs only the standard library.
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
    WithdrawnError,
)
from .models import WebhookEvent
from .rate_limit import RateLimit
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
    "RateLimit",
    "RateLimitError",
    "RfAsyncClient",
    "RfClient",
    "RfError",
    "ServerError",
    "WebhookEvent",
    "WebhookVerificationError",
    "WebhookVerifier",
    "WithdrawnError",
    "__version__",
]
