// Which providers the list of the desk has: by name, type, standing, and what waits for a second person.

import type { PlannerType } from '@rf-indicators/engine';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Context } from '../../context/context.ts';
import { inPortions } from '../../store/bulk.ts';
import { factsAsOf } from '../facts/facts.ts';
import { findEffectiveMethodology } from '../methodology/signed.ts';
import { slugOf } from '../providers/provider-record.ts';
import { waitingItems, waitingWithdrawals } from './waiting.ts';

export type ProviderStanding = 'unpublished' | 'published' | 'stale' | 'withdrawn';

export interface ProviderFilter {
  /** Also retired ones. */
  all?: boolean | undefined;
  /** In a name or the slug, or an id. */
  text?: string | undefined;
  planner_type?: PlannerType | undefined;
  standing?: ProviderStanding | undefined;
  /** Only those that wait for a second person. */
  waiting?: boolean | undefined;
}

/** What holds of the providers that match, for queries with the tables of their records. */
export interface Conditions {
  all: readonly RawBuilder<SqlBool>[];
  /** Whether one is about the record, and not about the provider alone. */
  onRecord: boolean;
}

export async function conditionsOf(context: Context, filter: ProviderFilter): Promise<Conditions> {
  const { db } = context.store;
  const { planner_type, standing } = filter;
  const text = filter.text?.trim() ?? '';
  const all: RawBuilder<SqlBool>[] = [];
  if (!filter.all) all.push(sql`providers.retired_at is null`);
  if (text !== '') all.push(nameMatches(text));
  if (standing !== undefined) all.push(STANDING[standing]);
  if (filter.waiting)
    // One list: with `or`, every provider would be looked at.
    all.push(sql`providers.id in (select provider_id from ${waitingItems(db).select('run_items.provider_id').as('items')}
      union all select provider_id from ${waitingWithdrawals(db, context.clock()).select('withdrawal_requests.provider_id').as('withdrawals')})`);
  if (planner_type !== undefined) all.push(await countsAsType(context, planner_type));
  return { all, onRecord: text !== '' };
}

/** Few providers are so: their states are looked for. */
const few = (condition: string) =>
  sql.raw<SqlBool>(`providers.id in (select provider_id from provider_states where ${condition})`);
/** Many are so: providers are read in order until the page is full. */
const many = (condition: string) =>
  sql.raw<SqlBool>(
    `exists (select 1 from provider_states where provider_states.provider_id = providers.id and ${condition})`,
  );

const STANDING: Readonly<Record<ProviderStanding, RawBuilder<SqlBool>>> = {
  // Both indexes are read in their order, which takes half the time of a look-up for each provider.
  unpublished: sql`providers.id in (select id from providers except select provider_id from provider_states)`,
  withdrawn: few('verification_id is null'),
  published: many('verification_id is not null and stale_since is null'),
  stale: few('verification_id is not null and stale_since is not null'),
};

function nameMatches(text: string): RawBuilder<SqlBool> {
  const like = `%${escaped(text.toLowerCase())}%`;
  // SQLite folds only the case of plain letters: names with accents are also found by their slug, which has none.
  const slug = slugOf(text);
  const slugLike = `%${escaped(slug === '' ? text.toLowerCase() : slug)}%`;
  return sql`(lower(provider_versions.name) like ${like} escape '!'
    or lower(provider_versions.aliases) like ${like} escape '!'
    or providers.slug like ${slugLike} escape '!' or providers.id = ${text})`;
}

function escaped(text: string): string {
  return text.replaceAll(/[!%_]/g, '!$&');
}

/** Of this type by the due board, or by its records, if something about it has just changed. */
async function countsAsType(context: Context, type: PlannerType): Promise<RawBuilder<SqlBool>> {
  const others = await ofAnotherType(context, type);
  const isOther = others.length === 0 ? sql`false` : sql`providers.id in (${sql.join(others)})`;
  return sql`(providers.id in (
      select provider_id from due_providers where planner_type = ${type} and computed_on > ''
    ) or (providers.id in ${OUTDATED} and ${hadType(type)} and not ${isOther}))`;
}

const OUTDATED = sql`(select provider_id from due_providers where computed_on = '')`;

/** Whether this type was approved or recorded at some time. The literal name lets databases use the index of types. */
function hadType(type: PlannerType): RawBuilder<SqlBool> {
  return sql`(exists (
      select 1 from proposals join decisions on decisions.proposal_id = proposals.id
      where proposals.input_id = 'planner_type' and proposals.provider_id = providers.id
        and proposals.value = ${type} and decisions.decision = 'approved'
    ) or exists (
      select 1 from recorded_facts where recorded_facts.provider_id = providers.id
        and fact_id = 'planner_type' and value = ${type}
    ))`;
}

/** Of the outdated ones that had the type and another one too, also proposed, which is rare: where the type does not count now. */
async function ofAnotherType(context: Context, type: PlannerType): Promise<string[]> {
  const { db } = context.store;
  const now = context.clock();
  const effective = await findEffectiveMethodology(db, now);
  if (effective === null) return [];
  const { rows } = await sql<{ provider_id: string }>`
    select distinct other.provider_id from proposals other
    where other.input_id = 'planner_type' and other.value <> ${type} and other.provider_id in ${OUTDATED}
      and (exists (select 1 from proposals own where own.input_id = 'planner_type'
          and own.provider_id = other.provider_id and own.value = ${type})
        or exists (select 1 from recorded_facts where recorded_facts.provider_id = other.provider_id
          and fact_id = 'planner_type' and recorded_facts.value = ${type}))`.execute(db);
  const others: string[] = [];
  for (const ids of inPortions(rows.map(({ provider_id }) => provider_id))) {
    for (const facts of await factsAsOf(db, effective.methodology, ids, now, now))
      if (facts.planner_type !== type) others.push(facts.id);
  }
  return others;
}
