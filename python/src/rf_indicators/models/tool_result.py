"""The answer of the agent endpoint to the call of a tool."""

from typing import Any

from .base import Model, wrapped
from .tools import TOOL_RESULTS


class ToolResult(Model):
    """What a tool returned."""

    __slots__ = ()

    tool_name: str

    @property
    def result(self) -> Any:
        """A model for the tools that this version knows, such as ``GetProviderScoreResult``; otherwise plain JSON."""
        return wrapped(self.raw["result"], TOOL_RESULTS.get(self.raw.get("tool_name", "")), self.rate_limit)
