"""The commands ``replay`` and ``verify`` of ``python -m rf_indicators``, with the same output as those of ``rf``.

Exit codes: 0 all checks passed, 1 a check failed, 2 the command could not run.
"""

import argparse
import json
import os
import sys
from typing import Callable, List, Optional, Sequence, Tuple, TypeVar

from .replay import (
    KeyFormError,
    ReplayReport,
    UnreadableAnswerError,
    VerifierKey,
    WitnessKey,
    is_confirmation,
    read_verifier_key,
    read_witness_key,
    replay,
    verify,
    verify_confirmation,
)

_Checker = Callable[[bytes], ReplayReport]
_Key = TypeVar("_Key", VerifierKey, WitnessKey)


class _CannotRunError(Exception):
    """The command cannot run. The message says why."""


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Run the command and return its exit code."""
    options = _parser().parse_args(arguments)
    try:
        checker, verdict = _checker(options)
        reports = [(name, _checked(name, checker)) for name in options.file]
    except _CannotRunError as error:
        print(f"rf-indicators: {error}", file=sys.stderr)
        return 2
    if options.json:
        rows = [{"file": name, **report.to_json()} for name, report in reports]
        print(json.dumps(rows, indent=2, ensure_ascii=False))
    else:
        for name, report in reports:
            _print_report(name, report, verdict)
    return 0 if all(report.ok for _, report in reports) else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="rf-indicators", description="Recompute and verify published risk indicators."
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    replaying = commands.add_parser(
        "replay",
        help="recompute packages from their files alone: arithmetic, hash and verification id",
        epilog="This does not check who published the indicator. Use verify with a pinned key for that.",
    )
    verifying = commands.add_parser(
        "verify",
        help="replay packages and check the signature and, if present, the log entry against a pinned key; "
        "also verifies confirmations",
        epilog="A key that comes with the file proves nothing. Get the key from the publisher once, and keep it.",
    )
    verifying.add_argument(
        "--key",
        action="append",
        default=[],
        help="the publisher's verifier key, or a file that contains it; can be repeated",
    )
    verifying.add_argument(
        "--witness",
        action="append",
        default=[],
        help="the key of a witness whose cosignatures you accept, or a file that contains it; can be repeated",
    )
    verifying.add_argument(
        "--require",
        type=int,
        help="how many of these witnesses must have cosigned; all if absent",
    )
    for command, files in ((replaying, "computation packages"), (verifying, "computation packages or confirmations")):
        command.add_argument("file", nargs="+", help=f"{files}; - reads standard input")
        command.add_argument("--json", action="store_true", help="print the reports as JSON")
    return parser


def _checker(options: argparse.Namespace) -> Tuple[_Checker, str]:
    if options.command == "replay":
        return replay, "REPLAYED"
    if not options.key:
        raise _CannotRunError("Pass the publisher's key with --key. A key that comes with the file proves nothing.")
    keys = [_key(text, read_verifier_key) for text in options.key]
    witnesses = [_key(text, read_witness_key) for text in options.witness]
    count = len({key.id for key in witnesses})
    if options.require is not None and not 0 <= options.require <= count:
        raise _CannotRunError(f"--require must be from 0 to {count}, the number of different witnesses.")
    return (lambda file: _verified(file, keys, witnesses, options.require)), "VERIFIED"


def _verified(
    file: bytes, keys: Sequence[VerifierKey], witnesses: Sequence[WitnessKey], required: Optional[int]
) -> ReplayReport:
    if is_confirmation(file):
        return verify_confirmation(file, keys, witnesses=witnesses, required_witnesses=required)
    return verify(file, keys, witnesses=witnesses, required_witnesses=required)


def _key(given: str, read_key: Callable[[str], _Key]) -> _Key:
    """The key, given as text or as the name of a file. Only a key has two plus signs and is not an existing file."""
    text = given
    if os.path.exists(given) or given.count("+") < 2:
        text = _read(given).decode("utf-8", "replace")
    try:
        return read_key(text)
    except KeyFormError as error:
        raise _CannotRunError(f"The key cannot be used: {error}") from None


def _checked(name: str, checker: _Checker) -> ReplayReport:
    try:
        return checker(_read(name))
    except UnreadableAnswerError:
        raise _CannotRunError(f"{name} is not UTF-8 text.") from None


def _read(name: str) -> bytes:
    if name == "-":
        return sys.stdin.buffer.read()
    try:
        with open(name, "rb") as file:
            return file.read()
    except FileNotFoundError:
        reason = "the file does not exist"
    except IsADirectoryError:
        reason = "it is a directory"
    except OSError as error:
        reason = error.strerror or "it cannot be opened"
    raise _CannotRunError(f"Cannot read {name}: {reason}.")


def _print_report(name: str, report: ReplayReport, verdict: str) -> None:
    headline: List[str] = [verdict if report.ok else f"REFUSED ({report.fault})"]
    if report.verification_id is not None:
        headline.append(report.verification_id)
    print("  ".join([*headline, name]))
    for check in report.checks:
        print(f"  {'ok  ' if check.ok else 'FAIL'} {check.check}: {check.detail}")
