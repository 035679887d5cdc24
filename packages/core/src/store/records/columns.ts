// What proves each column of the store. `rf verify --all` finds a change of every column that is chained, signed or
// recomputed; an operational column has no proof, for the reason that is given here.

import { orderOf, type Table } from '../backup-tables.ts';
import type { Database } from '../schema.ts';

/**
 * chained: the record chain has a digest of it. signed: it is in the log or follows from it. recomputed: it is compared
 * with the records that it follows from.
 */
type ColumnProof = 'chained' | 'signed' | 'recomputed' | { operational: string };

export interface TableProof {
  /**
   * rows: one chain entry per row. lists: one chain entry for the rows that a transaction added, for tables that only
   * grow, and fast. none: the chain has no entries for it.
   */
  chain: 'rows' | 'lists' | 'none';
  columns: Readonly<Record<string, ColumnProof>>;
}

type Columns<T extends Table> = { [C in keyof Database[T]]: ColumnProof };

const C = 'chained';
const S = 'signed';
const R = 'recomputed';
const operational = (reason: string): ColumnProof => ({ operational: reason });

const POSITION = operational('Tells processes which rows to reload; a wrong one delays a reload.');
const SCHEDULE = operational('The state of sending; a webhook message repeats what is proved elsewhere.');
const ATTEMPT = operational('A record of one attempt to send, deleted after 30 days.');
const WITNESSED = operational(
  'The signature of a witness: whoever relies on it checks it with the key of the witness.',
);
const LIMIT = operational('Protects the service from load, and expires within an hour.');
const PROGRESS = operational('Shows how far a run has come; what it made is chained.');
const NODE = operational(
  'Says which processes serve the store and which of them does scheduled work; what that writes is chained.',
);
const PROGRAM = operational(
  'Tells which programs can use the store. It decides when a migration may run, and not what is published.',
);
const COUNT = operational('Counts requests; nothing that is published or decided depends on it.');

const DUE = operational(
  'A list that follows from approved inputs and is made again each day; nothing that is published depends on it.',
);
const MAILING = operational('A mail that waits to be sent; the notice itself is chained.');
const PRESENCE = operational('Shows who is at the desk; it permits and decides nothing.');
const VERIFIED = operational(
  'The result of a verification, which anybody can repeat; who started it is in the audit trail.',
);
const LAST_USE = operational('Shows the day of the last use; it permits nothing.');
const SESSION = operational('A session ends by itself; its cookie is signed with a key outside the store.');
const SIGN_IN = operational('The state of a sign-in in progress, which expires within minutes.');
const GUESSES = operational('Slows down guessing, and expires within a day.');

const DRAFT = operational(
  'Not proposed yet: nothing depends on it, and its author can change or discard it.',
);

const TABLES: { readonly [T in Table]: { chain: TableProof['chain']; columns: Columns<T> } } = {
  // Staff
  staff: { chain: 'rows', columns: { id: C, name: C, created_at: C, retired_at: C } },
  staff_roles: { chain: 'rows', columns: { staff_id: C, role: C } },
  staff_tokens: {
    chain: 'rows',
    columns: {
      ...{ token_hash: C, staff_id: C, prefix: C, created_at: C, revoked_at: C, confirmed_at: C },
      last_used_at: LAST_USE,
    },
  },
  staff_invitations: {
    chain: 'rows',
    columns: {
      ...{ id: C, code_hash: C, staff_id: C, invited_by: C, invited_at: C, expires_at: C, claimed_at: C },
      ...{ token_hash: C, wrong_checks: C, confirmed_at: C, confirmed_by: C },
    },
  },
  officer_keys: {
    chain: 'rows',
    columns: { key_id: C, staff_id: C, public_key: C, enrolled_at: C, enrolled_by: C, retired_at: C },
  },
  requests: {
    chain: 'rows',
    columns: { id: C, kind: C, subject: C, content: C, requested_by: C, requested_at: C },
  },
  request_decisions: {
    chain: 'rows',
    columns: { request_id: C, requested_by: C, decision: C, decided_by: C, decided_at: C, reason: C },
  },
  desk_rules: { chain: 'rows', columns: { name: C, value: C, set_at: C, request_id: C } },
  founding: {
    chain: 'rows',
    columns: { seq: C, state: C, since: C, set_by: C, effective_at: C, reason: C },
  },

  // Inputs
  providers: { chain: 'rows', columns: { id: C, slug: C, created_at: C, retired_at: C } },
  provider_slugs: { chain: 'lists', columns: { slug: C, provider_id: C } },
  provider_versions: {
    chain: 'lists',
    columns: {
      ...{ provider_id: C, version: C, recorded_at: C, recorded_by: C, name: C, aliases: C, subtype: C },
      website: C,
    },
  },
  recorded_facts: {
    chain: 'lists',
    columns: { provider_id: C, currency: C, fact_id: C, value: C, recorded_at: C },
  },
  documents: {
    chain: 'rows',
    columns: { sha256: C, media_type: C, bytes: R, stored_at: C, stored_by: C },
  },
  document_openings: { chain: 'rows', columns: { staff_id: C, sha256: C, opened_at: C } },
  evidence: {
    chain: 'lists',
    columns: {
      ...{ id: C, kind: C, title: C, url: C, page: C, quote: C, evidence_date: C, grade: C, sha256: C },
      ...{ recorded_at: C, recorded_by: C },
    },
  },
  proposals: {
    chain: 'lists',
    columns: {
      ...{ id: C, batch_id: C, provider_id: C, currency: C, input_id: C, value: C, evidence_id: C },
      ...{ renewal: C, facts: C, proposed_by: C, proposed_at: C },
    },
  },
  proposal_notes: { chain: 'rows', columns: { proposal_id: C, note: C } },
  entry_drafts: {
    chain: 'none',
    columns: {
      ...{ id: DRAFT, staff_id: DRAFT, title: DRAFT, row_count: DRAFT, content: DRAFT, version: DRAFT },
      ...{ writer: DRAFT, created_at: DRAFT, updated_at: DRAFT },
    },
  },
  decisions: {
    chain: 'lists',
    columns: {
      ...{ proposal_id: C, proposed_by: C, decision: C, decided_by: C, decided_at: C, reason: C, opened: C },
    },
  },
  open_proposals: {
    chain: 'none',
    columns: {
      proposal_id: operational('Finds undecided proposals; the table of decisions says which they are.'),
    },
  },
  pending_decisions: {
    chain: 'rows',
    columns: {
      ...{ proposal_id: C, group_id: C, proposed_by: C, decision: C, decided_by: C, decided_at: C },
      ...{ in_force_at: C, reason: C, seen_value: C, lapsed_at: C, lapsed_because: C },
    },
  },
  evidence_showings: {
    chain: 'rows',
    columns: { staff_id: C, evidence_id: C, how: C, shown_at: C },
  },
  proposal_messages: {
    chain: 'rows',
    columns: { id: C, proposal_id: C, kind: C, message: C, written_by: C, written_at: C },
  },
  due_notes: {
    chain: 'rows',
    columns: { provider_id: C, input_id: C, assignee: C, note: C, set_by: C, set_at: C },
  },
  provider_notes: {
    chain: 'rows',
    columns: { id: C, provider_id: C, text: C, written_by: C, written_at: C },
  },
  due_providers: {
    chain: 'none',
    columns: {
      ...{ provider_id: DUE, slug: DUE, name: DUE, folded_name: DUE, planner_type: DUE, score: DUE },
      ...{ payout_currency: DUE, band: DUE, computed_on: DUE, methodology_digest: DUE },
    },
  },
  due_inputs: {
    chain: 'none',
    columns: {
      ...{ provider_id: DUE, input_id: DUE, slug: DUE, planner_type: DUE, is_gate: DUE, value: DUE },
      ...{ grade: DUE, evidence_date: DUE, max_age: DUE, soon_from: DUE, loses_from: DUE, lapses_on: DUE },
      ...{ points: DUE, band_if_lost: DUE },
    },
  },
  retractions: {
    chain: 'rows',
    columns: { proposal_id: C, replaced_by: C, reason: C, retracted_by: C, retracted_at: C },
  },

  // Frameworks
  methodologies: {
    chain: 'rows',
    columns: {
      ...{ digest: C, version: C, framework_version: C, effective_from: C, document: C, imported_at: C },
      imported_by: C,
    },
  },
  methodology_sign_offs: {
    chain: 'rows',
    columns: { digest: C, staff_id: C, key_id: C, sign_off: C, recorded_at: C },
  },
  methodology_activations: {
    chain: 'rows',
    columns: {
      ...{ digest: C, activated_by: C, activated_at: C, impact: C, notes: C, approved_by: C },
      ...{ urgent_reason: C, differences: C, differences_digest: C },
    },
  },
  methodology_replacements: {
    chain: 'rows',
    columns: { digest: C, replaced_by: C, replaced_at: C, recorded_by: C },
  },
  methodology_cancellations: {
    chain: 'rows',
    columns: { digest: C, cancelled_at: C, cancelled_by: C, approved_by: C, reason: C },
  },
  configurations: {
    chain: 'rows',
    columns: { digest: C, name: C, content: C, recorded_at: C, recorded_by: C },
  },

  // Runs and publications
  runs: {
    chain: 'rows',
    columns: {
      ...{ id: C, kind: C, status: C, as_of: C, known_at: C, methodology_digest: C },
      ...{ configuration_digest: C, corrects_proposal: C, corrected_by_proposal: C, reason: C },
      ...{ created_by: C, created_at: C, finished_at: C },
    },
  },
  run_items: {
    chain: 'lists',
    columns: {
      ...{ run_id: C, provider_id: C, as_of: C, outcome: C, outcome_detail: C, verification_id: C },
      ...{ package_hash: C, final_score: C, risk_band: C, action: C, causes: C, change: C },
      ...{ base_verification_id: C, corrects: C, publication_id: R, kind: C, contested: C },
    },
  },
  run_approvals: {
    chain: 'rows',
    columns: { run_id: C, approved_by: C, approved_at: C, votes: C, dissent: C, minutes: C },
  },
  run_progress: {
    chain: 'none',
    columns: {
      ...{ run_id: PROGRESS, stage: PROGRESS, done: PROGRESS, total: PROGRESS },
      ...{ started_at: PROGRESS, updated_at: PROGRESS },
    },
  },
  run_readings: { chain: 'rows', columns: { run_id: C, provider_id: C, staff_id: C, read_at: C } },
  package_dictionaries: {
    chain: 'none',
    columns: { id: R, methodology_digest: R, packages: R, content: R },
  },
  packages: {
    chain: 'none',
    columns: {
      ...{ package_hash: R, verification_id: R, methodology_digest: R, uncompressed: R, dictionary_id: R },
      ...{ crc32: R, compressed: R },
    },
  },
  publications: {
    chain: 'rows',
    columns: { id: C, run_id: C, published_at: C, published_by: C, approved_by: C, tree_size: C },
  },
  indicators: {
    chain: 'lists',
    columns: {
      ...{ verification_id: S, provider_id: S, publication_id: C, package_hash: S, methodology_digest: S },
      ...{ as_of: C, known_at: C, published_at: C, final_score: S, risk_band: S, caps: C, statement: S },
      ...{ signature: S, log_index: S, supersedes: S, corrects: S, correction_reason: C, kind: C, renews: C },
    },
  },
  confirmations: {
    chain: 'rows',
    columns: {
      ...{ run_id: S, publication_id: C, confirmed_at: S, record: S, signature: S, verification_ids: S },
      log_index: S,
    },
  },
  provider_states: {
    chain: 'none',
    columns: {
      ...{ provider_id: R, verification_id: R, verified_at: R, stale_since: R, stale_reason: R },
      ...{ withdrawn_at: R, withdrawn_reason: R, contested: R, confirmed_by: R, unscorable_since: R },
      unscorable_reason: R,
    },
  },
  served_indicators: {
    chain: 'none',
    columns: {
      ...{
        provider_id: R,
        slug: R,
        name: R,
        folded_name: R,
        subtype: R,
        planner_type: R,
        verification_id: R,
      },
      renews: R,
      ...{ package_hash: R, methodology_digest: R, as_of: R, published_at: R, final_score: R, risk_band: R },
      ...{ verified_at: R, confirmed_by: R, confirmed_at: R, contested: R, stale_since: R, stale_reason: R },
      ...{ corrected_by: R, previous_id: R, previous_score: R, previous_band: R, changed_at: R },
    },
  },
  snapshot_dictionaries: { chain: 'none', columns: { id: R, methodology_digest: R, bytes: R } },
  prepared_snapshots: {
    chain: 'none',
    columns: {
      ...{ verification_id: R, form: R, dictionary: R, template: R, crc32: R, yield_min: R, yield_max: R },
      ...{ confidence: R, framework_version: R },
    },
  },
  stale_marks: {
    chain: 'lists',
    columns: {
      ...{ seq: C, provider_id: C, verification_id: C, marked_at: C, stale_since: C, stale_reason: C },
    },
  },
  datasets: {
    chain: 'rows',
    columns: { date: C, record: C, bytes: R, made_at: C, index_signature: C },
  },
  withdrawal_requests: {
    chain: 'rows',
    columns: { id: C, provider_id: C, verification_id: C, reason: C, asked_by: C, asked_at: C },
  },
  withdrawal_decisions: {
    chain: 'rows',
    columns: { request_id: C, decision: C, decided_by: C, decided_at: C, reason: C },
  },
  withdrawals: {
    chain: 'rows',
    columns: {
      ...{ id: C, provider_id: C, verification_id: C, reason: C, withdrawn_at: C, withdrawn_by: C },
      approved_by: C,
    },
  },
  changelog: {
    chain: 'lists',
    columns: {
      ...{ seq: C, id: C, provider_id: C, provider_name: C, planner_type: C, kind: C, previous_score: C },
      ...{ new_score: C, previous_band: C, new_band: C, reason: C, framework_version: C },
      ...{ verification_id: C, changed_at: C },
    },
  },
  events: {
    chain: 'lists',
    columns: { seq: C, id: C, type: C, provider_id: C, workspace_id: C, created_at: C, data: C },
  },

  // The log
  record_chain: {
    chain: 'none',
    columns: {
      ...{ seq: R, table_name: R, row_key: R, list: R, row_count: R, salt: R, digest: R, link: R },
    },
  },
  log_state: {
    chain: 'none',
    columns: {
      ...{ id: operational('Always 1.'), tree_size: R },
      chain_due: operational('Set by a migration until the record chain covers the older rows.'),
      prepared_from: operational(
        'Set by a migration. A wrong one hides a missing snapshot, which is made again.',
      ),
    },
  },
  log_leaves: { chain: 'none', columns: { idx: S, kind: R, leaf: S, leaf_hash: R } },
  log_nodes: { chain: 'none', columns: { level: R, idx: R, hash: R } },
  checkpoints: {
    chain: 'none',
    columns: {
      ...{ tree_size: S, note: S },
      created_at: operational('The Last-Modified header of the checkpoint.'),
    },
  },
  cosignatures: {
    chain: 'none',
    columns: {
      ...{ tree_size: WITNESSED, witness_key_id: WITNESSED, witness_name: WITNESSED, line: WITNESSED },
      created_at: WITNESSED,
    },
  },
  signing_keys: {
    chain: 'rows',
    columns: { key_id: S, public_key: S, sealed_private_key: C, valid_from: C, valid_until: C },
  },

  // Market
  issuances: {
    chain: 'rows',
    columns: {
      ...{ id: C, provider_id: C, issuer_name: C, name: C, ticker: C, type: C, status: C, currency: C },
      ...{ amount: C, coupon_rate: C, price: C, announced_on: C, pricing_on: C, settles_on: C },
      ...{ source_url: C, updated_at: C },
    },
  },
  score_requests: {
    chain: 'rows',
    columns: {
      ...{ id: C, provider_name: C, provider_url: C, planner_type: C, contact_email: C, message: C },
      ...{ status: C, received_at: C, decided_at: C, decided_by: C, provider_id: C },
    },
  },
  score_request_notes: {
    chain: 'rows',
    columns: { id: C, request_id: C, noted_at: C, noted_by: C, note: C },
  },

  // Accounts
  workspaces: {
    chain: 'rows',
    columns: {
      ...{ id: C, name: C, tier: C, entitlements: C, pilot_enabled_at: C, created_at: C, created_by: C },
      ...{ access_version: POSITION, suspended_at: C, suspended_reason: C },
    },
  },
  workspace_secrets: {
    chain: 'rows',
    columns: {
      ...{ workspace_id: C, version: C, sealed_secret: C, created_at: C, shown_at: C, retires_at: C },
    },
  },
  members: {
    chain: 'rows',
    columns: { id: C, workspace_id: C, name: C, role: C, created_at: C, removed_at: C },
  },
  member_tokens: {
    chain: 'rows',
    columns: { token_hash: C, member_id: C, prefix: C, created_at: C, revoked_at: C },
  },
  claims: {
    chain: 'rows',
    columns: {
      ...{ code_hash: C, workspace_id: C, created_at: C, expires_at: C, claimed_at: C, claimed_by: C },
    },
  },
  terms_acceptances: {
    chain: 'rows',
    columns: {
      ...{ id: C, workspace_id: C, kind: C, version: C, digest: C, accepted_by: C, accepted_at: C },
      ...{ accepted_from: C, typed_name: C },
    },
  },
  api_keys: {
    chain: 'rows',
    columns: {
      ...{ id: C, workspace_id: C, key_hash: C, prefix: C, name: C, tier: C, agent_scope: C },
      ...{ hourly_limit: C, created_at: C, created_by: C, expires_at: C, revoked_at: C, replaces: C },
      access_version: POSITION,
    },
  },
  key_usage: {
    chain: 'none',
    columns: {
      ...{ key_id: COUNT, hour: COUNT, operation: COUNT, accepted: COUNT, refused: COUNT, last_at: COUNT },
    },
  },
  agent_calls: {
    chain: 'none',
    columns: {
      ...{ batch: COUNT, position: COUNT, key_id: COUNT, called_at: COUNT, endpoint: COUNT, tool: COUNT },
      ...{ outcome: COUNT, duration_us: COUNT, request_id: COUNT },
    },
  },
  failed_calls: {
    chain: 'none',
    columns: {
      ...{ id: COUNT, workspace_id: COUNT, key_id: COUNT, failed_at: COUNT, request_id: COUNT },
      ...{ operation: COUNT, status: COUNT, code: COUNT, calls: COUNT },
    },
  },
  workspace_notices: {
    chain: 'rows',
    columns: { id: C, workspace_id: C, kind: C, subject: C, message: C, created_at: C },
  },
  notice_mails: {
    chain: 'none',
    columns: { notice_id: MAILING, member_id: MAILING, attempts: MAILING, next_attempt_at: MAILING },
  },

  // Sign-in
  users: {
    chain: 'rows',
    columns: {
      ...{ id: C, email: C, name: C, email_verified: C, two_factor_enabled: C, created_at: C },
      image: operational('Not used.'),
      updated_at: operational('Follows the other columns.'),
    },
  },
  user_credentials: {
    chain: 'rows',
    columns: {
      ...{ id: C, user_id: C, provider_id: C, account_id: C, password: C, scope: C, created_at: C },
      updated_at: operational('Follows the other columns.'),
    },
  },
  user_passkeys: {
    chain: 'rows',
    columns: {
      ...{ id: C, user_id: C, name: C, public_key: C, credential_id: C, device_type: C, created_at: C },
      ...{ transports: C, aaguid: C },
      counter: operational('Counts the uses of the passkey; most authenticators always send 0.'),
      backed_up: operational('What the authenticator reports at each use; it permits nothing.'),
    },
  },
  user_two_factors: {
    chain: 'rows',
    columns: {
      ...{ id: C, user_id: C, secret: C, backup_codes: C, verified: C },
      ...{ failed_verification_count: GUESSES, locked_until: GUESSES },
    },
  },
  user_sessions: {
    chain: 'none',
    columns: {
      ...{ id: SESSION, user_id: SESSION, token: SESSION, expires_at: SESSION, created_at: SESSION },
      ...{ updated_at: SESSION, ip_address: SESSION, user_agent: SESSION, acting_as: SESSION },
    },
  },
  user_verifications: {
    chain: 'none',
    columns: {
      ...{ id: SIGN_IN, identifier: SIGN_IN, value: SIGN_IN, expires_at: SIGN_IN, created_at: SIGN_IN },
      updated_at: SIGN_IN,
    },
  },
  user_members: { chain: 'rows', columns: { member_id: C, user_id: C, linked_at: C } },
  user_staff: {
    chain: 'rows',
    columns: { staff_id: C, user_id: C, linked_at: C, last_used_at: LAST_USE },
  },
  sign_in_invitations: {
    chain: 'rows',
    columns: {
      ...{ id: C, kind: C, staff_id: C, member_id: C, email: C, code_hash: C, invited_by: C, invited_at: C },
      ...{ expires_at: C, shown_to: C, claimed_at: C, password: C, check_hash: C, wrong_checks: C },
      ...{ confirmed_at: C, confirmed_by: C, ended_at: C },
    },
  },
  sign_in_failures: { chain: 'none', columns: { key: GUESSES, failures: GUESSES, last_at: GUESSES } },

  // Webhooks
  webhook_cursor: { chain: 'none', columns: { id: SCHEDULE, seq: SCHEDULE } },
  webhook_endpoints: {
    chain: 'rows',
    columns: {
      ...{ id: C, workspace_id: C, url: C, description: C, event_types: C, provider_ids: C, from_seq: C },
      ...{ created_at: C, created_by: C, disabled_at: C, disabled_because: C },
      ...{ failing_since: SCHEDULE, removed_at: C },
    },
  },
  endpoint_secrets: {
    chain: 'rows',
    columns: { endpoint_id: C, version: C, sealed_secret: C, created_at: C, retires_at: C },
  },
  webhook_messages: {
    chain: 'none',
    columns: {
      ...{ workspace_id: SCHEDULE, event_id: SCHEDULE, type: SCHEDULE, provider_id: SCHEDULE },
      ...{ seq: SCHEDULE, is_test: SCHEDULE, created_at: SCHEDULE, body: SCHEDULE },
    },
  },
  webhook_deliveries: {
    chain: 'none',
    columns: {
      ...{ endpoint_id: SCHEDULE, event_id: SCHEDULE, status: SCHEDULE, step: SCHEDULE, tries: SCHEDULE },
      ...{ due_at: SCHEDULE, claim: SCHEDULE, created_at: SCHEDULE, finished_at: SCHEDULE },
      ...{ last_code: SCHEDULE, last_error: SCHEDULE },
    },
  },
  webhook_attempts: {
    chain: 'none',
    columns: {
      ...{ endpoint_id: ATTEMPT, event_id: ATTEMPT, started_at: ATTEMPT, finished_at: ATTEMPT, url: ATTEMPT },
      ...{ request_headers: ATTEMPT, code: ATTEMPT, response_headers: ATTEMPT, response_body: ATTEMPT },
      error: ATTEMPT,
    },
  },

  // The service
  topics: { chain: 'none', columns: { topic: POSITION, version: POSITION } },
  limit_spans: {
    chain: 'none',
    columns: { node: LIMIT, window_id: LIMIT, second: LIMIT, times: LIMIT },
  },
  idempotent_answers: {
    chain: 'none',
    columns: { scope: LIMIT, key: LIMIT, body_digest: LIMIT, answer: LIMIT, created_at: LIMIT },
  },
  desk_visits: {
    chain: 'none',
    columns: { staff_id: PRESENCE, last_seen_at: PRESENCE, away_since: PRESENCE },
  },
  open_rows: {
    chain: 'none',
    columns: { tab: PRESENCE, staff_id: PRESENCE, page: PRESENCE, row_id: PRESENCE, seen_at: PRESENCE },
  },
  incidents: {
    chain: 'rows',
    columns: {
      ...{ id: C, title: C, detail: C, impact: C, started_at: C, ended_at: C, opened_by: C, updated_at: C },
    },
  },
  verifications: {
    chain: 'none',
    columns: {
      ...{ id: VERIFIED, started_at: VERIFIED, started_by: VERIFIED, seen_at: VERIFIED, done: VERIFIED },
      ...{ total: VERIFIED, finished_at: VERIFIED, result: VERIFIED, failure: VERIFIED },
    },
  },
  leases: {
    chain: 'none',
    columns: { name: NODE, holder: NODE, fence: NODE, expires_at: NODE },
  },
  nodes: {
    chain: 'none',
    columns: { name: NODE, version: NODE, started_at: NODE, last_seen_at: NODE },
  },
  up_periods: {
    chain: 'none',
    columns: { id: COUNT, node: COUNT, started_at: COUNT, last_seen_at: COUNT },
  },
  compatible_versions: { chain: 'none', columns: { id: PROGRAM, oldest: PROGRAM } },
  audit: {
    chain: 'rows',
    columns: { seq: C, id: C, at: C, actor: C, action: C, subject: C, before: C, after: C, via: C },
  },
};

export const PROOFS: Readonly<Record<Table, TableProof>> = TABLES;

export function chainOf(table: string): TableProof['chain'] {
  return Object.hasOwn(PROOFS, table) ? PROOFS[table as Table].chain : 'none';
}

/** The tables that have entries in the record chain. */
export const CHAINED_TABLES = (Object.keys(PROOFS) as Table[]).filter((table) => chainOf(table) !== 'none');

/** The columns that a chain entry covers: those that are chained, and those by which a row is identified. */
export function chainedColumns(table: Table): string[] {
  const key = new Set(orderOf(table).map(({ column }) => column));
  return Object.entries(PROOFS[table].columns).flatMap(([column, proof]) =>
    proof === 'chained' || key.has(column) ? [column] : [],
  );
}
