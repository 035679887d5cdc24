"""Checks the members of a package that are hashed but not scored: references to evidence and approvals, and facts."""

from typing import Dict, List, Optional, Tuple

from .canonical import utf16_order
from .json_reader import Json, pointer_step

_REFERENCES = ("evidence", "approval")
_FACT_MEMBERS = ("value", "grade", "evidence_date", *_REFERENCES)


def first_malformed_reference(package: Dict[str, Json], pointer: str) -> Optional[str]:
    """A pointer to the first malformed reference or fact of a package; None if there is none."""
    for group in ("gates", "inputs"):
        for name, entry in _sorted_members(package[group]):
            malformed = _first_malformed_of(entry, f"{pointer}/{group}" + pointer_step(name))
            if malformed is not None:
                return malformed
    # Packages have facts only since the service records them.
    if "facts" not in package:
        return None
    facts = package["facts"]
    if not isinstance(facts, dict):
        return f"{pointer}/facts"
    for name, fact in _sorted_members(facts):
        malformed = _first_malformed_in_fact(fact, f"{pointer}/facts" + pointer_step(name))
        if malformed is not None:
            return malformed
    return None


def _first_malformed_in_fact(fact: Json, pointer: str) -> Optional[str]:
    if not isinstance(fact, dict):
        return pointer
    if not isinstance(fact.get("value"), str):
        return f"{pointer}/value"
    for name in _FACT_MEMBERS:
        if name not in fact:
            return f"{pointer}/{name}"
    for name in ("grade", "evidence_date"):
        if fact[name] is not None and not isinstance(fact[name], str):
            return f"{pointer}/{name}"
    malformed = _first_malformed_of(fact, pointer)
    if malformed is not None:
        return malformed
    unknown = next((name for name, _ in _sorted_members(fact) if name not in _FACT_MEMBERS), None)
    return None if unknown is None else pointer + pointer_step(unknown)


def _first_malformed_of(entry: Json, pointer: str) -> Optional[str]:
    """Entries that are not objects, or have no references, are left to the check of the inputs."""
    if not isinstance(entry, dict):
        return None
    wrong = (name for name in _REFERENCES if name in entry and not _is_reference(entry[name]))
    name = next(wrong, None)
    return None if name is None else f"{pointer}/{name}"


def _is_reference(value: Json) -> bool:
    if value is None:
        return True
    return isinstance(value, dict) and all(_is_reference_member(member) for member in value.values())


def _is_reference_member(value: Json) -> bool:
    if isinstance(value, list):
        return all(isinstance(item, str) for item in value)
    return value is None or isinstance(value, str)


def _sorted_members(value: Dict[str, Json]) -> List[Tuple[str, Json]]:
    """Sorted by code unit, so that every implementation finds the same member first."""
    return sorted(value.items(), key=lambda member: utf16_order(member[0]))
