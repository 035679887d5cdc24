"""The evidence outlook: what a score becomes day by day if no input changes and nothing is renewed.

It scores every day by itself, so that it can check an outlook that skips the days on which nothing changes.
"""

from datetime import date
from typing import Any, Dict, List, Mapping, Optional, Union

from .arithmetic import Calculation, calculate
from .framework import Criterion, Framework, Gate
from .json_reader import Json
from .result import result_of
from .run_input import Run, read_run

_SCORE_MEMBERS = ("band", "confidence", "coverage", "final_score", "uncapped_score")
_CAP_MEMBERS = ("binding", "cap", "name", "rule_id")


def outlook(run: Mapping[str, Any], framework: Framework, *, days: int, stale_days: int) -> Dict[str, Json]:
    """The outlook from the scoring date of a run over the given number of further days.

    ``stale_days`` is how long an indicator stays current after a gate lapsed. Raises ValueError if the run is not
    valid, or if a gate has no evidence.
    """
    read = read_run(dict(run), framework)
    if isinstance(read, list):
        raise ValueError(f"There is no outlook: {read[0].message}")
    first = date.fromisoformat(read.scoring_date).toordinal()
    inputs = [
        *(_input("gate", gate, read, first) for gate in framework.gates),
        *(_input("criterion", each, read, first) for each in framework.criteria_for(read.planner_type, read.flags)),
    ]
    dated = [each for each in inputs if each is not None and (each["ages_from"] or each["lapses_on"]) <= first + days]
    gates = [each for each in dated if each["is_gate"] and each["lapses_on"] <= first + days]
    lapse = min(gates, key=lambda each: each["lapses_on"], default=None)
    window = range(first, first + days + 1)
    return {
        "first_lapse": lapse
        and {
            "evidence_date": _text(lapse["evidence_day"]),
            "id": lapse["id"],
            "kind": lapse["kind"],
            "lapses_on": _text(lapse["lapses_on"]),
            "withdrawn_on": _text(lapse["lapses_on"] + stale_days),
        },
        "from": _text(first),
        "gates_renewed": _series([_scored(_aged(read, day - first, framework), framework) for day in window], first),
        "inputs": [
            {
                "ages_from": each["ages_from"] and _text(each["ages_from"]),
                "evidence_date": _text(each["evidence_day"]),
                "id": each["id"],
                "kind": each["kind"],
                "lapses_on": _text(each["lapses_on"]),
            }
            for each in sorted(dated, key=lambda each: each["ages_from"] or each["lapses_on"])
        ],
        "to": _text(first + days),
        **_series(
            [
                _scored(_aged(read, day - first), framework)
                or {"state": "stale" if lapse and day < lapse["lapses_on"] + stale_days else "withdrawn"}
                for day in window
            ],
            first,
        ),
    }


def _text(day: int) -> str:
    return date.fromordinal(day).isoformat()


def _input(kind: str, target: Union[Gate, Criterion], run: Run, first: int) -> Optional[Dict[str, Any]]:
    evidence = (run.gates if kind == "gate" else run.inputs).get(target.id)
    is_gate = not isinstance(target, Criterion) or target.is_gate
    if evidence is None:
        if is_gate:
            raise ValueError(f"There is no outlook: {target.id} has no evidence.")
        return None
    day = first - evidence.age_days
    return {
        "ages_from": None if kind == "gate" else day + target.max_age_days + 1,
        "evidence_day": day,
        "id": target.id,
        "is_gate": is_gate,
        "kind": kind,
        "lapses_on": day + 2 * target.max_age_days,
    }


def _aged(run: Run, passed: int, renewed_in: Optional[Framework] = None) -> Run:
    """The run when days have passed; with a framework, as if each of its gates had just been checked again."""
    gates = {
        name: each._replace(age_days=0 if renewed_in else each.age_days + passed) for name, each in run.gates.items()
    }
    fresh = {each.id for each in renewed_in.criteria if each.is_gate} if renewed_in else set()
    inputs = {
        name: each._replace(age_days=0 if name in fresh else each.age_days + passed)
        for name, each in run.inputs.items()
    }
    return run._replace(gates=gates, inputs=inputs)


def _scored(run: Run, framework: Framework) -> Dict[str, Json]:
    """Empty if there is no score."""
    calculation = calculate(run, framework)
    if not isinstance(calculation, Calculation):
        return {}
    result = result_of(calculation)
    caps = result["decision"]["hard_caps_fired"]
    return {
        **{name: result[name] for name in _SCORE_MEMBERS},
        "hard_caps_fired": [{name: cap[name] for name in _CAP_MEMBERS} for cap in caps],
        "state": "scored",
    }


def _series(days: List[Dict[str, Json]], first: int) -> Dict[str, Json]:
    steps: List[Dict[str, Json]] = []
    for at, day in enumerate(days):
        if at > 0 and day == days[at - 1]:
            steps[-1]["to"] = _text(first + at)
        else:
            steps.append({"from": _text(first + at), "to": _text(first + at), **day})
    bands = [step["band"] for step in steps if step["state"] == "scored"]
    change = next((step for step in steps if step["state"] == "scored" and step["band"] != bands[0]), None)
    return {
        "first_band_change": change and {"date": change["from"], "from": bands[0], "to": change["band"]},
        "steps": list(steps),
    }
