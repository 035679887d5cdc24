// Adds indexes for the queries that people wait for, so that none of them reads a whole table that grows.

import { type Kysely, sql } from 'kysely';
import type { StoreKind } from '../store.ts';

const STATEMENTS = [
  'create index audit_by_action on audit (action, seq)',
  'create index audit_by_actor on audit (actor, seq)',
  'create index audit_by_time on audit (at, seq)',
  "create index decisions_rejected on decisions (proposal_id) where decision = 'rejected'",
  'create index document_openings_by_document on document_openings (sha256)',
  'create index evidence_by_grade on evidence (grade, recorded_at, id)',
  'create index evidence_by_time on evidence (recorded_at, id)',
  'create index evidence_by_person on evidence (recorded_by, recorded_at, id)',
  'create index evidence_by_document on evidence (sha256) where sha256 is not null',
  "create index log_leaves_of_rotations on log_leaves (idx) where kind = 'key_rotation'",
  'create index member_tokens_by_member on member_tokens (member_id)',
  'create index members_by_name on members (name)',
  'create index proposals_by_evidence on proposals (evidence_id)',
  'create index proposals_by_time on proposals (proposed_at, id)',
  'create index proposals_by_person on proposals (proposed_by, proposed_at, id)',
  "create index proposals_of_payouts on proposals (value, provider_id, id) where input_id = 'payout_currency'",
  'create index provider_slugs_by_provider on provider_slugs (provider_id)',
  'create index score_requests_by_time on score_requests (received_at, id)',
  'create index score_requests_by_status on score_requests (status, received_at, id)',
  'create index served_indicators_by_band on served_indicators (planner_type, risk_band)',
  'create index served_indicators_stale on served_indicators (provider_id) where stale_since is not null',
  'create index stale_marks_by_provider on stale_marks (provider_id, seq)',
  'create index user_sessions_by_person on user_sessions (acting_as)',
  'create index webhook_endpoints_disabled on webhook_endpoints (id) where disabled_at is not null',
  'create index withdrawal_requests_by_time on withdrawal_requests (asked_at, id)',
  'create index withdrawal_requests_by_provider on withdrawal_requests (provider_id)',
  'create index withdrawals_by_provider on withdrawals (provider_id)',
  'create index withdrawals_by_indicator on withdrawals (verification_id)',
  'create index runs_by_time on runs (created_at, id)',
  'create index changelog_by_kind on changelog (kind, seq)',
  'create index sign_in_invitations_open on sign_in_invitations (invited_at, id) where confirmed_at is null and ended_at is null',
  'drop index changelog_by_time',
  'create index changelog_by_time on changelog (changed_at, seq)',
  'create index withdrawals_by_time on withdrawals (withdrawn_at)',
  'create index due_notes_by_assignee on due_notes (assignee)',
  'create index record_chain_by_row on record_chain (table_name, row_key, seq) where row_key is not null',
  'create index stale_marks_by_time on stale_marks (marked_at)',
  'create index providers_retired on providers (retired_at) where retired_at is not null',
  'create index retractions_by_time on retractions (retracted_at)',
  'create index workspaces_by_time on workspaces (created_at, id)',
  'create index claims_by_workspace on claims (workspace_id)',
  'drop index run_items_by_base',
  'create index run_items_by_base on run_items (base_verification_id) where base_verification_id is not null',
];

/** The notes of the due board are compared with its rows, which PostgreSQL sorts by code points. */
const BY_CODE_POINT = ['provider_id', 'input_id'].map(
  (column) => `alter table due_notes alter column ${column} type text collate "C"`,
);

export async function up(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  const statements = kind === 'postgres' ? [...BY_CODE_POINT, ...STATEMENTS] : STATEMENTS;
  for (const statement of statements) await sql.raw(statement).execute(db);
}
