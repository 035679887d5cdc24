"""The README against the code: the file to install, the options of the clients, and the attributes of a rate limit."""

import inspect
import re
from typing import Any, Dict

import pytest

from rf_indicators import RateLimit, RfAsyncClient, RfClient
from support.repository import ROOT

README = (ROOT / "python" / "README.md").read_text(encoding="utf-8")


def table_after(heading: str) -> Dict[str, str]:
    """The first and the second column of the first table after a heading."""
    rows = re.findall(r"^\| `(\w+)` +\| (.*?) +\|", README.partition(f"### {heading}\n")[2].partition("\n#")[0], re.M)
    return dict(rows)


def test_the_wheel_has_the_version_of_the_project() -> None:
    """The full test run builds this file and installs it."""
    project = (ROOT / "python" / "pyproject.toml").read_text(encoding="utf-8")
    found = re.search(r'^version = "(.*)"$', project, re.M)
    assert found is not None
    assert f"pip install dist/rf_indicators-{found.group(1)}-py3-none-any.whl" in README


@pytest.mark.parametrize("client", [RfClient, RfAsyncClient])
def test_options_and_their_defaults(client: Any) -> None:
    parameters = inspect.signature(client).parameters.values()
    expected = {each.name: each.default for each in parameters}
    documented = {name: default.strip("`") for name, default in table_after("Options").items()}
    assert list(documented) == list(expected)
    for name, default in expected.items():
        shown = f"{default:g}" if isinstance(default, float) else str(default)
        special = {None: "none", inspect.Parameter.empty: "required"}
        assert documented[name] == special.get(default, shown), name
        assert f"{name}:" in client.__doc__


def test_attributes_of_a_rate_limit() -> None:
    assert tuple(table_after("Rate limits")) == RateLimit._fields
