"""Drives both clients through one interface, so that each case is written once and run with both."""

import asyncio
import re
from types import SimpleNamespace
from typing import Any, Dict, List

import httpx
import pytest

from rf_indicators import RfAsyncClient, RfClient
from rf_indicators.client import async_client, sync_client

KINDS = ("sync", "async")

RENAMED = {
    "getScoreHistory": "get_history",
    "getScoreChanges": "get_changes",
    "getScorePeers": "get_peers",
    "getChangelog": "list_changelog",
}


def method_of(operation: str) -> str:
    """The method of an operation, by its id in the OpenAPI document."""
    return RENAMED.get(operation) or re.sub("([A-Z])", lambda letter: "_" + letter.group().lower(), operation)


def iterator_of(operation: str) -> str:
    return re.sub("^(list|get)_", "iter_", method_of(operation))


def python_arguments(arguments: Dict[str, Any]) -> Dict[str, Any]:
    return {("from_" if name == "from" else name): value for name, value in arguments.items()}


class Driver:
    """One of the two clients, created with these options."""

    def __init__(self, kind: str, **options: Any) -> None:
        self.kind = kind
        self.options = {"base_url": "https://indicators.example", **options}

    def call(self, method: str, *arguments: Any, **named: Any) -> Any:
        return self.calls((method, arguments, named))[-1]

    def calls(self, *steps: Any) -> List[Any]:
        """The answers of several calls on one client."""
        if self.kind == "sync":
            with RfClient(**self.options) as client:
                return [getattr(client, method)(*arguments, **named) for method, arguments, named in steps]
        return asyncio.run(self._calls(steps))

    async def _calls(self, steps: Any) -> List[Any]:
        async with RfAsyncClient(**self.options) as client:
            return [await getattr(client, method)(*arguments, **named) for method, arguments, named in steps]

    def rows(self, method: str, *arguments: Any, **named: Any) -> List[Any]:
        if self.kind == "sync":
            with RfClient(**self.options) as client:
                return list(getattr(client, method)(*arguments, **named))
        return asyncio.run(self._rows(method, *arguments, **named))

    async def _rows(self, method: str, *arguments: Any, **named: Any) -> List[Any]:
        async with RfAsyncClient(**self.options) as client:
            return [row async for row in getattr(client, method)(*arguments, **named)]


class Script:
    """A transport for either client that returns the given answers in order and records the requests."""

    def __init__(self, answers: List[Dict[str, Any]]) -> None:
        self.answers = list(answers)
        self.requests: List[httpx.Request] = []
        self.transport = httpx.MockTransport(self._answer)

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        answer = self.answers.pop(0)
        if answer.get("network_fault"):
            raise httpx.ConnectError("refused", request=request)
        headers = answer.get("headers", {})
        if "content" in answer:
            return httpx.Response(answer["status"], headers=headers, content=answer["content"])
        if "body_text" in answer:
            return httpx.Response(answer["status"], headers=headers, text=answer["body_text"])
        return httpx.Response(answer["status"], headers=headers, json=answer.get("body", {}))


def record_waits(monkeypatch: pytest.MonkeyPatch) -> List[float]:
    """Record waits instead of waiting."""
    waits: List[float] = []

    async def wait(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr(sync_client, "time", SimpleNamespace(sleep=waits.append))
    monkeypatch.setattr(async_client, "asyncio", SimpleNamespace(sleep=wait))
    return waits
