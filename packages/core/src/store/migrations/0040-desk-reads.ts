// Adds what the list of providers shows to the due board, and indexes for reads that looked at every provider.

import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  'alter table due_providers add column facts text',
  'create index due_inputs_by_gate on due_inputs (is_gate, loses_from, points desc, slug, input_id, planner_type, provider_id)',
  'create index due_providers_by_state on due_providers (computed_on, methodology_digest)',
  'create index due_providers_by_currency on due_providers (payout_currency, provider_id)',
  'create index due_providers_by_type on due_providers (planner_type, computed_on)',
  'drop index served_indicators_by_name',
  'create index served_indicators_by_name on served_indicators (name, provider_id, folded_name)',
  'create index served_indicators_by_folded_name on served_indicators (folded_name, risk_band, planner_type)',
  'create index served_indicators_by_type on served_indicators (planner_type, final_score, name, provider_id)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
