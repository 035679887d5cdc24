"""What a decision reads of a package: the part of a snapshot that anyone can derive again from it."""

from typing import Any, Dict, Mapping, Optional

from ..replay.decimals import decimal_text, scaled_integer
from ..replay.framework import Framework


def package_values(framework: Framework, package: Mapping[str, Any]) -> Dict[str, Any]:
    """The members of a snapshot that follow from a package that this framework scored."""
    result = package["result"]
    fired = {rule["rule_id"] for rule in result["decision"]["hard_caps_fired"]}
    counting = [
        package["inputs"][criterion["id"]]
        for criterion in result["criteria"]
        if criterion["status"] in ("scored", "stale") and criterion["id"] in package["inputs"]
    ]
    dates = sorted(one["evidence_date"] for one in [*package["gates"].values(), *counting])
    values = {
        "oldest_evidence": dates[0],
        "newest_evidence": dates[-1],
        "band": result["band"],
        "caps": {rule.id: rule.id in fired for rule in framework.hard_rules},
        "evidence_quality": result["confidence"],
        "framework": framework.title,
        "modules": {
            module["id"]: None if module["weight"] == "0.00" else module["score"] for module in result["modules"]
        },
        "product_type": result["planner_type"],
        "score": result["final_score"],
    }
    facts = package.get("facts", {})
    if "yield_min" in facts and "yield_max" in facts:
        # Not known of packages that were made before yields were facts.
        values["yield"] = {
            "lowest": _in_hundredths(facts["yield_min"]["value"]),
            "highest": _in_hundredths(facts["yield_max"]["value"]),
        }
    return values


def _in_hundredths(percent: str) -> Optional[str]:
    """ "4.5" is "4.50"."""
    scaled = scaled_integer(percent, 2)
    return None if scaled is None else decimal_text(scaled)
