// The public names of providers: name, slug, other names, subtype, website and identifiers, from the first indicator on. A change of
// them takes two people and a reason, and each state of them is in the log.

import type { VerifierKey } from '@rf-indicators/engine';
import { sql } from 'kysely';
import { identifiersColumn } from '../../context/identifiers.ts';
import { Refusal } from '../../context/refusal.ts';
import { nextSequence } from '../../context/sequence.ts';
import { loggedAmong } from '../../log/logged-indicators.ts';
import { inPortions, insertAll } from '../../store/bulk.ts';
import { requireRecorded } from '../../store/records/before-change.ts';
import { ListCheck } from '../../store/records/list-check.ts';
import { recordedKeys } from '../../store/records/proved.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { findProviders, type Provider } from './providers.ts';

const RUNS_AT_ONCE = 100;
const MOST_ATTEMPTS = 3;

/** What two people decided: who requested and who approved, and why. */
export interface NamingDecision {
  named_at: number;
  named_by: string;
  approved_by: string;
  /** Public. */
  reason: string;
}

/**
 * Those of these providers whose names two people must decide: published ones, and those in a draft that was approved. Rows
 * can only add to what the log and the record chain say, so that nobody makes a provider seem unpublished.
 */
export async function publiclyNamed(
  db: Queries | Writes,
  providerIds: readonly string[],
  pinned: VerifierKey | null,
): Promise<Set<string>> {
  const found = await publishedAmong(db, providerIds, pinned);
  const others = providerIds.filter((id) => !found.has(id));
  return others.length === 0 ? found : found.union(new Set(await inVotedDrafts(db, others)));
}

export async function isPubliclyNamed(
  db: Queries | Writes,
  providerId: string,
  pinned: VerifierKey | null,
): Promise<boolean> {
  return (await publiclyNamed(db, [providerId], pinned)).size > 0;
}

/** What rows say of it, for what is shown and decides nothing. */
export async function seemsPubliclyNamed(db: Queries, providerId: string): Promise<boolean> {
  if ((await rowsSayPublished(db, [providerId])).size > 0) return true;
  const drafts = await db
    .selectFrom('runs')
    .select('id')
    .where('status', '=', 'draft')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('committee_entries')
          .select('committee_entries.scope')
          .where('committee_entries.scope', '=', sql<string>`'run/' || runs.id`)
          .where('committee_entries.seq', '=', 1),
      ),
    )
    .execute();
  const ids = drafts.map(({ id }) => id);
  return (await itemsOf(db, ids, [providerId])).length > 0;
}

/** Once the committee has begun with a draft. Its entries are those on record, even if their rows are hidden. */
async function inVotedDrafts(db: Queries | Writes, providerIds: readonly string[]): Promise<string[]> {
  const voted = (await recordedKeys(db, 'committee_entries')).flatMap(([scope, seq]) =>
    Number(seq) === 0 ? [] : (runOf(String(scope)) ?? []),
  );
  const drafts = await recordedDrafts(db, [...new Set(voted)]);
  const problem = await new ListCheck().problemOf(db, 'run_items', 'run_id', drafts);
  if (problem !== null) throw altered(`${problem.record} ${problem.problem}`);
  return itemsOf(db, drafts, providerIds);
}

/** Null for a matter by itself. */
function runOf(scope: string): string | null {
  return scope.startsWith('run/') ? scope.slice('run/'.length) : null;
}

/** Those of the runs that are drafts, by rows that are what was recorded. */
async function recordedDrafts(db: Queries | Writes, runIds: readonly string[]): Promise<string[]> {
  const drafts: string[] = [];
  for (const portion of inPortions(runIds, RUNS_AT_ONCE)) {
    for (let attempt = 1; ; attempt += 1) {
      const runs = await db.selectFrom('runs').selectAll().where('id', 'in', portion).execute();
      try {
        if (runs.length < portion.length) throw altered('a run that was approved is missing');
        await requireRecorded(db, 'runs', runs);
      } catch (error) {
        // Another process may have written the row and its entry between the two queries.
        if (attempt < MOST_ATTEMPTS) continue;
        throw error;
      }
      for (const { id, status } of runs) if (status === 'draft') drafts.push(id);
      break;
    }
  }
  return drafts;
}

function altered(what: string): Refusal {
  return new Refusal(
    'conflict',
    `Nothing was renamed, because the store was altered: ${what}. Run rf verify --all, and restore a backup with rf restore.`,
  );
}

async function itemsOf(
  db: Queries | Writes,
  runIds: readonly string[],
  providerIds: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  for (const runs of inPortions(runIds)) {
    for (const portion of inPortions(providerIds)) {
      const rows = await db
        .selectFrom('run_items')
        .select('provider_id')
        .distinct()
        .where('run_id', 'in', runs)
        .where('provider_id', 'in', portion)
        .execute();
      found.push(...rows.map(({ provider_id }) => provider_id));
    }
  }
  return found;
}

/** Those that ever had an indicator, whose names readers have seen. */
export async function publishedAmong(
  db: Queries | Writes,
  providerIds: readonly string[],
  pinned: VerifierKey | null,
): Promise<Set<string>> {
  const found = await rowsSayPublished(db, providerIds);
  const others = providerIds.filter((id) => !found.has(id));
  return others.length === 0 ? found : found.union(await loggedAmong(db, others, pinned));
}

async function rowsSayPublished(db: Queries | Writes, providerIds: readonly string[]): Promise<Set<string>> {
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
  pinned: VerifierKey | null,
): Promise<boolean> {
  if ((await publishedAmong(writes, [provider.id], pinned)).size === 0) return false;
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
  'provider_id' | 'name' | 'slug' | 'aliases' | 'subtype' | 'website' | 'identifiers'
>;

export function namesOf(provider: Provider): Names {
  const { id, name, slug, aliases, provider_subtype, website, identifiers } = provider;
  return {
    provider_id: id,
    name,
    slug,
    aliases: JSON.stringify(aliases),
    subtype: provider_subtype,
    website,
    identifiers: identifiersColumn(identifiers),
  };
}
