"""Reads and checks the inputs of one provider. Invalid inputs are rejected with every error and its place.

Codes and meanings are those of the published page of input errors.
"""

import re
from typing import Dict, List, NamedTuple, Optional, Tuple, Union

from .calendar_days import day_number, has_date_form
from .canonical import utf16_order
from .decimals import scaled_integer
from .framework import PLANNER_TYPES, Criterion, Framework, Gate, NumberInput, OptionInput
from .json_reader import Json, pointer_step, utf16_length
from .wording import quoted

MEANINGS = {
    "run_not_object": "The run is not a JSON object.",
    "missing_member": "A member that scoring needs is not there.",
    "forbidden_member": "A member has a name that is reserved by the language, such as __proto__.",
    "provider_id_not_text": "provider_id is not a string.",
    "provider_id_malformed": "provider_id is not 1 to 128 letters, digits and the signs . _ : - beginning with a "
    "letter or digit.",
    "planner_type_not_text": "planner_type is not a string.",
    "unknown_planner_type": "planner_type is none of btc, fiat and stablecoin.",
    "scoring_date_not_text": "scoring_date is not a string.",
    "scoring_date_malformed": "scoring_date does not have the form YYYY-MM-DD.",
    "scoring_date_impossible": "scoring_date names a day that the calendar does not have.",
    "flags_not_object": "flags is not an object.",
    "unknown_flag": "A structure flag is not one of the methodology.",
    "flag_not_boolean": "A structure flag is neither true nor false.",
    "gates_not_object": "gates is not an object.",
    "unknown_gate": "A gate is not one of the methodology.",
    "inputs_not_object": "inputs is not an object.",
    "unknown_input": "An input is not a criterion of the methodology.",
    "misplaced_input": "A gate stands among the inputs, or a criterion among the gates.",
    "entry_not_object": "An input or gate is not an object with value, grade and evidence_date.",
    "value_not_text": "A value is not a string: numbers are written in quotes, as they were reported.",
    "value_empty": "A value is an empty string.",
    "value_too_long": "A value is longer than any value can be.",
    "unknown_option": "A value is not one of the options.",
    "number_negative": "A number has a minus sign.",
    "number_with_plus": "A number has a plus sign.",
    "number_with_exponent": "A number is written with an exponent.",
    "number_with_space": "A number has white space in it or around it.",
    "number_with_separator": "A number has thousands separators or a decimal comma.",
    "number_not_finite": "A number is NaN or infinite.",
    "number_in_other_base": "A number is hexadecimal, octal or binary.",
    "number_foreign_digits": "A number has digits other than 0 to 9.",
    "number_leading_zero": "A number begins with a superfluous zero.",
    "number_incomplete": "A number has no digit before or after its decimal point.",
    "number_too_large": "A number has more than nine digits before its decimal point.",
    "number_too_many_decimals": "A number has more decimals than the criterion allows.",
    "number_malformed": "A value is no number at all.",
    "grade_not_text": "A grade is not a string.",
    "unknown_grade": "A grade is not one of the methodology.",
    "evidence_date_not_text": "An evidence date is not a string.",
    "evidence_date_malformed": "An evidence date does not have the form YYYY-MM-DD.",
    "evidence_date_impossible": "An evidence date names a day that the calendar does not have.",
    "evidence_date_in_future": "An evidence date lies after the scoring date.",
}

_RUN_MEMBERS = ("flags", "gates", "inputs", "planner_type", "provider_id", "scoring_date")
_ENTRY_MEMBERS = ("evidence_date", "grade", "value")
_RESERVED_NAMES = ("__proto__", "constructor", "prototype")
_PROVIDER_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,127}")
_LONGEST_VALUE = 64

# The code for a text that is not a valid number is that of the first pattern it matches, so the order matters.
_JS_SPACE = "\\t\\n\\x0b\\f\\r \\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff"
_NUMBER_FAULTS: Tuple[Tuple[str, "re.Pattern[str]"], ...] = (
    ("number_with_space", re.compile(f".*[{_JS_SPACE}].*", re.DOTALL)),
    ("number_not_finite", re.compile(r"[+-]?(?:nan|inf|infinity)", re.IGNORECASE | re.ASCII)),
    ("number_in_other_base", re.compile(r"[+-]?0[xob].*", re.IGNORECASE | re.ASCII | re.DOTALL)),
    ("number_negative", re.compile(r"-[0-9.].*", re.DOTALL)),
    ("number_with_plus", re.compile(r"\+[0-9.].*", re.DOTALL)),
    ("number_with_exponent", re.compile(r"[0-9.]+[eE][+-]?[0-9]+")),
    ("number_with_separator", re.compile(r"(?=.*[,_'])[0-9][0-9.,_']*[0-9]")),
    ("number_foreign_digits", re.compile(r"(?=.*[^0-9.])(?:\d|\.)+")),
    ("number_leading_zero", re.compile(r"0[0-9]+(?:\.[0-9]*)?")),
    ("number_incomplete", re.compile(r"\.[0-9]+|[0-9]+\.")),
    ("number_too_large", re.compile(r"[0-9]{10,}(?:\.[0-9]+)?")),
    ("number_too_many_decimals", re.compile(r"[0-9]+\.[0-9]+")),
    ("number_malformed", re.compile(r".*", re.DOTALL)),
)


class InputError(NamedTuple):
    code: str
    message: str
    pointer: str


class Evidence(NamedTuple):
    """One gate or input with its evidence. ``value`` is an option, or a number as a scaled integer."""

    value: Union[str, int]
    grade: str
    age_days: int


class Run(NamedTuple):
    provider_id: str
    planner_type: str
    scoring_date: str
    flags: Dict[str, bool]
    gates: Dict[str, Evidence]
    inputs: Dict[str, Evidence]


def read_run(value: Json, framework: Framework) -> Union[Run, List[InputError]]:
    """The inputs, or all errors in them, in order of place and code."""
    return _RunReader(framework).read(value)


class _RunReader:
    def __init__(self, framework: Framework) -> None:
        self._framework = framework
        self._criteria = {each.id: each for each in framework.criteria}
        self._gates = {each.id: each for each in framework.gates}
        self._errors: List[InputError] = []
        self._scoring_day: Optional[int] = None

    def read(self, run: Json) -> Union[Run, List[InputError]]:
        if not isinstance(run, dict):
            self._add("run_not_object", "")
            return self._errors
        for name in run:
            if name in _RESERVED_NAMES:
                self._add("forbidden_member", pointer_step(name))
        for name in _RUN_MEMBERS:
            if name not in run:
                self._add("missing_member", pointer_step(name))
        self._check_headline(run)
        gates = self._entries(run["gates"], "gates") if "gates" in run else {}
        inputs = self._entries(run["inputs"], "inputs") if "inputs" in run else {}
        if self._errors:
            return sorted(self._errors, key=lambda each: (utf16_order(each.pointer), utf16_order(each.code)))
        return Run(run["provider_id"], run["planner_type"], run["scoring_date"], run["flags"], gates, inputs)

    def _add(self, code: str, pointer: str, found: str = "") -> None:
        message = MEANINGS[code] + (f" {found}" if found else "")
        self._errors.append(InputError(code, message, pointer))

    def _check_headline(self, run: Dict[str, Json]) -> None:
        if "provider_id" in run:
            self._check_provider_id(run["provider_id"])
        if "planner_type" in run:
            self._check_planner_type(run["planner_type"])
        if "scoring_date" in run:
            self._scoring_day = self._day(run["scoring_date"], "scoring_date", "/scoring_date")
        if "flags" in run:
            self._check_flags(run["flags"])

    def _check_provider_id(self, value: Json) -> None:
        if not isinstance(value, str):
            self._add("provider_id_not_text", "/provider_id")
        elif _PROVIDER_ID.fullmatch(value) is None:
            self._add("provider_id_malformed", "/provider_id")

    def _check_planner_type(self, value: Json) -> None:
        if not isinstance(value, str):
            self._add("planner_type_not_text", "/planner_type")
        elif value not in PLANNER_TYPES:
            self._add("unknown_planner_type", "/planner_type", f"Found {quoted(value)}.")

    def _day(self, value: Json, what: str, pointer: str) -> Optional[int]:
        if not isinstance(value, str):
            self._add(f"{what}_not_text", pointer)
            return None
        day = day_number(value)
        if day is None:
            fault = "impossible" if has_date_form(value) else "malformed"
            self._add(f"{what}_{fault}", pointer, f"Found {quoted(value)}.")
        return day

    def _check_flags(self, flags: Json) -> None:
        if not isinstance(flags, dict):
            self._add("flags_not_object", "/flags")
            return
        for name, value in flags.items():
            pointer = "/flags" + pointer_step(name)
            if name in _RESERVED_NAMES:
                self._add("forbidden_member", pointer)
            elif name not in self._framework.flags:
                self._add("unknown_flag", pointer, f"Found {quoted(name)}.")
            elif not isinstance(value, bool):
                self._add("flag_not_boolean", pointer)

    def _entries(self, entries: Json, kind: str) -> Dict[str, Evidence]:
        if not isinstance(entries, dict):
            self._add(f"{kind}_not_object", f"/{kind}")
            return {}
        evidence: Dict[str, Evidence] = {}
        for name, entry in entries.items():
            pointer = f"/{kind}" + pointer_step(name)
            subject = self._subject(name, kind, pointer)
            read = None if subject is None else self._entry(entry, subject, pointer)
            if read is not None:
                evidence[name] = read
        return evidence

    def _subject(self, name: str, kind: str, pointer: str) -> Union[Criterion, Gate, None]:
        """The gate or criterion that an entry belongs to."""
        subject: Union[Criterion, Gate, None] = (self._gates if kind == "gates" else self._criteria).get(name)
        if subject is not None:
            return subject
        if name in _RESERVED_NAMES:
            self._add("forbidden_member", pointer)
        elif name in self._gates or name in self._criteria:
            self._add("misplaced_input", pointer)
        else:
            self._add("unknown_gate" if kind == "gates" else "unknown_input", pointer, f"Found {quoted(name)}.")
        return None

    def _entry(self, entry: Json, subject: Union[Criterion, Gate], pointer: str) -> Optional[Evidence]:
        if not isinstance(entry, dict):
            self._add("entry_not_object", pointer)
            return None
        before = len(self._errors)
        if "__proto__" in entry:
            self._add("forbidden_member", pointer + "/__proto__")
        for name in _ENTRY_MEMBERS:
            if name not in entry:
                self._add("missing_member", f"{pointer}/{name}")
        value = self._value(entry["value"], subject, pointer + "/value") if "value" in entry else None
        if "grade" in entry:
            self._check_grade(entry["grade"], pointer + "/grade")
        date_pointer = pointer + "/evidence_date"
        day = self._day(entry["evidence_date"], "evidence_date", date_pointer) if "evidence_date" in entry else None
        if len(self._errors) > before or value is None or day is None or self._scoring_day is None:
            return None
        if day > self._scoring_day:
            self._add("evidence_date_in_future", date_pointer, f"Found {entry['evidence_date']}.")
            return None
        return Evidence(value, entry["grade"], self._scoring_day - day)

    def _check_grade(self, grade: Json, pointer: str) -> None:
        if not isinstance(grade, str):
            self._add("grade_not_text", pointer)
        elif grade not in self._framework.grade_percents:
            self._add("unknown_grade", pointer, f"Found {quoted(grade)}.")

    def _value(self, value: Json, subject: Union[Criterion, Gate], pointer: str) -> Union[str, int, None]:
        if not isinstance(value, str):
            self._add("value_not_text", pointer)
            return None
        if value == "":
            self._add("value_empty", pointer)
            return None
        length = utf16_length(value)
        if length > _LONGEST_VALUE:
            self._add("value_too_long", pointer, f"It has {length} characters.")
            return None
        form = OptionInput(dict.fromkeys(subject.options, 0)) if isinstance(subject, Gate) else subject.input
        if isinstance(form, NumberInput):
            return self._number(value, form.decimals, pointer)
        if value not in form.points:
            self._add("unknown_option", pointer, f"Found {quoted(value)}.")
            return None
        return value

    def _number(self, text: str, decimals: int, pointer: str) -> Optional[int]:
        number = scaled_integer(text, decimals)
        if number is None:
            code = next(code for code, form in _NUMBER_FAULTS if form.fullmatch(text) is not None)
            self._add(code, pointer, f"Found {quoted(text)}.")
        return number
