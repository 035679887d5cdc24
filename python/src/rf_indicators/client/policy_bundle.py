"""Bundles that are held, and renew themselves: in a thread, or in a task."""

import asyncio
import threading
from typing import Any, Awaitable, Callable, Optional

from .decisions import Stopwatch
from .policy_calls import BundleState, Options, Steps


class PolicyBundle(BundleState):
    """A policy with what it reads of its providers, held by ``RfClient``. Threads may share it."""

    def __init__(self, name: str, options: Options, run: Callable[[Steps[float], Stopwatch], float]) -> None:
        super().__init__(name, options)
        self._run = run
        self._lock = threading.Lock()
        self._closed = threading.Event()

    def refresh(self) -> None:
        """Ask for a newer bundle now. It never raises: ``reason`` says whether that failed."""
        self._renew()

    def close(self) -> None:
        """End the renewal in the background. The bundle decides until it ends."""
        self._closed.set()

    def _renew(self) -> float:
        with self._lock:
            watch = Stopwatch()
            return self._run(self.renewing(watch), watch)

    def _begin(self, background: bool) -> None:
        wait = self._renew()
        if background:
            threading.Thread(target=self._keep_renewing, args=(wait,), name="rf-policy-bundle", daemon=True).start()

    def _keep_renewing(self, wait: float) -> None:
        while not self._closed.wait(wait):
            wait = self._renew()


class AsyncPolicyBundle(BundleState):
    """A policy with what it reads of its providers, held by ``RfAsyncClient``."""

    def __init__(self, name: str, options: Options, run: Callable[[Steps[float], Stopwatch], Awaitable[float]]) -> None:
        super().__init__(name, options)
        self._run = run
        self._lock = asyncio.Lock()
        self._task: Optional[asyncio.Task[Any]] = None

    async def refresh(self) -> None:
        """Ask for a newer bundle now. It never raises: ``reason`` says whether that failed."""
        await self._renew()

    def close(self) -> None:
        """End the renewal in the background. The bundle decides until it ends."""
        if self._task is not None:
            self._task.cancel()

    async def _renew(self) -> float:
        async with self._lock:
            watch = Stopwatch()
            return await self._run(self.renewing(watch), watch)

    async def _begin(self, background: bool) -> None:
        wait = await self._renew()
        if background:
            self._task = asyncio.ensure_future(self._keep_renewing(wait))

    async def _keep_renewing(self, wait: float) -> None:
        while True:
            await asyncio.sleep(wait)
            wait = await self._renew()
