"""Reads a computation answer and checks its structure before anything in it is used."""

import re
from typing import Any, Callable, Dict, Mapping, NamedTuple, Optional, Tuple, Union

from .canonical import canonical_json
from .json_reader import Json, NotJsonError, NotPortableError, plain_number, read_json
from .references import first_malformed_reference
from .report import FAULTS, Check, failed

_DIGEST = re.compile(r"[0-9a-f]{64}")
_INSTANT = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,9})?Z", re.ASCII
)


class UnreadableAnswerError(ValueError):
    """The bytes are not valid UTF-8, so there is nothing to check."""


class Answer(NamedTuple):
    """A computation answer with the right structure. All members are parsed JSON."""

    package: Dict[str, Json]
    package_hash: str
    verification_id: str
    methodology: Dict[str, Json]
    methodology_version: str
    statement: Dict[str, Json]
    signature: Optional[Dict[str, Json]]
    log: Optional[Dict[str, Json]]


def read_answer(source: Union[bytes, str, Mapping[str, Any]]) -> Union[Answer, Check]:
    """The answer, or the check that failed. Takes the bytes or the text of a file, or parsed JSON."""
    value = read_source(source, FAULTS)
    return value if isinstance(value, Check) else _checked_form(value)


def read_source(source: Union[bytes, str, Mapping[str, Any]], faults: Mapping[str, str]) -> Union[Json, Check]:
    """JSON that has a canonical form, or the check that failed, described with these texts."""
    if isinstance(source, (bytes, bytearray)):
        try:
            source = bytes(source).decode("utf-8-sig")
        except UnicodeDecodeError:
            raise UnreadableAnswerError("not UTF-8 text") from None
    if isinstance(source, str):
        return _read_text(source, faults)
    return _read_parsed(source, faults)


def _read_text(text: str, faults: Mapping[str, str]) -> Union[Json, Check]:
    try:
        document = read_json(text)
    except NotJsonError as error:
        return failed("form", "not_json", None, f"{faults['not_json']} {error}")
    except NotPortableError as error:
        return failed("form", "wrong_form", None, f"{faults['wrong_form']} {error.reason}")
    if document.duplicate_pointer is not None:
        return failed("form", "duplicate_member", document.duplicate_pointer, faults["duplicate_member"])
    return document.value


def _read_parsed(value: Mapping[str, Any], faults: Mapping[str, str]) -> Union[Json, Check]:
    """JSON parsed by Python can contain values without a canonical form, and 20.0 in place of 20."""
    try:
        plain = _plain(value)
        canonical_json(plain)
    except (ValueError, RecursionError):
        return failed("form", "wrong_form", None, faults["wrong_form"])
    return plain


def _plain(value: Json) -> Json:
    if isinstance(value, float):
        return plain_number(value)
    if isinstance(value, Mapping):
        return {name: _plain(member) for name, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(entry) for entry in value]
    return value


def _is_text(value: Json) -> bool:
    return isinstance(value, str)


def _is_text_or_null(value: Json) -> bool:
    return value is None or isinstance(value, str)


def _is_object(value: Json) -> bool:
    return isinstance(value, dict)


def _is_object_or_null(value: Json) -> bool:
    return value is None or isinstance(value, dict)


def _is_digest(value: Json) -> bool:
    return isinstance(value, str) and _DIGEST.fullmatch(value) is not None


def _is_instant(value: Json) -> bool:
    return isinstance(value, str) and _INSTANT.fullmatch(value) is not None


_Form = Tuple[Tuple[str, Callable[[Json], bool]], ...]

_DATA_FORM: _Form = (
    ("package", _is_object),
    ("package_hash", _is_digest),
    ("verification_id", _is_text),
    ("methodology", _is_object),
    ("methodology_version", _is_text),
    ("engine_version", _is_text),
    ("published_at", _is_text_or_null),
    ("statement", _is_object),
    ("signature", _is_object_or_null),
    ("log", _is_object_or_null),
)
_PACKAGE_FORM: _Form = (
    ("as_of", _is_instant),
    ("configuration", _is_object),
    ("configuration_digest", _is_digest),
    ("gates", _is_object),
    ("inputs", _is_object),
    ("methodology_digest", _is_digest),
    ("provider", _is_object),
    ("result", _is_object),
)
_PROVIDER_FORM: _Form = (
    ("id", _is_text),
    ("name", _is_text),
    ("planner_type", _is_text),
    ("flags", _is_object),
)
_STATEMENT_FORM: _Form = (
    ("as_of", _is_instant),
    ("corrects", _is_text_or_null),
    ("final_score", _is_text),
    ("framework_version", _is_text),
    ("methodology_digest", _is_digest),
    ("package_hash", _is_digest),
    ("planner_type", _is_text),
    ("provider_id", _is_text),
    ("provider_name", _is_text),
    ("risk_band", _is_text),
    ("supersedes", _is_text_or_null),
    ("verification_id", _is_text),
)


def _first_wrong(value: Dict[str, Json], form: _Form, pointer: str) -> Optional[str]:
    return next(
        (f"{pointer}/{name}" for name, is_right in form if name not in value or not is_right(value[name])), None
    )


def _checked_form(value: Json) -> Union[Answer, Check]:
    """Check outer members first, because inner ones exist only if the outer ones are right."""
    data = value.get("data") if isinstance(value, dict) else None
    if not isinstance(data, dict):
        return _wrong_form("/data")
    wrong = _first_wrong(data, _DATA_FORM, "/data")
    if wrong is not None:
        return _wrong_form(wrong)
    package = data["package"]
    wrong = (
        _first_wrong(package, _PACKAGE_FORM, "/data/package")
        or _first_wrong(package["provider"], _PROVIDER_FORM, "/data/package/provider")
        or _first_wrong(data["statement"], _STATEMENT_FORM, "/data/statement")
        or first_malformed_reference(package, "/data/package")
    )
    if wrong is not None:
        return _wrong_form(wrong)
    return Answer(
        package=package,
        package_hash=data["package_hash"],
        verification_id=data["verification_id"],
        methodology=data["methodology"],
        methodology_version=data["methodology_version"],
        statement=data["statement"],
        signature=data["signature"],
        log=data["log"],
    )


def _wrong_form(pointer: str) -> Check:
    return failed("form", "wrong_form", pointer, f"{FAULTS['wrong_form']} See {pointer}.")
