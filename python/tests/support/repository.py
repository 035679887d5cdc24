"""Paths in the repository, and the real ``rf`` command, run as a black box."""

import atexit
import functools
import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any, Dict, List, Sequence

ROOT = Path(__file__).resolve().parents[3]
METHODOLOGY = ROOT / "methodology"
FRAMEWORK_FILE = METHODOLOGY / "rf-framework-1.0.json"
VECTORS = METHODOLOGY / "vectors" / "rf-framework-1.0"
SAMPLE_RUNS = METHODOLOGY / "samples" / "providers.json"
CONFORMANCE = ROOT / "conformance"
RF_COMMAND = ROOT / "packages" / "server" / "bin" / "rf.mjs"

FULL = os.environ.get("RF_TEST_FULL") == "1"
"""Whether to test with the full counts."""


def read_json_file(path: Path) -> Any:
    return json.loads(path.read_bytes())


def node() -> str:
    """The Node that npm installed, or the one on the path."""
    own = ROOT / "node_modules" / ".bin" / "node"
    found = str(own) if own.exists() else shutil.which("node")
    assert found is not None, "Node was not found. Run npm ci."
    return found


class _Commands:
    """A process that runs ``rf`` commands one after the other. It ends with the tests."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [node(), str(ROOT / "scripts" / "testing" / "rf-commands.ts")],
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8",
        )  # fmt: skip
        atexit.register(self._end)

    def run(self, arguments: Sequence[str]) -> "subprocess.CompletedProcess[bytes]":
        sent, received = self._process.stdin, self._process.stdout
        assert sent is not None
        assert received is not None
        sent.write(json.dumps(arguments) + "\n")
        sent.flush()
        line = received.readline()
        assert line != "", f"rf {' '.join(arguments)} ended the process"
        finished = json.loads(line)
        stdout, stderr = finished["stdout"].encode(), finished["stderr"].encode()
        return subprocess.CompletedProcess(list(arguments), finished["code"], stdout, stderr)

    def _end(self) -> None:
        self._process.communicate()


@functools.lru_cache(maxsize=None)
def _commands() -> _Commands:
    return _Commands()


def rf(*arguments: str) -> "subprocess.CompletedProcess[bytes]":
    return _commands().run(arguments)


def rf_reports(command: str, files: Sequence[Path], *options: str) -> List[Dict[str, Any]]:
    """The reports of one ``rf replay`` or ``rf verify`` over many files."""
    finished = rf(command, "--json", *options, *(str(file) for file in files))
    assert finished.returncode in (0, 1), finished.stderr.decode()
    reports: List[Dict[str, Any]] = json.loads(finished.stdout)
    return reports


def sample_runs() -> List[Dict[str, Any]]:
    runs: List[Dict[str, Any]] = read_json_file(SAMPLE_RUNS)
    return runs


def make_packages(runs: Sequence[Dict[str, Any]], folder: Path, *options: str) -> List[Path]:
    """The packages that ``rf package`` makes from these inputs, in their order."""
    folder.mkdir(parents=True, exist_ok=True)
    runs_file = folder / "runs.json"
    runs_file.write_text(json.dumps(runs), encoding="utf-8")
    finished = rf("package", "--runs", str(runs_file), "--out", str(folder / "packages"), *options)
    assert finished.returncode == 0, finished.stderr.decode()
    return [folder / "packages" / f"{run['provider_id']}.json" for run in runs]
