"""``python -m rf_indicators replay FILE…`` and ``… verify FILE… --key KEY``: the same answers as ``rf``.

Exit codes: 0 every check held, 1 one did not, 2 the command could not run as asked.
"""

import argparse
import json
import os
import sys
from typing import Callable, List, Optional, Sequence, Tuple

from .replay import KeyFormError, ReplayReport, UnreadableAnswerError, VerifierKey, read_verifier_key, replay, verify

_Checker = Callable[[bytes], ReplayReport]


class _CannotRunError(Exception):
    """The command cannot run as asked; the message says why."""


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Run the command and give back its exit code."""
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
        help="recompute packages from their files alone: arithmetic, hash and id",
        epilog="Who published an indicator is not asked here: that is verify, with a key you pin.",
    )
    verifying = commands.add_parser(
        "verify",
        help="replay packages and check signature and, where present, log against a key you pin",
        epilog="A key that comes with the file proves nothing: get it from the publisher, once, and keep it.",
    )
    verifying.add_argument(
        "--key",
        action="append",
        default=[],
        help="the publisher's verifier key, or a file that holds it; may be repeated",
    )
    for command in (replaying, verifying):
        command.add_argument("file", nargs="+", help="computation answers; - reads standard input")
        command.add_argument("--json", action="store_true", help="print the reports as JSON")
    return parser


def _checker(options: argparse.Namespace) -> Tuple[_Checker, str]:
    if options.command == "replay":
        return replay, "REPLAYED"
    if not options.key:
        raise _CannotRunError("Pin the key with --key: one that comes with a file proves nothing.")
    keys = [_key(text) for text in options.key]
    return (lambda answer: verify(answer, keys)), "VERIFIED"


def _key(given: str) -> VerifierKey:
    """A key is given as its text or as a file that holds it; only the text has two plus signs and no folder."""
    text = given
    if os.path.exists(given) or given.count("+") < 2:
        text = _read(given).decode("utf-8", "replace")
    try:
        return read_verifier_key(text)
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
        reason = "there is no such file or folder"
    except IsADirectoryError:
        reason = "it is a folder"
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
