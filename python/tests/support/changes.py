"""Changes to JSON values: random ones, in one place at a time, and those of conformance cases."""

import copy
import json
import random
from typing import Any, Dict, Iterator, List, Sequence, Tuple, Union

from rf_indicators.replay import canonical_json

from .repository import CONFORMANCE, read_json_file

Path = Tuple[Union[str, int], ...]

_STRANGE: Tuple[Any, ...] = (None, True, False, 0, 1, -1, 1.5, 10**20, "", "x", "0", "é", "\U0001f600", [], {}, ["x"])


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    """The path of every place inside a value."""
    if isinstance(value, dict):
        members: Sequence[Any] = list(value.items())
    elif isinstance(value, list):
        members = list(enumerate(value))
    else:
        return
    for name, member in members:
        yield (*path, name)
        yield from places(member, (*path, name))


def at(value: Any, path: Path) -> Any:
    for name in path:
        value = value[name]
    return value


def changed_at(value: Any, path: Path, source: random.Random) -> Tuple[str, Any]:
    """A copy that differs in this place, and a description of the change."""
    while True:
        copied = copy.deepcopy(value)
        what = _change(copied, path, source)
        if canonical_json(copied) != canonical_json(value):
            return f"{what} at {'/'.join(map(str, path))}", copied


def _change(value: Any, path: Path, source: random.Random) -> str:
    holder: Any = at(value, path[:-1])
    name: Any = path[-1]
    kind = source.choice(("alter", "alter", "alter", "replace", "remove", "add", "swap"))
    if kind == "remove":
        del holder[name]
    elif kind == "add" and isinstance(holder, dict):
        holder[source.choice(("extra", "Zz", "é", "__proto__", "0", ""))] = source.choice(_STRANGE)
    elif kind == "add":
        holder.insert(source.randint(0, len(holder)), copy.deepcopy(source.choice(_STRANGE)))
    elif kind == "swap" and isinstance(holder, list):
        other = source.randrange(len(holder))
        holder[name], holder[other] = holder[other], holder[name]
    elif kind == "alter":
        holder[name] = _altered(holder[name], source)
    else:
        holder[name] = copy.deepcopy(source.choice(_STRANGE))
    return kind


def _altered(value: Any, source: random.Random) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + source.choice((-1, 1, 10))
    if isinstance(value, str) and value:
        place = source.randrange(len(value))
        letters: List[str] = list(value)
        letters[place] = source.choice("0123456789abcdefXYZ .-_")
        return "".join(letters)
    return copy.deepcopy(source.choice(_STRANGE))


def steps(pointer: str) -> "list[str]":
    return [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]


def changed_text(case: Dict[str, Any]) -> str:
    """The file of a conformance case, with its changes."""
    answer = copy.deepcopy(read_json_file(CONFORMANCE / case["file"]))
    for change in case["changes"]:
        pointer = change.get("set", change.get("remove"))
        if pointer is None:
            continue
        *path, last = steps(pointer)
        holder: Any = answer
        for name in path:
            holder = holder[int(name)] if isinstance(holder, list) else holder[name]
        place: Any = int(last) if isinstance(holder, list) else last
        if "set" in change:
            holder[place] = change["value"]
        else:
            del holder[place]
    text = json.dumps(answer, indent=2, ensure_ascii=False)
    for change in case["changes"]:
        if "replace_text" in change:
            assert change["replace_text"] in text
            text = text.replace(change["replace_text"], change["with"], 1)
    return text
