// The tables of a backup, in the order in which a restore can insert them: a table comes after those that its foreign
// keys reference. The columns define the order of the rows, so that two backups of the same content are identical.

import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';
import type { Queries, Writes } from './store.ts';

export type Table = keyof Database;
export type Row = Record<string, unknown>;

/** The type requires every table of the schema. */
const ORDER: { [T in Table]: readonly (keyof Database[T] & string)[] } = {
  staff: ['id'],
  staff_roles: ['staff_id', 'role'],
  staff_tokens: ['token_hash'],
  staff_invitations: ['id'],
  requests: ['id'],
  request_decisions: ['request_id'],
  desk_rules: ['name', 'set_at'],
  founding: ['seq'],
  officer_keys: ['key_id'],
  providers: ['id'],
  provider_slugs: ['slug'],
  provider_versions: ['provider_id', 'version'],
  recorded_facts: ['provider_id', 'currency', 'fact_id', 'recorded_at'],
  due_notes: ['provider_id', 'input_id'],
  provider_notes: ['id'],
  due_providers: ['provider_id'],
  due_inputs: ['provider_id', 'input_id'],
  documents: ['sha256'],
  document_openings: ['staff_id', 'sha256'],
  evidence: ['id'],
  proposals: ['id'],
  proposal_notes: ['proposal_id'],
  entry_drafts: ['id'],
  decisions: ['proposal_id'],
  open_proposals: ['proposal_id'],
  pending_decisions: ['proposal_id'],
  evidence_showings: ['staff_id', 'evidence_id', 'how'],
  proposal_messages: ['id'],
  retractions: ['proposal_id'],
  methodologies: ['digest'],
  methodology_sign_offs: ['digest'],
  methodology_activations: ['digest'],
  methodology_replacements: ['digest'],
  methodology_cancellations: ['digest'],
  configurations: ['digest'],
  runs: ['id'],
  package_dictionaries: ['id'],
  packages: ['package_hash'],
  run_items: ['run_id', 'provider_id', 'as_of'],
  run_approvals: ['run_id', 'approved_by'],
  run_progress: ['run_id', 'stage'],
  run_readings: ['run_id', 'provider_id', 'staff_id'],
  publications: ['id'],
  // Indicators reference earlier ones (supersedes, corrects), which have a lower log index.
  indicators: ['log_index'],
  snapshot_dictionaries: ['id'],
  prepared_snapshots: ['verification_id'],
  confirmations: ['run_id'],
  provider_states: ['provider_id'],
  served_indicators: ['provider_id'],
  withdrawal_requests: ['id'],
  withdrawal_decisions: ['request_id'],
  withdrawals: ['id'],
  changelog: ['seq'],
  events: ['seq'],
  log_state: ['id'],
  topics: ['topic'],
  log_leaves: ['idx'],
  log_nodes: ['level', 'idx'],
  checkpoints: ['tree_size'],
  cosignatures: ['tree_size', 'witness_key_id'],
  signing_keys: ['key_id'],
  issuances: ['id'],
  score_requests: ['id'],
  score_request_notes: ['id'],
  workspaces: ['id'],
  workspace_secrets: ['workspace_id', 'version'],
  members: ['id'],
  member_tokens: ['token_hash'],
  claims: ['code_hash'],
  terms_acceptances: ['id'],
  users: ['id'],
  user_credentials: ['id'],
  user_passkeys: ['id'],
  user_two_factors: ['id'],
  user_sessions: ['id'],
  user_verifications: ['id'],
  user_members: ['member_id'],
  user_staff: ['staff_id'],
  sign_in_invitations: ['id'],
  sign_in_failures: ['key'],
  // A key references the one that it replaced, which has an earlier id.
  api_keys: ['id'],
  key_usage: ['key_id', 'hour', 'operation'],
  limit_spans: ['node', 'window_id', 'second'],
  idempotent_answers: ['scope', 'key'],
  up_periods: ['id'],
  leases: ['name'],
  nodes: ['name'],
  compatible_versions: ['id'],
  incidents: ['id'],
  verifications: ['id'],
  desk_visits: ['staff_id'],
  open_rows: ['tab'],
  stale_marks: ['seq'],
  datasets: ['date'],
  webhook_cursor: ['id'],
  webhook_endpoints: ['id'],
  endpoint_secrets: ['endpoint_id', 'version'],
  webhook_messages: ['workspace_id', 'event_id'],
  webhook_deliveries: ['endpoint_id', 'event_id'],
  webhook_attempts: ['endpoint_id', 'event_id', 'started_at'],
  workspace_notices: ['id'],
  notice_mails: ['notice_id', 'member_id'],
  agent_calls: ['batch', 'position'],
  failed_calls: ['id'],
  audit: ['seq'],
  record_chain: ['seq'],
};

const NUMERIC = new Set([
  'version',
  'as_of',
  'log_index',
  'seq',
  'idx',
  'level',
  'tree_size',
  'hour',
  'second',
  'marked_at',
  'started_at',
  'recorded_at',
  'position',
  'set_at',
]);

/** Tables whose id is a number. */
const NUMERIC_ID = new Set<Table>([
  'log_state',
  'webhook_cursor',
  'package_dictionaries',
  'compatible_versions',
]);

/** Migrations insert rows into these tables; a restore replaces them. */
export const PREFILLED_TABLES: ReadonlySet<Table> = new Set<Table>([
  'log_state',
  'topics',
  'compatible_versions',
]);

export const BACKUP_TABLES = Object.keys(ORDER) as Table[];

export function isTable(name: unknown): name is Table {
  return typeof name === 'string' && Object.hasOwn(ORDER, name);
}

export function orderOf(table: Table): { column: string; numeric: boolean }[] {
  return ORDER[table].map((column) => ({ column, numeric: NUMERIC.has(column) || NUMERIC_ID.has(table) }));
}

/** Few enough to keep in memory: a document can have 10 MiB. */
export function rowsAtOnce(table: Table): number {
  return table === 'documents' || table === 'datasets' ? 1 : 200;
}

/** For queries that work on any table. */
export function untyped(db: Queries | Writes): Kysely<Record<Table, Row>> {
  return db as unknown as Kysely<Record<Table, Row>>;
}
