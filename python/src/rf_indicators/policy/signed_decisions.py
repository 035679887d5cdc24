"""One call for decisions, as one signed document."""

from typing import Any, Dict, Mapping, Optional, Sequence

from ..replay.canonical import sha256_hex
from .decision import decide
from .valid_until import valid_until

DECISIONS_FORMAT = "rf-decisions-1"
BUNDLE_FORMAT = "rf-policy-bundle-1"


def request_digest(
    policy: str,
    providers: Sequence[str],
    nonce: str,
    exposure: str = "new",
    reference: Optional[str] = None,
    at: Optional[str] = None,
) -> str:
    """The digest of a call, which binds the answer to it."""
    return sha256_hex(
        {
            "policy": policy,
            "providers": list(providers),
            "nonce": nonce,
            "exposure": exposure,
            "reference": reference,
            "at": at,
        }
    )


def unknown_snapshot(provider: str) -> Dict[str, Any]:
    """A provider of which nothing is known."""
    return {"provider": provider, "state": "unknown"}


def made_again(
    document: Mapping[str, Any], policy: Mapping[str, Any], snapshots: Sequence[Mapping[str, Any]]
) -> Dict[str, Any]:
    """The document as this policy and these snapshots give it, which are in the order of its providers."""
    digest = sha256_hex(dict(policy))
    hypothetical = document["hypothetical"] is True
    issued_at = document["issued_at"]
    at = document["at"] if hypothetical else issued_at
    nonce, exposure, reference = document["nonce"], document["exposure"], document["reference"]
    providers = [snapshot["provider"] for snapshot in snapshots]
    asked_at = at if hypothetical else None
    # The caller may have named the policy by its digest.
    by_name, by_digest = (
        request_digest(named, providers, nonce, exposure, reference, asked_at) for named in (policy["name"], digest)
    )
    return {
        "format": DECISIONS_FORMAT,
        "decision_id": document["decision_id"],
        "workspace_id": document["workspace_id"],
        "request_digest": by_digest if document["request_digest"] == by_digest else by_name,
        "nonce": nonce,
        "reference": reference,
        "exposure": exposure,
        "policy": {"name": policy["name"], "version": policy["version"], "digest": digest},
        "at": at,
        "hypothetical": hypothetical,
        "issued_at": issued_at,
        "valid_until": issued_at if hypothetical else valid_until(policy, snapshots, at),
        "providers": [
            {
                **decide(policy, snapshot, at, exposure),
                "verification_id": entry["verification_id"],
                "snapshot": entry["snapshot"],
            }
            for entry, snapshot in zip(document["providers"], snapshots)
        ],
    }
