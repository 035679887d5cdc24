// Facts beside criteria become proposals with evidence, publications get a kind, and runs that confirm indicators
// leave a signed record. What was recorded without evidence until now is kept in recorded_facts.

import { type Kysely, sql } from 'kysely';
import type { StoreKind } from '../store.ts';
import { allowChanges, refuseChanges } from './append-only.ts';
import { rebuildOnSqlite } from './rebuild.ts';

const NEW_TABLES = `
create table recorded_facts (
  provider_id text references providers (id),
  currency text,
  fact_id text not null,
  value text not null,
  recorded_at bigint not null,
  check ((provider_id is null) <> (currency is null))
);
create index recorded_facts_by_provider on recorded_facts (provider_id);
create table confirmations (
  run_id text primary key references runs (id),
  publication_id text not null references publications (id),
  confirmed_at bigint not null,
  record text not null,
  signature text not null,
  verification_ids text not null,
  log_index bigint not null unique
);
alter table run_items add column kind text;
alter table run_items add column contested text not null default '[]';
alter table indicators add column kind text not null default 'renewal';
alter table indicators add column renews text references indicators (verification_id);
alter table provider_states add column contested text not null default '[]';
alter table provider_states add column confirmed_by text;
alter table provider_states add column unscorable_since bigint;
alter table provider_states add column unscorable_reason text;
alter table log_state add column baseline_due integer not null default 0;
update log_state set baseline_due = 1 where tree_size > 0
`;

const FACT_COLUMNS = ['planner_type', 'yield_min', 'yield_max', 'payout_currency'];

const RUN_KINDS = `'manual', 'scheduled', 'correction', 'reinstatement'`;

/** The columns have the same order as on PostgreSQL, which adds new ones at the end: backups list them in order. */
const REBUILT = [
  {
    table: 'proposals',
    definition: `
      id text primary key,
      batch_id text not null,
      provider_id text references providers (id),
      input_id text not null,
      value text not null,
      evidence_id text not null references evidence (id),
      renewal integer not null check (renewal in (0, 1)),
      facts text not null,
      proposed_by text not null references staff (id),
      proposed_at bigint not null,
      currency text,
      unique (id, proposed_by),
      check ((provider_id is null) <> (currency is null))`,
    columns: [
      ...['id', 'batch_id', 'provider_id', 'input_id', 'value', 'evidence_id', 'renewal', 'facts'],
      ...['proposed_by', 'proposed_at'],
    ],
    indexes: [
      'create index proposals_by_provider on proposals (provider_id, input_id)',
      'create index proposals_by_batch on proposals (batch_id)',
      'create index proposals_by_currency on proposals (currency) where currency is not null',
    ],
  },
  {
    table: 'runs',
    definition: `
      id text primary key,
      kind text not null check (kind in (${RUN_KINDS})),
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
      finished_at bigint`,
    columns: [
      ...['id', 'kind', 'status', 'as_of', 'known_at', 'methodology_digest', 'configuration_digest'],
      ...['corrects_proposal', 'corrected_by_proposal', 'reason', 'created_by', 'created_at', 'finished_at'],
    ],
  },
  {
    table: 'log_leaves',
    definition: `
      idx bigint primary key,
      kind text not null,
      leaf text not null,
      leaf_hash text not null`,
    columns: ['idx', 'kind', 'leaf', 'leaf_hash'],
  },
];

const ALTERED_ON_POSTGRES = `
alter table proposals alter column provider_id drop not null;
alter table proposals add column currency text;
alter table proposals add check ((provider_id is null) <> (currency is null));
create index proposals_by_currency on proposals (currency) where currency is not null;
alter table runs drop constraint runs_kind_check;
alter table runs add constraint runs_kind_check check (kind in (${RUN_KINDS}));
alter table log_leaves drop constraint log_leaves_kind_check
`;

interface Tables {
  provider_versions: {
    provider_id: string;
    recorded_at: number;
    version: number;
    planner_type: string;
    yield_min: string;
    yield_max: string;
    payout_currency: string;
    flags: string;
  };
  reference_rates: { currency: string; rate: string; effective_on: string };
  recorded_facts: {
    provider_id: string | null;
    currency: string | null;
    fact_id: string;
    value: string;
    recorded_at: number;
  };
  indicators: {
    verification_id: string;
    supersedes: string | null;
    log_index: number;
    kind: string;
    renews: string | null;
  };
  changelog: { verification_id: string; kind: string };
  webhook_endpoints: { id: string; event_types: string };
}

export async function up(given: Kysely<unknown>, kind: StoreKind): Promise<void> {
  const db = given as Kysely<Tables>;
  await execute(given, NEW_TABLES);
  if (kind === 'postgres') await execute(given, ALTERED_ON_POSTGRES);
  else for (const rebuild of REBUILT) await rebuildOnSqlite(given, rebuild);
  if (kind === 'sqlite') await refuseChanges(given, kind, ['proposals', 'log_leaves']);
  await keepRecordedFacts(db);
  for (const column of [...FACT_COLUMNS, 'flags']) {
    await sql.raw(`alter table provider_versions drop column ${column}`).execute(db);
  }
  await sql.raw('drop table reference_rates').execute(db);
  await allowChanges(given, kind, 'indicators');
  await fillKinds(db);
  await refuseChanges(given, kind, ['indicators', 'recorded_facts', 'confirmations']);
  await subscribeToNewDefaults(db);
}

async function execute(db: Kysely<unknown>, statements: string): Promise<void> {
  for (const statement of statements.split(/;\n/)) await sql.raw(statement).execute(db);
}

/** Only changes are kept: a version that repeats a value adds nothing. */
async function keepRecordedFacts(db: Kysely<Tables>): Promise<void> {
  const versions = await db
    .selectFrom('provider_versions')
    .selectAll()
    .orderBy('provider_id')
    .orderBy('version')
    .execute();
  const last = new Map<string, string>();
  const rows: Tables['recorded_facts'][] = [];
  for (const version of versions) {
    const facts = {
      planner_type: version.planner_type,
      yield_min: version.yield_min,
      yield_max: version.yield_max,
      payout_currency: version.payout_currency,
      ...(JSON.parse(version.flags) as Record<string, boolean>),
    };
    for (const [fact_id, given] of Object.entries(facts)) {
      const value = String(given);
      const key = `${version.provider_id} ${fact_id}`;
      if (last.get(key) === value) continue;
      last.set(key, value);
      const { provider_id, recorded_at } = version;
      rows.push({ provider_id, currency: null, fact_id, value, recorded_at });
    }
  }
  const rates = await db.selectFrom('reference_rates').selectAll().orderBy('effective_on').execute();
  for (const { currency, rate, effective_on } of rates) {
    const recorded_at = Date.parse(`${effective_on}T00:00:00Z`);
    rows.push({ provider_id: null, currency, fact_id: 'reference_rate', value: rate, recorded_at });
  }
  for (let at = 0; at < rows.length; at += 100) {
    await db
      .insertInto('recorded_facts')
      .values(rows.slice(at, at + 100))
      .execute();
  }
}

/** An indicator without a changelog entry renewed the one before it. */
async function fillKinds(db: Kysely<Tables>): Promise<void> {
  const entries = await db
    .selectFrom('changelog')
    .select(['verification_id', 'kind'])
    .where('kind', '<>', 'withdrawal')
    .execute();
  const kinds = new Map(entries.map(({ verification_id, kind }) => [verification_id, kind]));
  const indicators = await db
    .selectFrom('indicators')
    .select(['verification_id', 'supersedes'])
    .orderBy('log_index')
    .execute();
  const renewed = new Map<string, string>();
  for (const { verification_id, supersedes } of indicators) {
    const kind = kinds.get(verification_id);
    const renews = kind || supersedes === null ? null : (renewed.get(supersedes) ?? supersedes);
    if (renews !== null) renewed.set(verification_id, renews);
    await db
      .updateTable('indicators')
      .set({ kind: kind ?? 'renewal', renews })
      .where('verification_id', '=', verification_id)
      .execute();
  }
}

const OLD_TYPES = [
  ...['score.published', 'score.changed', 'band.changed', 'score.corrected', 'score.withdrawn'],
  ...['methodology.published', 'issuance.new', 'issuance.status_changed'],
];
const NEW_DEFAULT_TYPES = [
  ...['score.published', 'score.changed', 'band.changed', 'score.corrected', 'score.withdrawn'],
  ...['score.reinstated', 'score.stale', 'score.stale_ended'],
  ...['methodology.published', 'issuance.new', 'issuance.status_changed'],
];

/** An endpoint that was sent every type goes on to be sent every type, except those to opt in to. */
async function subscribeToNewDefaults(db: Kysely<Tables>): Promise<void> {
  const endpoints = await db.selectFrom('webhook_endpoints').select(['id', 'event_types']).execute();
  for (const { id, event_types } of endpoints) {
    const types = new Set(JSON.parse(event_types) as string[]);
    if (!OLD_TYPES.every((type) => types.has(type))) continue;
    await db
      .updateTable('webhook_endpoints')
      .set({ event_types: JSON.stringify(NEW_DEFAULT_TYPES) })
      .where('id', '=', id)
      .execute();
  }
}
