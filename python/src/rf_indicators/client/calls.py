"""The operations of the service: which request each is, and what its answer is read as."""

import uuid
from typing import Any, Dict, Optional

from ..models import (
    Changelog,
    Computation,
    IssuanceList,
    Methodology,
    PublicScores,
    ScoreChanges,
    ScoreHistory,
    ScoreList,
    ScoreRequestReceipt,
    ScoreSnapshot,
    SigningKeys,
    Status,
    ToolResult,
    Usage,
    Verification,
)
from .wire import Call, Moment, path_segment


def list_scores(
    planner_type: Optional[str] = None,
    risk_band: Optional[str] = None,
    sort: Optional[str] = None,
    limit: Optional[int] = None,
    cursor: Optional[str] = None,
    include: Optional[str] = None,
    as_of: Optional[Moment] = None,
) -> Call[ScoreList]:
    return Call(
        "GET",
        "/api/v1/scores",
        ScoreList,
        query={
            "planner_type": planner_type,
            "risk_band": risk_band,
            "sort": sort,
            "limit": limit,
            "cursor": cursor,
            "include": include,
            "as_of": as_of,
        },
        takes_key=True,
    )


def get_score(provider_id: str, as_of: Optional[Moment] = None) -> Call[ScoreSnapshot]:
    return Call("GET", _score_path(provider_id), ScoreSnapshot, query={"as_of": as_of}, takes_key=True)


def get_history(
    provider_id: str,
    from_: Optional[Moment] = None,
    to: Optional[Moment] = None,
    limit: Optional[int] = None,
    cursor: Optional[str] = None,
) -> Call[ScoreHistory]:
    return Call(
        "GET",
        _score_path(provider_id) + "/history",
        ScoreHistory,
        query={"from": from_, "to": to, "limit": limit, "cursor": cursor},
        takes_key=True,
    )


def get_changes(provider_id: str, from_: Optional[Moment] = None, to: Optional[Moment] = None) -> Call[ScoreChanges]:
    return Call(
        "GET", _score_path(provider_id) + "/changes", ScoreChanges, query={"from": from_, "to": to}, takes_key=True
    )


def get_methodology() -> Call[Methodology]:
    return Call("GET", "/api/v1/methodology", Methodology, takes_key=True)


def get_computation(verification_id: str) -> Call[Computation]:
    segment = path_segment(verification_id, "verification id")
    return Call("GET", f"/api/v1/computation/{segment}", Computation, takes_key=True)


def list_issuances(
    status: Optional[str] = None,
    type: Optional[str] = None,
    limit: Optional[int] = None,
    cursor: Optional[str] = None,
) -> Call[IssuanceList]:
    return Call(
        "GET",
        "/api/v1/issuances",
        IssuanceList,
        query={"status": status, "type": type, "limit": limit, "cursor": cursor},
        takes_key=True,
    )


def get_usage(
    from_: Optional[Moment] = None,
    to: Optional[Moment] = None,
    limit: Optional[int] = None,
    cursor: Optional[str] = None,
) -> Call[Usage]:
    return Call(
        "GET",
        "/api/v1/usage",
        Usage,
        query={"from": from_, "to": to, "limit": limit, "cursor": cursor},
        takes_key=True,
    )


def get_status() -> Call[Status]:
    return Call("GET", "/api/v1/status", Status)


def list_public_scores() -> Call[PublicScores]:
    return Call("GET", "/api/public/scores", PublicScores)


def list_changelog(
    since: Optional[Moment] = None,
    provider_id: Optional[str] = None,
    limit: Optional[int] = None,
    cursor: Optional[str] = None,
) -> Call[Changelog]:
    return Call(
        "GET",
        "/api/public/changelog",
        Changelog,
        query={"since": since, "provider_id": provider_id, "limit": limit, "cursor": cursor},
    )


def verify_indicator(verification_id: str) -> Call[Verification]:
    return Call("GET", f"/api/public/verify/{path_segment(verification_id, 'verification id')}", Verification)


def list_signing_keys() -> Call[SigningKeys]:
    return Call("GET", "/api/public/keys", SigningKeys)


def request_score(
    provider_name: str,
    provider_url: Optional[str] = None,
    planner_type: Optional[str] = None,
    contact_email: Optional[str] = None,
    message: Optional[str] = None,
    idempotency_key: Optional[str] = None,
) -> Call[ScoreRequestReceipt]:
    """With its Idempotency-Key it can be sent again: the service takes it once."""
    optional = {
        "provider_url": provider_url,
        "planner_type": planner_type,
        "contact_email": contact_email,
        "message": message,
    }
    body: Dict[str, Any] = {"provider_name": provider_name}
    body.update((name, value) for name, value in optional.items() if value is not None)
    return Call(
        "POST",
        "/api/public/score-request",
        ScoreRequestReceipt,
        body=body,
        headers={"idempotency-key": idempotency_key or str(uuid.uuid4())},
    )


def call_tool(tool_name: str, input: Dict[str, Any]) -> Call[ToolResult]:
    return Call(
        "POST",
        "/api/mcp",
        ToolResult,
        body={"tool_name": tool_name, "input": input},
        takes_key=True,
        repeatable=False,
    )


def _score_path(provider_id: str) -> str:
    return "/api/v1/scores/" + path_segment(provider_id, "provider id or slug")
