// The due board lists what lapses next by the points at stake, also with 10,000 providers, so its rows are kept. They
// follow from the records and are made again whenever those change, and each day: nothing else depends on them.

import { type Kysely, sql } from 'kysely';
import type { StoreKind } from '../store.ts';

function statements(kind: StoreKind): string[] {
  // Code points, as the pages of the list are compared; PostgreSQL would otherwise sort by the rules of a language.
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"';
  const rowid = kind === 'sqlite' ? ' without rowid' : '';
  return [
    `create table due_providers (
      provider_id ${text} primary key references providers (id),
      slug ${text} not null,
      name ${text} not null,
      folded_name text not null,
      planner_type text,
      payout_currency text,
      score bigint,
      band text,
      computed_on text not null,
      methodology_digest text not null
    )${rowid}`,
    `create table due_inputs (
      provider_id ${text} not null references providers (id),
      input_id ${text} not null,
      slug ${text} not null,
      planner_type text,
      is_gate bigint not null,
      value text,
      grade text,
      evidence_date text,
      max_age bigint not null,
      soon_from ${text} not null,
      loses_from ${text} not null,
      lapses_on text,
      points bigint not null,
      band_if_lost text,
      primary key (provider_id, input_id)
    )${rowid}`,
    // What filters look at is in the indexes too, so that a list of 10,000 providers is filtered without reading its rows.
    `create index due_inputs_by_points on due_inputs
      (points desc, loses_from, slug, input_id, soon_from, planner_type, provider_id)`,
    `create index due_inputs_by_day on due_inputs
      (loses_from, points desc, slug, input_id, is_gate, planner_type, provider_id)`,
    `create index due_inputs_by_notice on due_inputs (soon_from, loses_from, planner_type, input_id, provider_id)`,
  ];
}

export async function up(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  for (const statement of statements(kind)) await sql.raw(statement).execute(db);
}
