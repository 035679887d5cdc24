// The public names of providers: name, slug, other names, subtype and website, from the first indicator on. A change of
// them takes two people and a reason, and each state of them is in the log.

import { nextSequence } from '../../context/sequence.ts';
import { inPortions, insertAll } from '../../store/bulk.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { findProviders, type Provider } from './providers.ts';

/** What two people decided: who requested and who approved, and why. */
export interface NamingDecision {
  named_at: number;
  named_by: string;
  approved_by: string;
  /** Public. */
  reason: string;
}

/** Those of these providers whose names two people must decide: published ones, and those in a draft that was approved. */
export async function publiclyNamed(
  db: Queries | Writes,
  providerIds: readonly string[],
): Promise<Set<string>> {
  const found = await publishedAmong(db, providerIds);
  for (const portion of inPortions(providerIds)) {
    const approved = await db
      .selectFrom('run_items')
      .innerJoin('runs', 'runs.id', 'run_items.run_id')
      .innerJoin('run_approvals', 'run_approvals.run_id', 'runs.id')
      .select('run_items.provider_id')
      .where('run_items.run_id', 'in', db.selectFrom('runs').select('id').where('status', '=', 'draft'))
      .where('run_items.provider_id', 'in', portion)
      .execute();
    for (const { provider_id } of approved) found.add(provider_id);
  }
  return found;
}

export async function isPubliclyNamed(db: Queries | Writes, providerId: string): Promise<boolean> {
  return (await publiclyNamed(db, [providerId])).size > 0;
}

/** Those that ever had an indicator. */
async function publishedAmong(db: Queries | Writes, providerIds: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const portion of inPortions(providerIds)) {
    const rows = await db
      .selectFrom('indicators')
      .select('provider_id')
      .distinct()
      .where('provider_id', 'in', portion)
      .execute();
    for (const { provider_id } of rows) found.add(provider_id);
  }
  return found;
}

/**
 * Records a change of the names of a provider. Returns false before its first indicator, when there is nothing public to
 * record.
 */
export async function recordNaming(
  writes: Writes,
  provider: Provider,
  decision: NamingDecision,
): Promise<boolean> {
  if ((await publishedAmong(writes, [provider.id])).size === 0) return false;
  const seq = await nextSequence(writes, 'provider_namings');
  await insertAll(writes, 'provider_namings', [{ seq, ...namesOf(provider), ...decision }]);
  return true;
}

/** Records the names under which indicators are published, of the providers whose names are not on record yet. */
export async function recordFirstNames(
  writes: Writes,
  providerIds: readonly string[],
  { at, by }: { at: number; by: string },
): Promise<void> {
  const named = new Set<string>();
  for (const portion of inPortions(providerIds)) {
    const rows = await writes
      .selectFrom('provider_namings')
      .select('provider_id')
      .distinct()
      .where('provider_id', 'in', portion)
      .execute();
    for (const { provider_id } of rows) named.add(provider_id);
  }
  const unnamed = [...new Set(providerIds)].filter((id) => !named.has(id));
  if (unnamed.length === 0) return;
  const first = await nextSequence(writes, 'provider_namings');
  const providers = [...(await findProviders(writes, unnamed)).values()];
  const rows = providers.map((provider, index) => ({
    seq: first + index,
    ...namesOf(provider),
    named_at: at,
    named_by: by,
    approved_by: null,
    reason: null,
  }));
  await insertAll(writes, 'provider_namings', rows);
}

type Names = Pick<
  Database['provider_namings'],
  'provider_id' | 'name' | 'slug' | 'aliases' | 'subtype' | 'website'
>;

export function namesOf({ id, name, slug, aliases, provider_subtype, website }: Provider): Names {
  return {
    provider_id: id,
    name,
    slug,
    aliases: JSON.stringify(aliases),
    subtype: provider_subtype,
    website,
  };
}
