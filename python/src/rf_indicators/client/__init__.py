"""Clients of the service, blocking and async, over one core that does no input or output."""

from .async_client import RfAsyncClient
from .sync_client import RfClient
from .wire import Moment

__all__ = ["Moment", "RfAsyncClient", "RfClient"]
