"""What the generated operations need from a client: sending a call, and following the pages of a list."""

from abc import ABC, abstractmethod
from typing import AsyncIterator, Iterator, Optional, TypeVar

from ..models.base import Page, Row
from .wire import Call

Answer = TypeVar("Answer")


class SyncCaller(ABC):
    @abstractmethod
    def _call(self, call: Call[Answer]) -> Answer:
        """Send a call and return its answer."""

    @abstractmethod
    def _rows(self, call: Call[Page[Row]], limit: Optional[int]) -> Iterator[Row]:
        """The rows of all pages, or the first ``limit`` rows."""


class AsyncCaller(ABC):
    @abstractmethod
    async def _call(self, call: Call[Answer]) -> Answer:
        """Send a call and return its answer."""

    @abstractmethod
    def _rows(self, call: Call[Page[Row]], limit: Optional[int]) -> AsyncIterator[Row]:
        """The rows of all pages, or the first ``limit`` rows."""
