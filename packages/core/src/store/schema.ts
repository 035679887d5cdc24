// The types of all tables, the same for both databases. Ids are text, times are epoch milliseconds, dates and decimals
// are text as they were entered, JSON is text, and flags are 0 or 1.

import type { ChangelogKind, PublicationKind, SubscribableEventType } from '@rf-indicators/contract';

export interface Database {
  staff: { id: string; name: string; created_at: number; retired_at: number | null };
  staff_roles: { staff_id: string; role: StaffRole };
  staff_tokens: {
    token_hash: string;
    staff_id: string;
    prefix: string;
    created_at: number;
    revoked_at: number | null;
  };
  officer_keys: {
    key_id: string;
    staff_id: string;
    public_key: string;
    enrolled_at: number;
    enrolled_by: string;
    retired_at: number | null;
  };

  providers: { id: string; slug: string; created_at: number; retired_at: number | null };
  provider_slugs: { slug: string; provider_id: string };
  provider_versions: {
    provider_id: string;
    version: number;
    recorded_at: number;
    recorded_by: string;
    name: string;
    /** JSON array of other names. */
    aliases: string;
    subtype: string;
    website: string | null;
  };
  /** Facts from before facts needed evidence. An approved proposal replaces them; nothing is added. */
  recorded_facts: {
    provider_id: string | null;
    /** For a reference rate, instead of a provider. */
    currency: string | null;
    fact_id: string;
    value: string;
    recorded_at: number;
  };

  documents: { sha256: string; media_type: string; bytes: Uint8Array; stored_at: number; stored_by: string };
  evidence: {
    id: string;
    kind: string;
    title: string;
    url: string | null;
    page: string | null;
    quote: string | null;
    evidence_date: string;
    grade: string;
    sha256: string | null;
    recorded_at: number;
    recorded_by: string;
  };
  proposals: {
    id: string;
    batch_id: string;
    /** null for a reference rate, which serves every provider that pays in its currency. */
    provider_id: string | null;
    currency: string | null;
    /** The id of a criterion, a gate or a fact. */
    input_id: string;
    value: string;
    evidence_id: string;
    /** "Checked, unchanged": the value is the same as before. */
    renewal: number;
    /** JSON object of the figures that an entry check used; since facts have evidence of their own, always empty. */
    facts: string;
    proposed_by: string;
    proposed_at: number;
  };
  decisions: {
    proposal_id: string;
    proposed_by: string;
    decision: 'approved' | 'rejected';
    decided_by: string;
    decided_at: number;
    reason: string | null;
  };
  retractions: {
    proposal_id: string;
    replaced_by: string | null;
    reason: string;
    retracted_by: string;
    retracted_at: number;
  };

  methodologies: {
    digest: string;
    version: string;
    framework_version: string;
    effective_from: string;
    /** The document's canonical JSON. */
    document: string;
    imported_at: number;
    imported_by: string;
  };
  methodology_sign_offs: {
    digest: string;
    staff_id: string;
    key_id: string;
    sign_off: string;
    recorded_at: number;
  };
  methodology_activations: {
    digest: string;
    activated_by: string;
    activated_at: number;
    impact: string;
    notes: string;
  };
  configurations: { digest: string; name: string; content: string; recorded_at: number; recorded_by: string };

  runs: {
    id: string;
    kind: RunKind;
    status: RunStatus;
    as_of: number;
    /** The knowledge date: inputs recorded later are not used. */
    known_at: number;
    methodology_digest: string;
    configuration_digest: string;
    /** In a correction run: the proposal that was wrong. */
    corrects_proposal: string | null;
    /** The proposal that replaces it; null if there is none. */
    corrected_by_proposal: string | null;
    reason: string | null;
    created_by: string;
    created_at: number;
    finished_at: number | null;
  };
  run_items: {
    run_id: string;
    provider_id: string;
    as_of: number;
    outcome: 'SCORED' | 'NOT_SCORED' | 'INVALID';
    /** The reason that there is no score: the gate, or the errors as JSON. */
    outcome_detail: string | null;
    verification_id: string | null;
    package_hash: string | null;
    final_score: number | null;
    risk_band: string | null;
    /** What publishing the run does with this item. */
    action: RunAction;
    /** JSON array of the causes of the action. */
    causes: string;
    /** The change from the current indicator, as JSON; null if there is none. */
    change: string | null;
    /** The indicator that was current when the run was computed. */
    base_verification_id: string | null;
    /** The indicator that this one corrects. */
    corrects: string | null;
    /** The publication that it became part of; null while it is a draft. */
    publication_id: string | null;
    /** What its publication is to the provider's history; null unless the action is to publish. */
    kind: PublicationKind | null;
    /** JSON array of the approved inputs that do not count because stronger evidence contradicts them. */
    contested: string;
  };
  run_approvals: { run_id: string; approved_by: string; approved_at: number };
  packages: { package_hash: string; verification_id: string; methodology_digest: string; body: string };

  publications: {
    id: string;
    run_id: string;
    published_at: number;
    published_by: string;
    approved_by: string | null;
    tree_size: number;
  };
  indicators: {
    verification_id: string;
    provider_id: string;
    publication_id: string;
    package_hash: string;
    methodology_digest: string;
    as_of: number;
    /** The knowledge date: inputs recorded later were not used. */
    known_at: number;
    published_at: number;
    final_score: number;
    risk_band: string;
    /** The rules that fired with their caps, as text; a difference counts as a change. */
    caps: string;
    statement: string;
    signature: string;
    log_index: number;
    supersedes: string | null;
    corrects: string | null;
    /** The reason of a correction or a reinstatement. */
    correction_reason: string | null;
    kind: PublicationKind;
    /** For a renewal: the indicator that it renews, which is not a renewal itself. */
    renews: string | null;
  };
  /** One row per run that confirmed indicators. Its record is a leaf of the log. */
  confirmations: {
    run_id: string;
    publication_id: string;
    confirmed_at: number;
    /** Canonical JSON, as in the log. */
    record: string;
    signature: string;
    /** JSON array, sorted. */
    verification_ids: string;
    log_index: number;
  };
  provider_states: {
    provider_id: string;
    /** The current indicator; null once withdrawn. */
    verification_id: string | null;
    verified_at: number;
    stale_since: number | null;
    stale_reason: string | null;
    withdrawn_at: number | null;
    withdrawn_reason: string | null;
    /** As in run_items, by the last published run. */
    contested: string;
    /** The last run that confirmed the indicator; null if none has. */
    confirmed_by: string | null;
    /** Since when published runs could not score the recorded inputs; null if they could. */
    unscorable_since: number | null;
    unscorable_reason: string | null;
  };
  withdrawal_requests: {
    id: string;
    provider_id: string;
    verification_id: string;
    reason: string;
    asked_by: string;
    asked_at: number;
  };
  withdrawals: {
    id: string;
    provider_id: string;
    verification_id: string;
    reason: string;
    withdrawn_at: number;
    withdrawn_by: string;
    approved_by: string | null;
  };
  changelog: {
    seq: number;
    id: string;
    provider_id: string;
    provider_name: string;
    planner_type: string;
    kind: ChangelogKind;
    previous_score: number | null;
    new_score: number | null;
    previous_band: string | null;
    new_band: string | null;
    reason: string;
    framework_version: string;
    verification_id: string;
    changed_at: number;
  };
  events: {
    seq: number;
    id: string;
    type: SubscribableEventType;
    provider_id: string | null;
    created_at: number;
    /** See event-data.ts. */
    data: string;
  };

  log_state: {
    id: number;
    tree_size: number;
    /** 1 until the first publication of a migrated store has signed a baseline. */
    baseline_due: number;
  };
  /** How often each topic has moved. */
  topics: { topic: Topic; version: number };
  log_leaves: { idx: number; kind: LeafKind; leaf: string; leaf_hash: string };
  log_nodes: { level: number; idx: number; hash: string };
  checkpoints: { tree_size: number; note: string; created_at: number };
  signing_keys: {
    key_id: string;
    public_key: string;
    /** Encrypted under the master key. */
    sealed_private_key: string;
    valid_from: number;
    valid_until: number | null;
  };

  issuances: {
    id: string;
    provider_id: string | null;
    issuer_name: string;
    name: string;
    ticker: string | null;
    type: 'preferred_share' | 'bond';
    status: IssuanceStatus;
    currency: string;
    amount: string | null;
    coupon_rate: string | null;
    price: string | null;
    announced_on: string;
    pricing_on: string | null;
    settles_on: string | null;
    source_url: string | null;
    updated_at: number;
  };
  score_requests: {
    id: string;
    provider_name: string;
    provider_url: string | null;
    planner_type: string | null;
    contact_email: string | null;
    message: string | null;
    status: ScoreRequestStatus;
    received_at: number;
    decided_at: number | null;
    decided_by: string | null;
    note: string | null;
  };

  workspaces: {
    id: string;
    name: string;
    tier: Tier;
    /** JSON array of a CUSTOM contract's entitlements. */
    entitlements: string;
    pilot_enabled_at: number | null;
    created_at: number;
    created_by: string;
    /** The version of the topic `access` at which the permissions of its keys last changed. */
    access_version: number;
  };
  workspace_secrets: {
    workspace_id: string;
    version: number;
    /** Encrypted under the master key. */
    sealed_secret: string;
    created_at: number;
    shown_at: number | null;
    /** When it stops signing, after a rotation; null for the newest secret. */
    retires_at: number | null;
  };
  members: {
    id: string;
    workspace_id: string;
    name: string;
    role: MemberRole;
    created_at: number;
    removed_at: number | null;
  };
  member_tokens: {
    token_hash: string;
    member_id: string;
    prefix: string;
    created_at: number;
    revoked_at: number | null;
  };
  /** Codes that operators give to a customer's Contract Admin; each can be used once. */
  claims: {
    code_hash: string;
    workspace_id: string;
    created_at: number;
    expires_at: number;
    claimed_at: number | null;
    claimed_by: string | null;
  };
  terms_acceptances: {
    id: string;
    workspace_id: string;
    kind: TermsKind;
    version: string;
    /** SHA-256 of the text that was accepted. */
    digest: string;
    accepted_by: string;
    accepted_at: number;
    accepted_from: string;
  };
  api_keys: {
    id: string;
    workspace_id: string;
    key_hash: string;
    prefix: string;
    name: string;
    tier: Tier;
    agent_scope: number;
    /** Lower than the limit of its tier; null for the limit of the tier. */
    hourly_limit: number | null;
    created_at: number;
    created_by: string;
    expires_at: number | null;
    revoked_at: number | null;
    /** The key that it replaced, which stays valid for a grace period. */
    replaces: string | null;
    /** The version of the topic `access` at which the key last changed. */
    access_version: number;
  };

  key_usage: {
    key_id: string;
    /** The start of the hour. */
    hour: number;
    operation: string;
    accepted: number;
    /** Requests over the limit. */
    refused: number;
    last_at: number;
  };
  /** Saved rate-limit windows, one row per second, so that a restart does not reset them. */
  limit_spans: { node: string; window_id: string; second: number; times: string };
  idempotent_answers: { scope: string; key: string; body_digest: string; answer: string; created_at: number };
  up_periods: { id: string; node: string; started_at: number; last_seen_at: number };
  /** History of each indicator's staleness; `stale_since` is null if it was confirmed again. */
  stale_marks: {
    seq: number;
    provider_id: string;
    verification_id: string;
    marked_at: number;
    stale_since: number | null;
    stale_reason: string | null;
  };

  /** A single row with the newest event that was fanned out; no row before the first. */
  webhook_cursor: { id: number; seq: number };
  webhook_endpoints: {
    id: string;
    workspace_id: string;
    url: string;
    description: string;
    /** JSON array of event types. */
    event_types: string;
    /** JSON array of provider ids; all providers if empty. */
    provider_ids: string;
    /** The newest event when the endpoint was created; it is sent only later ones. */
    from_seq: number;
    created_at: number;
    created_by: string;
    disabled_at: number | null;
    disabled_because: DisabledBecause | null;
    /** The first failure since a success. */
    failing_since: number | null;
    removed_at: number | null;
  };
  /** An event in the form for one workspace; all deliveries to it send the same bytes. */
  webhook_messages: {
    workspace_id: string;
    event_id: string;
    type: string;
    provider_id: string | null;
    seq: number;
    is_test: number;
    created_at: number;
    body: string;
  };
  /** Identified by endpoint and event. It has few indexes and no foreign keys, because it is written often. */
  webhook_deliveries: {
    endpoint_id: string;
    event_id: string;
    status: DeliveryStatus;
    /** Attempts of the current schedule; a redelivery starts again at 0. */
    step: number;
    /** All attempts. */
    tries: number;
    /** When it may be claimed: the time of the next attempt or, once claimed, the end of the lease. */
    due_at: number;
    claim: string | null;
    created_at: number;
    finished_at: number | null;
    last_code: number | null;
    last_error: string | null;
  };
  webhook_attempts: {
    endpoint_id: string;
    event_id: string;
    started_at: number;
    finished_at: number;
    url: string;
    /** JSON object, as sent. */
    request_headers: string;
    code: number | null;
    /** JSON object, up to 1 KiB. */
    response_headers: string | null;
    /** The first 1 KiB. */
    response_body: string | null;
    error: string | null;
  };
  /** Notices to a workspace, such as a disabled endpoint. */
  workspace_notices: {
    id: string;
    workspace_id: string;
    kind: string;
    subject: string;
    message: string;
    created_at: number;
  };

  /** Calls of agent tools with their outcome, but not their input. */
  agent_calls: {
    /** Calls that were written together share a batch; `position` is the index within it. */
    batch: string;
    position: number;
    key_id: string;
    called_at: number;
    endpoint: AgentEndpoint;
    /** null if the call did not name one of our tools. */
    tool: string | null;
    /** ok, or the code of the refusal. */
    outcome: string;
    duration_us: number;
    request_id: string;
  };

  audit: {
    seq: number;
    id: string;
    at: number;
    actor: string;
    action: string;
    subject: string;
    before: string | null;
    after: string | null;
  };
}

/**
 * published: data that readers see. access: data that decides what a key may read. events: webhook events and
 * endpoints. desk: everything else that staff see.
 */
export type Topic = 'published' | 'access' | 'events' | 'desk';
export type Tier = 'FREE' | 'PROFESSIONAL' | 'ENTERPRISE' | 'CUSTOM';
export type MemberRole = 'contract_admin' | 'developer' | 'viewer';
/** The two ways to call an agent tool: by its name and input, or through the Model Context Protocol. */
export type AgentEndpoint = 'plain' | 'mcp';
export type TermsKind = 'api' | 'agent';
/** pending: sent when it is due. waiting: until its endpoint is enabled. The others are final. */
export type DeliveryStatus = 'pending' | 'waiting' | 'delivered' | 'exhausted' | 'cancelled';
/** By a member, by a 410 response, or after five days of failures. */
export type DisabledBecause = 'member' | 'gone' | 'failing';
export type StaffRole = 'analyst' | 'reviewer' | 'chief_risk_officer' | 'operator';
export type RunKind = 'manual' | 'scheduled' | 'correction' | 'reinstatement';
export type LeafKind = 'statement' | 'key_rotation' | 'confirmation' | 'baseline';
export type RunStatus = 'computing' | 'draft' | 'published' | 'discarded';
export type RunAction = 'publish' | 'verify' | 'mark_stale' | 'none';
export type IssuanceStatus = 'ANNOUNCED' | 'PRICING' | 'ISSUED' | 'WITHDRAWN';
export type ScoreRequestStatus = 'received' | 'accepted' | 'declined' | 'scored';
