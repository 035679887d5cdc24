# Generated from packages/contract by "npm run generate". Do not edit.
"""The request of each operation of the service, and how its answer is read."""

from typing import Optional

from ..models import (
    AgentManifest,
    Changelog,
    Computation,
    Confirmation,
    EventList,
    IssuanceList,
    Methodology,
    MethodologyDifferences,
    PublicHistories,
    PublicHistory,
    PublicScores,
    ScoreChanges,
    ScoreHistory,
    ScoreList,
    ScorePeers,
    ScoreRequestOutcome,
    ScoreRequestReceipt,
    ScoreSnapshot,
    SigningKeys,
    Status,
    Usage,
    Verification,
)
from .answers import bytes_answer, model_answer, text_answer
from .wire import Call, Moment, new_idempotency_key, path_segment, path_segments, present_members


def list_scores(
    *,
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
        model_answer(ScoreList),
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


def get_score(provider_id: str, *, as_of: Optional[Moment] = None) -> Call[ScoreSnapshot]:
    return Call(
        "GET",
        f"/api/v1/scores/{path_segment(provider_id, 'provider_id')}",
        model_answer(ScoreSnapshot),
        query={"as_of": as_of},
        takes_key=True,
    )


def get_history(
    provider_id: str,
    *,
    from_: Optional[Moment] = None,
    to: Optional[Moment] = None,
    limit: Optional[int] = None,
    cursor: Optional[str] = None,
) -> Call[ScoreHistory]:
    return Call(
        "GET",
        f"/api/v1/scores/{path_segment(provider_id, 'provider_id')}/history",
        model_answer(ScoreHistory),
        query={"from": from_, "to": to, "limit": limit, "cursor": cursor},
        takes_key=True,
    )


def get_changes(provider_id: str, *, from_: Optional[Moment] = None, to: Optional[Moment] = None) -> Call[ScoreChanges]:
    return Call(
        "GET",
        f"/api/v1/scores/{path_segment(provider_id, 'provider_id')}/changes",
        model_answer(ScoreChanges),
        query={"from": from_, "to": to},
        takes_key=True,
    )


def get_peers(provider_id: str, *, limit: Optional[int] = None) -> Call[ScorePeers]:
    return Call(
        "GET",
        f"/api/v1/scores/{path_segment(provider_id, 'provider_id')}/peers",
        model_answer(ScorePeers),
        query={"limit": limit},
        takes_key=True,
    )


def get_methodology() -> Call[Methodology]:
    return Call("GET", "/api/v1/methodology", model_answer(Methodology), takes_key=True)


def get_computation(verification_id: str) -> Call[Computation]:
    return Call(
        "GET",
        f"/api/v1/computation/{path_segment(verification_id, 'verification_id')}",
        model_answer(Computation),
        takes_key=True,
    )


def list_issuances(
    *,
    status: Optional[str] = None,
    type: Optional[str] = None,
    limit: Optional[int] = None,
    cursor: Optional[str] = None,
) -> Call[IssuanceList]:
    return Call(
        "GET",
        "/api/v1/issuances",
        model_answer(IssuanceList),
        query={"status": status, "type": type, "limit": limit, "cursor": cursor},
        takes_key=True,
    )


def list_events(
    *,
    after: Optional[int] = None,
    types: Optional[str] = None,
    limit: Optional[int] = None,
    cursor: Optional[str] = None,
) -> Call[EventList]:
    return Call(
        "GET",
        "/api/v1/events",
        model_answer(EventList),
        query={"after": after, "types": types, "limit": limit, "cursor": cursor},
        takes_key=True,
    )


def get_usage(
    *,
    from_: Optional[Moment] = None,
    to: Optional[Moment] = None,
    limit: Optional[int] = None,
    cursor: Optional[str] = None,
) -> Call[Usage]:
    return Call(
        "GET",
        "/api/v1/usage",
        model_answer(Usage),
        query={"from": from_, "to": to, "limit": limit, "cursor": cursor},
        takes_key=True,
    )


def get_status() -> Call[Status]:
    return Call("GET", "/api/v1/status", model_answer(Status))


def list_public_scores() -> Call[PublicScores]:
    return Call("GET", "/api/public/scores", model_answer(PublicScores))


def list_public_histories(*, limit: Optional[int] = None, cursor: Optional[str] = None) -> Call[PublicHistories]:
    return Call("GET", "/api/public/history", model_answer(PublicHistories), query={"limit": limit, "cursor": cursor})


def get_public_history(slug: str, *, limit: Optional[int] = None, cursor: Optional[str] = None) -> Call[PublicHistory]:
    return Call(
        "GET",
        f"/api/public/history/{path_segment(slug, 'slug')}",
        model_answer(PublicHistory),
        query={"limit": limit, "cursor": cursor},
    )


def list_changelog(
    *,
    since: Optional[Moment] = None,
    provider_id: Optional[str] = None,
    kinds: Optional[str] = None,
    limit: Optional[int] = None,
    cursor: Optional[str] = None,
) -> Call[Changelog]:
    return Call(
        "GET",
        "/api/public/changelog",
        model_answer(Changelog),
        query={"since": since, "provider_id": provider_id, "kinds": kinds, "limit": limit, "cursor": cursor},
    )


def get_methodology_differences(version: str) -> Call[MethodologyDifferences]:
    return Call(
        "GET",
        f"/api/public/methodology/{path_segment(version, 'version')}/differences",
        model_answer(MethodologyDifferences),
    )


def request_score(
    provider_name: str,
    *,
    provider_url: Optional[str] = None,
    planner_type: Optional[str] = None,
    contact_email: Optional[str] = None,
    message: Optional[str] = None,
    idempotency_key: Optional[str] = None,
) -> Call[ScoreRequestReceipt]:
    return Call(
        "POST",
        "/api/public/score-request",
        model_answer(ScoreRequestReceipt),
        body=present_members(
            {
                "provider_name": provider_name,
                "provider_url": provider_url,
                "planner_type": planner_type,
                "contact_email": contact_email,
                "message": message,
            }
        ),
        headers={"idempotency-key": idempotency_key or new_idempotency_key()},
    )


def get_score_request(request_id: str) -> Call[ScoreRequestOutcome]:
    return Call(
        "GET",
        f"/api/public/score-request/{path_segment(request_id, 'request_id')}",
        model_answer(ScoreRequestOutcome),
    )


def verify_indicator(verification_id: str) -> Call[Verification]:
    return Call(
        "GET",
        f"/api/public/verify/{path_segment(verification_id, 'verification_id')}",
        model_answer(Verification),
    )


def get_confirmation(run: str) -> Call[Confirmation]:
    return Call("GET", f"/api/public/confirmations/{path_segment(run, 'run')}", model_answer(Confirmation))


def list_signing_keys() -> Call[SigningKeys]:
    return Call("GET", "/api/public/keys", model_answer(SigningKeys))


def get_checkpoint() -> Call[str]:
    return Call("GET", "/log/checkpoint", text_answer("text/plain"))


def get_tile(path: str) -> Call[bytes]:
    return Call("GET", f"/log/tile/{path_segments(path, 'path')}", bytes_answer("application/octet-stream"))


def get_log_list(index: int) -> Call[str]:
    return Call("GET", f"/log/lists/{path_segment(str(index), 'index')}", text_answer("application/jsonl"))


def get_agent_manifest() -> Call[AgentManifest]:
    return Call("GET", "/api/mcp", model_answer(AgentManifest))
