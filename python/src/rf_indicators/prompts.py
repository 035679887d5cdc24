"""Fills prompt templates for language models with responses of the service.

A template is a Markdown file that the service has at ``/prompts``. Responses contain text that others wrote, so an
inserted value must never read as part of the prompt: it is either a single word, or a quoted string on one line.
"""

import json
import re
import unicodedata
from typing import Any, Dict, List, Mapping, NamedTuple, Tuple, Union

from .errors import RfError

__all__ = ["TemplateError", "fill_prompt"]

_PATH = r"[a-z_]+(?:[.][a-z_]+)*"
_BLOCK_TAG = r"\{\{(?:#(?:each|if)\b[^{}]*|else|/(?:each|if))\}\}"
_LONE_TAG = re.compile(rf"^[ \t]*({_BLOCK_TAG})[ \t]*\n", re.M)
_TAG = re.compile(r"\{\{(.*?)\}\}", re.S)
_EACH = re.compile(rf"#each ([a-z_]+) in ({_PATH})")
_IF = re.compile(rf"#if ({_PATH})")
_VALUE = re.compile(rf'("?)({_PATH})\1')
_WORD = re.compile(r"[A-Za-z0-9_.:/+%~-]{1,500}")
_INVISIBLE = {"Cc", "Cf", "Zl", "Zp", "Co", "Cs"}
_MAX_TEXT_LENGTH = 4000


class TemplateError(RfError):
    """A template is not valid, or does not fit the responses."""


class _Value(NamedTuple):
    path: str
    quoted: bool


class _Block(NamedTuple):
    alias: str
    """Empty for a condition."""
    path: str
    body: "List[_Node]"
    otherwise: "List[_Node]"


_Node = Union[str, _Value, _Block]


def fill_prompt(template: str, responses: Mapping[str, Any]) -> str:
    """The prompt for the model.

    template: The text of the template file.
    responses: Each response under the name that the template gives it: a model, its JSON, or a list of these.
    """
    found = re.search(r"^## Prompt\n+(.*?)(?=^## |\Z)", template, re.M | re.S)
    if found is None or not found.group(1).strip():
        raise TemplateError("The section Prompt is missing.")
    plain = {name: _plain(response) for name, response in responses.items()}
    return _render(_parse(found.group(1).strip() + "\n"), plain)


def _plain(response: Any) -> Any:
    """The JSON behind a model."""
    if isinstance(response, (list, tuple)):
        return [_plain(each) for each in response]
    return getattr(response, "raw", response)


def _parse(source: str) -> List[_Node]:
    root: List[_Node] = []
    nodes = root
    opened: List[Tuple[_Block, List[_Node]]] = []
    for at, piece in enumerate(_TAG.split(_LONE_TAG.sub(r"\1", source))):
        if at % 2 == 0:
            if piece:
                nodes.append(piece)
            continue
        each, condition = _EACH.fullmatch(piece), _IF.fullmatch(piece)
        if each or condition:
            block = _Block(each.group(1), each.group(2), [], []) if each else _Block("", piece[4:], [], [])
            nodes.append(block)
            opened.append((block, nodes))
            nodes = block.body
        elif piece == "else" and opened:
            nodes = opened[-1][0].otherwise
        elif piece in ("/each", "/if") and opened and bool(opened[-1][0].alias) == (piece == "/each"):
            nodes = opened.pop()[1]
        else:
            nodes.append(_value_tag(piece))
    if opened:
        raise TemplateError(f"The block for {opened[0][0].path} is not closed.")
    return root


def _value_tag(tag: str) -> _Value:
    found = _VALUE.fullmatch(tag)
    if found is None:
        raise TemplateError("{{" + tag + "}} is not a valid tag.")
    return _Value(found.group(2), found.group(1) != "")


def _render(nodes: List[_Node], scope: Mapping[str, Any]) -> str:
    return "".join(_render_node(node, scope) for node in nodes)


def _render_node(node: _Node, scope: Mapping[str, Any]) -> str:
    if isinstance(node, str):
        return node
    known, value = _value_at(node.path, scope)
    if isinstance(node, _Value):
        if not known:
            raise TemplateError(f"{node.path} is not in the response.")
        return _quoted(value, node.path) if node.quoted else _word(value, node.path)
    if not node.alias:
        is_present = known and value is not None and value is not False and value not in ("", [])
        return _render(node.body if is_present else node.otherwise, scope)
    if not isinstance(value, list):
        raise TemplateError(f"{node.path} is not a list in the response.")
    if not value:
        return _render(node.otherwise, scope)
    return "".join(_render(node.body, {**scope, node.alias: element}) for element in value)


def _value_at(path: str, scope: Mapping[str, Any]) -> Tuple[bool, Any]:
    """Whether it is there, and what it is. Only the last step may be absent."""
    first, *steps = path.split(".")
    if first not in scope:
        raise TemplateError(f"{first} is not defined.")
    known, value = True, scope[first]
    for step in steps:
        if not isinstance(value, dict):
            raise TemplateError(f"{path} is not in the response.")
        members: Dict[str, Any] = value
        known, value = step in members, members.get(step)
    return known, value


def _word(value: Any, path: str) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (int, float)):
        # Scores, points, weights and shares have two decimals in responses.
        text = f"{value:.2f}"
        return text if float(text) == value else repr(value)
    if isinstance(value, str) and _WORD.fullmatch(value):
        return value
    raise TemplateError(f"{path} is not a single word; put it in quotes.")


def _quoted(value: Any, path: str) -> str:
    if value is None:
        return "none"
    if not isinstance(value, str):
        raise TemplateError(f"{path} is not a string.")
    visible = "".join(" " if unicodedata.category(each) in _INVISIBLE else each for each in value)
    short = visible[:_MAX_TEXT_LENGTH] + "…" if len(visible) > _MAX_TEXT_LENGTH else visible
    # Without angle brackets and backticks, a text cannot imitate the end of a tagged or fenced block.
    text = json.dumps(short, ensure_ascii=False)
    return re.sub("[<>`]", lambda found: f"\\u{ord(found.group()):04x}", text)
