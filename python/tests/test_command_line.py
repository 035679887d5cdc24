"""The command: the same output and exit codes as ``rf``, with only the standard library."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Callable, List, NamedTuple

import pytest

from rf_indicators import command_line
from support.repository import CONFORMANCE, ROOT, rf

GOOD = str(CONFORMANCE / "packages" / "FX-01.json")
UNSIGNED = str(CONFORMANCE / "packages" / "FX-07.json")
CONFIRMATION = str(CONFORMANCE / "confirmations" / "run.json")
OTHER_KEY = "desk+1436ae30+AdA6tMBGyENrXyv1xVGBMcYoqtZVBLWGv2gyeD4h1ZxM"
KEY = "rf-example+b7da5f7f+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4"


class Finished(NamedTuple):
    returncode: int
    stdout: str
    stderr: str


def process(*arguments: str, stdin: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    """Run from source without installed packages: -S leaves out site-packages, and so httpx."""
    environment = {"PYTHONPATH": str(ROOT / "python" / "src"), "PATH": os.environ["PATH"], "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [sys.executable, "-S", "-m", "rf_indicators", *arguments],
        env=environment, input=stdin, capture_output=True, timeout=60, check=False,
    )  # fmt: skip


@pytest.fixture
def main(capfd: pytest.CaptureFixture[str]) -> Callable[..., Finished]:
    """Runs the command in this process: starting one takes ten times as long as most commands."""

    def run(*arguments: str) -> Finished:
        try:
            code: Any = command_line.main(arguments)
        except SystemExit as ended:
            code = ended.code
        stdout, stderr = capfd.readouterr()
        return Finished(code, str(stdout), str(stderr))

    return run


@pytest.fixture(scope="module")
def altered(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("altered") / "altered.json"
    text = Path(UNSIGNED).read_text(encoding="utf-8")
    file.write_text(text.replace('"final_score": "39.99"', '"final_score": "49.99"'), encoding="utf-8")
    return str(file)


@pytest.mark.parametrize(
    "arguments",
    [
        ["replay", GOOD, UNSIGNED],
        ["replay", "--json", GOOD],
        ["verify", GOOD, "--key", KEY],
        ["verify", GOOD, UNSIGNED, "--json", "--key", KEY],
        ["verify", CONFIRMATION, GOOD, "--key", KEY],
        ["verify", "--json", CONFIRMATION, "--key", OTHER_KEY],
        ["replay", CONFIRMATION],
        ["replay", "ALTERED"],
        ["replay", "--json", GOOD, "ALTERED"],
    ],
)
def test_same_output_as_rf(arguments: List[str], altered: str, main: Callable[..., Finished]) -> None:
    arguments = [altered if each == "ALTERED" else each for each in arguments]
    own, theirs = main(*arguments), rf(*arguments)
    assert own == (theirs.returncode, theirs.stdout.decode(), "")


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["replay"],
        ["replay", "--bogus", GOOD],
        ["replay", "/no/such/file"],
        ["replay", "/"],
        ["replay", GOOD, "/no/such/file"],
        ["verify", GOOD],
        ["verify", GOOD, "--key", "/no/such/key"],
        ["verify", GOOD, "--key", KEY[:-4]],
        ["verify", "--key", KEY],
    ],
)
def test_what_cannot_run(arguments: List[str], main: Callable[..., Finished]) -> None:
    finished = main(*arguments)
    assert (finished.returncode, finished.stdout) == (2, "")
    assert finished.stderr != ""


def test_a_process_reads_standard_input_and_prints_what_rf_prints() -> None:
    finished = process("verify", "-", "--key", KEY, stdin=Path(GOOD).read_bytes())
    theirs = rf("verify", GOOD, "--key", KEY)
    assert finished.stderr == b""
    assert (finished.returncode, finished.stdout.decode()) == (0, theirs.stdout.decode().replace(GOOD, "-"))


def test_a_process_refuses_what_is_not_utf8() -> None:
    finished = process("replay", "-", stdin=b"\xff")
    assert (finished.returncode, finished.stdout) == (2, b"")
    assert b"not UTF-8" in finished.stderr


def test_key_from_a_file(tmp_path: Path, main: Callable[..., Finished]) -> None:
    (tmp_path / "key.pub").write_text(KEY + "\n", encoding="utf-8")
    assert main("verify", GOOD, "--key", str(tmp_path / "key.pub")).returncode == 0


def test_the_package_imports_without_httpx() -> None:
    program = (
        "import sys; sys.modules['httpx'] = None; import rf_indicators, rf_indicators.replay\n"
        "rf_indicators.WebhookVerifier\n"
        "try:\n    rf_indicators.RfClient(base_url='https://x')\nexcept ImportError as error:\n"
        "    print('needs', error.name)"
    )
    environment = {"PYTHONPATH": str(ROOT / "python" / "src")}
    finished = subprocess.run(
        [sys.executable, "-S", "-c", program], env=environment, capture_output=True, timeout=60, check=False
    )
    assert finished.stdout.decode().strip() == "needs httpx", finished.stderr.decode()


def test_json_output_is_json(main: Callable[..., Finished]) -> None:
    rows = json.loads(main("replay", "--json", GOOD).stdout)
    assert [row["ok"] for row in rows] == [True]
