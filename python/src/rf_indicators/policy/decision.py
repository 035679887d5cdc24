"""The decision on one provider: the strictest rule that holds decides, and what is not known counts as BLOCK."""

from typing import Any, Dict, List, Mapping, Optional, Sequence

from .expression import comparisons_in, holds
from .instants import date_text, seconds_of
from .scale import day_of, place_of
from .values import NOT_KNOWN, View, as_of_step, has_come, is_stale, seen_in, seen_name, view_of

FORMAT = "rf-policy-1"
STRICTNESS = ("ALLOW", "REVIEW", "BLOCK")


def decide(policy: Mapping[str, Any], snapshot: Mapping[str, Any], at: str, exposure: str = "new") -> Dict[str, Any]:
    """What the policy says of a provider at an instant, for new exposure or for one that exists.

    The policy is one that the service accepted: only its format is checked, because a later one may mean more than is
    read here. Raises ValueError for another format, and for an instant that is none.
    """
    if policy["format"] != FORMAT:
        raise ValueError(f"not a policy of the format {FORMAT}")
    view = view_of(snapshot, at)
    held = _guards(policy, view)
    saw: Dict[str, Any] = {}
    if snapshot.get("state") == "scored":
        existing = policy.get("existing") if exposure == "existing" else None
        rules = policy["rules"] if existing is None else existing["rules"]
        cure_days = None if existing is None else int(existing["cure_days"])
        for rule in rules:
            held.extend(_held(policy["exceptions"], rule, view, cure_days))
            for comparison in comparisons_in(rule["when"]):
                seen = seen_in(comparison, view)
                if seen is not NOT_KNOWN:
                    saw[seen_name(comparison)] = seen
    decision = max((entry["counts_as"] for entry in held), key=STRICTNESS.index, default="ALLOW")
    deciding = None
    if decision != "ALLOW":
        deciding = next(entry for entry in held if entry["counts_as"] == decision)
    return {
        "provider": snapshot["provider"],
        "decision": decision,
        "decided_by": None if deciding is None else deciding["rule"],
        "sentence": "No rule of the policy holds." if deciding is None else deciding["sentence"],
        "held": held,
        "saw": saw,
    }


def _guard(counts_as: str, rule: str, sentence: str, truth: str = "true") -> Dict[str, Any]:
    return {"rule": f"rf:{rule}", "counts_as": counts_as, "sentence": sentence, "truth": truth}


def _guards(policy: Mapping[str, Any], view: View) -> List[Dict[str, Any]]:
    """What no policy and no exception lifts."""
    without_score = _without_score(view)
    if without_score is not None:
        return [without_score]
    found = []
    snapshot = view.snapshot
    is_about = _is_in_scope(policy["scope"], snapshot)
    if is_about is None:
        sentence = "It is not known whether the policy is about this provider."
        found.append(_guard("REVIEW", "scope", sentence, "unknown"))
    elif not is_about:
        found.append(_guard("REVIEW", "scope", "The policy is not about this provider."))
    stale = is_stale(view)
    if stale is None:
        found.append(_guard("REVIEW", "stale", "It is not known whether the score is stale.", "unknown"))
    elif stale:
        found.append(_guard("REVIEW", "stale", "The score is stale."))
    hours = int(policy["verified_within_hours"])
    verified = seconds_of(snapshot.get("verified_at"))
    # Also if it was verified later than now: then one of two clocks is wrong.
    if verified is None or not 0 <= view.second - verified <= hours * 3600:
        found.append(_guard("REVIEW", "not_verified", f"The score was not verified within {hours} hours."))
    if snapshot.get("framework") not in policy["frameworks"]:
        found.append(_guard("REVIEW", "framework", "The policy does not name the framework of the score."))
    return found


def _is_in_scope(scope: Any, snapshot: Mapping[str, Any]) -> Optional[bool]:
    """None: the snapshot does not say whether the provider is in the book."""
    if scope == "all":
        return True
    if not isinstance(scope, dict):
        return snapshot["provider"] in scope
    books = snapshot.get("in_books")
    if not isinstance(books, list) or not all(isinstance(one, str) for one in books):
        return None
    return scope["book"] in books


def _without_score(view: View) -> Optional[Dict[str, Any]]:
    state = view.snapshot.get("state")
    if state == "never_scored":
        return _guard("BLOCK", "never_scored", "The provider has never been scored.")
    if state not in ("scored", "withdrawn"):
        return _guard("BLOCK", "unknown", "No provider is known by this id.")
    withdrawn = state == "withdrawn" or has_come("withdrawn_from", view)
    if withdrawn is None:
        return _guard("BLOCK", "withdrawn", "It is not known whether the score is withdrawn.", "unknown")
    return _guard("BLOCK", "withdrawn", "The score is withdrawn.") if withdrawn else None


def _held(
    exceptions: Sequence[Mapping[str, Any]], rule: Mapping[str, Any], view: View, cure_days: Optional[int]
) -> List[Dict[str, Any]]:
    """None or one."""
    truth = holds(rule["when"], view)
    if truth is False:
        return []
    entry = {
        "rule": rule["id"],
        "counts_as": "BLOCK" if truth is None else rule["decision"],
        "sentence": rule["sentence"],
        "truth": "unknown" if truth is None else "true",
    }
    if truth is None:
        return [entry]
    for exception in exceptions:
        if exception["rule"] == rule["id"] and _lifts(exception, view):
            return [{**entry, "counts_as": "ALLOW", "exception": exception["reason"]}]
    if rule["decision"] == "BLOCK" and cure_days is not None:
        last = _last_day_to_cure(rule, cure_days, view)
        if last is not None and last >= view.day:
            return [{**entry, "counts_as": "REVIEW", "cured_until": date_text(last)}]
    return [entry]


def _lifts(exception: Mapping[str, Any], view: View) -> bool:
    """A band that is stale is not the one that was tolerated."""
    band, worst = place_of(view.snapshot.get("band")), place_of(exception["worst_band"])
    until = day_of(exception["until"])
    return (
        exception["provider"] == view.snapshot["provider"]
        and until is not None
        and view.day <= until
        and band is not None
        and worst is not None
        and band <= worst
        and is_stale(view) is False
    )


def _last_day_to_cure(rule: Mapping[str, Any], days: int, view: View) -> Optional[int]:
    """Counts from the downgrade with which the rule came to hold.

    That is the oldest one since it would not hold today, had the score stayed as it was then. So a further downgrade
    gives no more days, and a rule that would hold without any has none.
    """
    history = view.history or ()
    oldest: Optional[int] = None
    after_day, after_band = 0, 0
    for index in reversed(range(len(history))):
        day, _, band = history[index]
        if band is None:
            continue
        if after_band > band:
            oldest = after_day
        if holds(rule["when"], as_of_step(view, history[: index + 1])) is False:
            return None if oldest is None else oldest + days
        after_day, after_band = day, band
    return None
