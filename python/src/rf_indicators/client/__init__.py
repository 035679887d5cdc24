"""The blocking and the async client. They share everything except input and output."""

from .async_client import RfAsyncClient
from .sync_client import RfClient
from .wire import Moment

__all__ = ["Moment", "RfAsyncClient", "RfClient"]
