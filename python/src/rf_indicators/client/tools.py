"""The call of an agent tool. Which tools there are is the service's business: any name and input can be sent."""

from typing import Any, Dict

from ..models.tool_result import ToolResult
from .answers import model_answer
from .wire import Call


def tool_call(tool_name: str, input: Dict[str, Any]) -> Call[ToolResult]:
    return Call(
        "POST",
        "/api/mcp",
        model_answer(ToolResult),
        body={"tool_name": tool_name, "input": input},
        takes_key=True,
        repeatable=False,
    )
