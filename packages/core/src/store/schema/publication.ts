// Tables of runs and of what was published.

import type { ChangelogKind, PublicationKind, SubscribableEventType } from '@rf-indicators/contract';

export interface PublicationTables {
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
  run_approvals: {
    run_id: string;
    approved_by: string;
    approved_at: number;
    /** JSON array of the votes of a committee: person and vote. */
    votes: string;
    dissent: string | null;
    minutes: string | null;
  };
  /** How far the scoring or the publication of a run has come. */
  run_progress: {
    run_id: string;
    stage: RunStage;
    done: number;
    total: number;
    started_at: number;
    updated_at: number;
  };
  /** When a member of staff first read what a draft says about a provider. */
  run_readings: { run_id: string; provider_id: string; staff_id: string; read_at: number };
  /** Texts that packages of a framework are compressed with. */
  package_dictionaries: {
    /** Follows from the content. */
    id: number;
    methodology_digest: string;
    /** The number of packages in the content. */
    packages: number;
    /** The canonical JSON of packages, one per line. */
    content: string;
  };
  packages: {
    package_hash: string;
    verification_id: string;
    methodology_digest: string;
    /** The canonical JSON of a package that an older version wrote; empty once it is compressed. */
    uncompressed: string;
    dictionary_id: number | null;
    /** Of the compressed bytes. */
    crc32: number | null;
    /** The canonical JSON as a zstd frame; null until it is compressed. */
    compressed: Uint8Array | null;
  };
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
  /** What a read of an indicator needs of its package, prepared when it is published. */
  prepared_snapshots: {
    verification_id: string;
    /** The version of the program's templates. */
    form: number;
    dictionary: string;
    /** The template of the snapshot, compressed. */
    template: Uint8Array;
    /** The checksum of `template`. */
    crc32: number;
    yield_min: string;
    yield_max: string;
    confidence: string;
    framework_version: string;
  };
  /** A template of the framework, which the others are compressed with. */
  snapshot_dictionaries: { id: string; methodology_digest: string; bytes: Uint8Array };
  /** One row per current indicator, with what is served about it besides its package. */
  served_indicators: {
    provider_id: string;
    slug: string;
    name: string;
    /** The name without case and accents, to search in. */
    folded_name: string;
    subtype: string;
    planner_type: string;
    verification_id: string;
    renews: string | null;
    package_hash: string;
    methodology_digest: string;
    as_of: number;
    published_at: number;
    final_score: number;
    risk_band: string;
    verified_at: number;
    confirmed_by: string | null;
    confirmed_at: number | null;
    contested: string;
    stale_since: number | null;
    stale_reason: string | null;
    corrected_by: string | null;
    /** The indicator before it, without renewals. */
    previous_id: string | null;
    previous_score: number | null;
    previous_band: string | null;
    /** When any of the columns last changed. */
    changed_at: number;
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
  /** History of each indicator's staleness; `stale_since` is null if it was confirmed again. */
  stale_marks: {
    seq: number;
    provider_id: string;
    verification_id: string;
    marked_at: number;
    stale_since: number | null;
    stale_reason: string | null;
  };
  /** Daily dumps: what was public at the end of each UTC day. */
  datasets: {
    date: string;
    /** JSON: the entry of the dump in the index. */
    record: string;
    /** CSV, compressed with gzip. */
    bytes: Uint8Array;
    made_at: number;
    /** JSON: the signature of the index of all dumps up to this one. */
    index_signature: string;
  };
  withdrawal_requests: {
    id: string;
    provider_id: string;
    verification_id: string;
    reason: string;
    asked_by: string;
    asked_at: number;
  };
  /** Requests for withdrawals that were not approved; an approved one has a withdrawal. */
  withdrawal_decisions: {
    request_id: string;
    decision: 'refused' | 'cancelled';
    decided_by: string;
    decided_at: number;
    reason: string | null;
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
    /** The only workspace that may learn of it; null for an event that is for everyone. */
    workspace_id: string | null;
    created_at: number;
    /** See event-data.ts. */
    data: string;
  };
}

export type RunStage = 'scoring' | 'publishing';
export type RunKind = 'manual' | 'scheduled' | 'correction' | 'reinstatement';

export type RunStatus = 'computing' | 'draft' | 'published' | 'discarded';

export type RunAction = 'publish' | 'verify' | 'mark_stale' | 'none';
