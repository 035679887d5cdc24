import { type Kysely, sql } from 'kysely';
import type { StoreKind } from '../store.ts';
import { refuseChanges } from './append-only.ts';

/** Published records and the records behind them: rows can be added, but never changed or deleted. */
const APPEND_ONLY = [
  'provider_versions',
  'documents',
  'evidence',
  'proposals',
  'decisions',
  'retractions',
  'methodologies',
  'methodology_sign_offs',
  'methodology_activations',
  'configurations',
  'packages',
  'publications',
  'run_approvals',
  'withdrawal_requests',
  'indicators',
  'withdrawals',
  'changelog',
  'events',
  'log_leaves',
  'log_nodes',
  'checkpoints',
  'audit',
];

const TABLES = (bytes: string) => `
create table staff (id text primary key, name text not null, created_at bigint not null, retired_at bigint);
create table staff_roles (
  staff_id text not null references staff (id),
  role text not null check (role in ('analyst', 'reviewer', 'chief_risk_officer', 'operator')),
  primary key (staff_id, role)
);
create table staff_tokens (
  token_hash text primary key,
  staff_id text not null references staff (id),
  prefix text not null,
  created_at bigint not null,
  revoked_at bigint
);
create table officer_keys (
  key_id text primary key,
  staff_id text not null references staff (id),
  public_key text not null,
  enrolled_at bigint not null,
  enrolled_by text not null references staff (id),
  retired_at bigint
);

create table providers (
  id text primary key,
  slug text not null unique,
  created_at bigint not null,
  retired_at bigint
);
create table provider_slugs (slug text primary key, provider_id text not null references providers (id));
create table provider_versions (
  provider_id text not null references providers (id),
  version integer not null,
  recorded_at bigint not null,
  recorded_by text not null references staff (id),
  name text not null,
  aliases text not null,
  planner_type text not null check (planner_type in ('btc', 'fiat', 'stablecoin')),
  subtype text not null,
  yield_min text not null,
  yield_max text not null,
  payout_currency text not null,
  website text,
  flags text not null,
  primary key (provider_id, version)
);
create table reference_rates (
  currency text not null,
  effective_on text not null,
  rate text not null,
  source text not null,
  recorded_at bigint not null,
  recorded_by text not null references staff (id),
  primary key (currency, effective_on)
);

create table documents (
  sha256 text primary key,
  media_type text not null,
  bytes ${bytes} not null,
  stored_at bigint not null,
  stored_by text not null references staff (id)
);
create table evidence (
  id text primary key,
  kind text not null,
  title text not null,
  url text,
  page text,
  quote text,
  evidence_date text not null,
  grade text not null,
  sha256 text references documents (sha256),
  recorded_at bigint not null,
  recorded_by text not null references staff (id),
  check (sha256 is not null or grade in ('D', 'E'))
);
create table proposals (
  id text primary key,
  batch_id text not null,
  provider_id text not null references providers (id),
  input_id text not null,
  value text not null,
  evidence_id text not null references evidence (id),
  renewal integer not null check (renewal in (0, 1)),
  facts text not null,
  proposed_by text not null references staff (id),
  proposed_at bigint not null,
  unique (id, proposed_by)
);
create index proposals_by_provider on proposals (provider_id, input_id);
create index proposals_by_batch on proposals (batch_id);
create table decisions (
  proposal_id text primary key,
  proposed_by text not null,
  decision text not null check (decision in ('approved', 'rejected')),
  decided_by text not null references staff (id),
  decided_at bigint not null,
  reason text,
  foreign key (proposal_id, proposed_by) references proposals (id, proposed_by),
  check (decided_by <> proposed_by)
);
create table retractions (
  proposal_id text primary key references proposals (id),
  replaced_by text references proposals (id),
  reason text not null,
  retracted_by text not null references staff (id),
  retracted_at bigint not null
);

create table methodologies (
  digest text primary key,
  version text not null unique,
  framework_version text not null,
  effective_from text not null,
  document text not null,
  imported_at bigint not null,
  imported_by text not null references staff (id)
);
create table methodology_sign_offs (
  digest text primary key references methodologies (digest),
  staff_id text not null references staff (id),
  key_id text not null references officer_keys (key_id),
  sign_off text not null,
  recorded_at bigint not null
);
create table methodology_activations (
  digest text primary key references methodology_sign_offs (digest),
  activated_by text not null references staff (id),
  activated_at bigint not null,
  impact text not null,
  notes text not null
);
create table configurations (
  digest text primary key,
  name text not null,
  content text not null,
  recorded_at bigint not null,
  recorded_by text not null references staff (id)
);

create table runs (
  id text primary key,
  kind text not null check (kind in ('manual', 'scheduled', 'correction')),
  status text not null check (status in ('computing', 'draft', 'published', 'discarded')),
  as_of bigint not null,
  known_at bigint not null,
  methodology_digest text not null references methodology_activations (digest),
  configuration_digest text not null references configurations (digest),
  corrects_proposal text references proposals (id),
  corrected_by_proposal text references proposals (id),
  reason text,
  created_by text not null,
  created_at bigint not null,
  finished_at bigint
);
create table packages (
  package_hash text primary key,
  verification_id text not null unique,
  methodology_digest text not null references methodologies (digest),
  body text not null
);
create table run_items (
  run_id text not null references runs (id),
  provider_id text not null references providers (id),
  as_of bigint not null,
  outcome text not null check (outcome in ('SCORED', 'NOT_SCORED', 'INVALID')),
  outcome_detail text,
  verification_id text,
  package_hash text references packages (package_hash),
  final_score integer,
  risk_band text,
  action text not null check (action in ('publish', 'verify', 'mark_stale', 'none')),
  causes text not null,
  change text,
  base_verification_id text,
  corrects text,
  publication_id text,
  primary key (run_id, provider_id, as_of)
);
create table run_approvals (
  run_id text not null references runs (id),
  approved_by text not null references staff (id),
  approved_at bigint not null,
  primary key (run_id, approved_by)
);

create table publications (
  id text primary key,
  run_id text not null references runs (id),
  published_at bigint not null,
  published_by text not null,
  approved_by text,
  tree_size bigint not null,
  check (approved_by is null or approved_by <> published_by)
);
create table indicators (
  verification_id text primary key,
  provider_id text not null references providers (id),
  publication_id text not null references publications (id),
  package_hash text not null unique references packages (package_hash),
  methodology_digest text not null references methodology_activations (digest),
  as_of bigint not null,
  known_at bigint not null,
  published_at bigint not null,
  final_score integer not null,
  risk_band text not null,
  caps text not null,
  statement text not null,
  signature text not null,
  log_index bigint not null unique,
  supersedes text unique references indicators (verification_id),
  corrects text unique references indicators (verification_id),
  correction_reason text
);
create index indicators_by_provider on indicators (provider_id, published_at);
create index run_items_by_run on run_items (run_id, publication_id);
create index indicators_by_publication on indicators (publication_id);
create table provider_states (
  provider_id text primary key references providers (id),
  verification_id text references indicators (verification_id),
  verified_at bigint not null,
  stale_since bigint,
  stale_reason text,
  withdrawn_at bigint,
  withdrawn_reason text
);
create table withdrawal_requests (
  id text primary key,
  provider_id text not null references providers (id),
  verification_id text not null references indicators (verification_id),
  reason text not null,
  asked_by text not null references staff (id),
  asked_at bigint not null
);
create table withdrawals (
  id text primary key,
  provider_id text not null references providers (id),
  verification_id text not null references indicators (verification_id),
  reason text not null,
  withdrawn_at bigint not null,
  withdrawn_by text not null,
  approved_by text,
  check (approved_by is null or approved_by <> withdrawn_by)
);
create table changelog (
  seq bigint primary key,
  id text not null unique,
  provider_id text not null references providers (id),
  provider_name text not null,
  planner_type text not null,
  kind text not null,
  previous_score integer,
  new_score integer,
  previous_band text,
  new_band text,
  reason text not null,
  framework_version text not null,
  verification_id text not null references indicators (verification_id),
  changed_at bigint not null
);
create table events (
  seq bigint primary key,
  id text not null unique,
  type text not null,
  provider_id text references providers (id),
  created_at bigint not null,
  data text not null
);

create table log_state (id integer primary key check (id = 1), tree_size bigint not null, changes bigint not null);
insert into log_state (id, tree_size, changes) values (1, 0, 0);
create table log_leaves (
  idx bigint primary key,
  kind text not null check (kind in ('statement', 'key_rotation')),
  leaf text not null,
  leaf_hash text not null
);
create table log_nodes (level integer not null, idx bigint not null, hash text not null, primary key (level, idx));
create table checkpoints (tree_size bigint primary key, note text not null, created_at bigint not null);
create table signing_keys (
  key_id text primary key,
  public_key text not null,
  sealed_private_key text not null,
  valid_from bigint not null,
  valid_until bigint
);

create table issuances (
  id text primary key,
  provider_id text references providers (id),
  issuer_name text not null,
  name text not null,
  ticker text,
  type text not null check (type in ('preferred_share', 'bond')),
  status text not null check (status in ('ANNOUNCED', 'PRICING', 'ISSUED', 'WITHDRAWN')),
  currency text not null,
  amount text,
  coupon_rate text,
  price text,
  announced_on text not null,
  pricing_on text,
  settles_on text,
  source_url text,
  updated_at bigint not null
);
create table score_requests (
  id text primary key,
  provider_name text not null,
  provider_url text,
  planner_type text,
  contact_email text,
  message text,
  status text not null check (status in ('received', 'accepted', 'declined', 'scored')),
  received_at bigint not null,
  decided_at bigint,
  decided_by text references staff (id),
  note text
);

create table audit (
  seq bigint primary key,
  id text not null unique,
  at bigint not null,
  actor text not null,
  action text not null,
  subject text not null,
  before text,
  after text
);
create index audit_by_subject on audit (subject);
`;

const REFUSE_ON_POSTGRES = `
create function rf_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: a published record is never changed', tg_table_name;
end $$`;

export async function up(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  for (const statement of TABLES(kind === 'sqlite' ? 'blob' : 'bytea').split(/;\n/)) {
    if (statement.trim() !== '') await sql.raw(statement).execute(db);
  }
  if (kind === 'postgres') await sql.raw(REFUSE_ON_POSTGRES).execute(db);
  await refuseChanges(db, kind, APPEND_ONLY);
}
