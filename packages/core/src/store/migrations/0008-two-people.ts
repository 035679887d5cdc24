// Two people for what matters: requests that a second person approves, invitations, the founding period, and records
// of what an approver had seen. Frameworks get an announcement, and a version that was never used can be replaced.

import { type Kysely, sql } from 'kysely';
import type { StoreKind } from '../store.ts';
import { refuseChanges } from './append-only.ts';
import { rebuildOnSqlite } from './rebuild.ts';

const NEW_TABLES = `
create table founding (
  seq bigint primary key,
  state text not null check (state in ('founding', 'notice', 'in_force')),
  since bigint not null,
  set_by text not null,
  effective_at bigint,
  reason text not null
);
create table requests (
  id text primary key,
  kind text not null,
  subject text not null,
  content text not null,
  requested_by text not null references staff (id),
  requested_at bigint not null,
  unique (id, requested_by)
);
create table request_decisions (
  request_id text primary key,
  requested_by text not null,
  decision text not null check (decision in ('approved', 'refused', 'cancelled')),
  decided_by text not null references staff (id),
  decided_at bigint not null,
  reason text,
  foreign key (request_id, requested_by) references requests (id, requested_by),
  check (decision <> 'approved' or decided_by <> requested_by)
);
create table desk_rules (
  name text not null,
  value text not null,
  set_at bigint not null,
  request_id text not null references requests (id),
  primary key (name, set_at)
);
create table staff_invitations (
  id text primary key,
  code_hash text not null unique,
  staff_id text not null references staff (id),
  invited_by text not null references staff (id),
  invited_at bigint not null,
  expires_at bigint not null,
  claimed_at bigint,
  token_hash text references staff_tokens (token_hash),
  wrong_checks integer not null default 0,
  confirmed_at bigint,
  confirmed_by text references staff (id),
  check (confirmed_by is null or confirmed_by <> invited_by)
);
alter table staff_tokens add column confirmed_at bigint;
alter table staff_tokens add column last_used_at bigint;
update staff_tokens set confirmed_at = created_at;

create table document_openings (
  staff_id text not null references staff (id),
  sha256 text not null references documents (sha256),
  opened_at bigint not null,
  primary key (staff_id, sha256)
);
alter table decisions add column opened integer check (opened in (0, 1));
create table due_notes (
  provider_id text not null references providers (id),
  input_id text not null,
  assignee text references staff (id),
  note text not null,
  set_by text not null references staff (id),
  set_at bigint not null,
  primary key (provider_id, input_id)
);

alter table run_approvals add column votes text not null default '[]';
alter table run_approvals add column dissent text;
alter table run_approvals add column minutes text;

create table methodology_replacements (
  digest text primary key references methodologies (digest),
  replaced_by text not null references methodologies (digest),
  replaced_at bigint not null,
  recorded_by text not null references staff (id)
);
create table methodology_cancellations (
  digest text primary key references methodology_activations (digest),
  cancelled_at bigint not null,
  cancelled_by text not null references staff (id),
  approved_by text not null references staff (id),
  reason text not null,
  check (approved_by <> cancelled_by)
);
alter table methodology_activations add column approved_by text references staff (id);
alter table methodology_activations add column urgent_reason text;
alter table methodology_activations add column differences text;
alter table methodology_activations add column differences_digest text;

create table score_request_notes (
  id text primary key,
  request_id text not null references score_requests (id),
  noted_at bigint not null,
  noted_by text not null references staff (id),
  note text not null
);
create index score_request_notes_by_request on score_request_notes (request_id);
alter table score_requests add column provider_id text references providers (id)
`;

/** The version of a framework is no longer unique, because one that was never used can be replaced. */
const METHODOLOGIES = {
  table: 'methodologies',
  definition: `
      digest text primary key,
      version text not null,
      framework_version text not null,
      effective_from text not null,
      document text not null,
      imported_at bigint not null,
      imported_by text not null references staff (id)`,
  columns: [
    ...['digest', 'version', 'framework_version', 'effective_from', 'document', 'imported_at', 'imported_by'],
  ],
  indexes: ['create index methodologies_by_version on methodologies (version)'],
};

const ALTERED_ON_POSTGRES = `
alter table methodologies drop constraint methodologies_version_key;
create index methodologies_by_version on methodologies (version)
`;

const APPEND_ONLY = [
  ...['founding', 'requests', 'request_decisions', 'desk_rules', 'document_openings'],
  ...['methodology_replacements', 'methodology_cancellations', 'score_request_notes'],
];

interface Tables {
  staff: { id: string; created_at: number };
  methodology_activations: { activated_by: string; activated_at: number };
  founding: {
    seq: number;
    state: string;
    since: number;
    set_by: string;
    effective_at: number | null;
    reason: string;
  };
  score_requests: { id: string; note: string | null; decided_by: string | null; decided_at: number | null };
  score_request_notes: { id: string; request_id: string; noted_at: number; noted_by: string; note: string };
  webhook_endpoints: { id: string; event_types: string };
}

export async function up(given: Kysely<unknown>, kind: StoreKind): Promise<void> {
  const db = given as Kysely<Tables>;
  await execute(given, NEW_TABLES);
  if (kind === 'postgres') await execute(given, ALTERED_ON_POSTGRES);
  else {
    await rebuildOnSqlite(given, METHODOLOGIES);
    await refuseChanges(given, kind, ['methodologies']);
  }
  await keepNotes(db);
  await recordFounding(db);
  await subscribeToAnnouncements(db);
  await refuseChanges(given, kind, APPEND_ONLY);
}

async function execute(db: Kysely<unknown>, statements: string): Promise<void> {
  for (const statement of statements.split(/;\n/)) await sql.raw(statement).execute(db);
}

async function keepNotes(db: Kysely<Tables>): Promise<void> {
  const rows = await db.selectFrom('score_requests').selectAll().where('note', 'is not', null).execute();
  for (const { id, note, decided_by, decided_at } of rows) {
    const row = { id, request_id: id, noted_at: decided_at!, noted_by: decided_by!, note: note! };
    await db.insertInto('score_request_notes').values(row).execute();
  }
  await sql.raw('alter table score_requests drop column note').execute(db);
}

/** A store with an active framework is past its founding; another one goes on being founded. */
async function recordFounding(db: Kysely<Tables>): Promise<void> {
  const first = await db.selectFrom('staff').selectAll().orderBy('created_at').limit(1).executeTakeFirst();
  if (first === undefined) return;
  const begun = { seq: 1, state: 'founding', since: first.created_at, set_by: first.id, effective_at: null };
  await db
    .insertInto('founding')
    .values({ ...begun, reason: 'The store was initialised.' })
    .execute();
  const activation = await db
    .selectFrom('methodology_activations')
    .select(['activated_by', 'activated_at'])
    .orderBy('activated_at')
    .limit(1)
    .executeTakeFirst();
  if (activation === undefined) return;
  const { activated_by, activated_at } = activation;
  const ended = { seq: 2, state: 'in_force', since: activated_at, set_by: activated_by, effective_at: null };
  await db
    .insertInto('founding')
    .values({ ...ended, reason: 'The first framework was activated.' })
    .execute();
}

const OLD_DEFAULT_TYPES = [
  ...['score.published', 'score.changed', 'band.changed', 'score.corrected', 'score.withdrawn'],
  ...['score.reinstated', 'score.stale', 'score.stale_ended'],
  ...['methodology.published', 'issuance.new', 'issuance.status_changed'],
];
const NEW_TYPE = 'methodology.announced';

/** An endpoint that was sent every type by default is also sent announcements. */
async function subscribeToAnnouncements(db: Kysely<Tables>): Promise<void> {
  const endpoints = await db.selectFrom('webhook_endpoints').select(['id', 'event_types']).execute();
  for (const { id, event_types } of endpoints) {
    const types = JSON.parse(event_types) as string[];
    if (!OLD_DEFAULT_TYPES.every((type) => types.includes(type))) continue;
    const at = types.indexOf('methodology.published');
    await db
      .updateTable('webhook_endpoints')
      .set({ event_types: JSON.stringify(types.toSpliced(at, 0, NEW_TYPE)) })
      .where('id', '=', id)
      .execute();
  }
}
