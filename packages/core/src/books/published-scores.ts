// What is published about the names of a book: now, from the prepared rows of lists, or as of a past instant.

import { frameworkVersion } from '@rf-indicators/engine';
import { methodologyByDigest } from '../desk/methodology/signed.ts';
import { indicatorsAsOf } from '../desk/served/published-rows.ts';
import { withdrawnProviders } from '../desk/served/withdrawn.ts';
import { inPortions } from '../store/bulk.ts';
import type { Queries } from '../store/store.ts';

export type Published =
  | ScoredName
  | { state: 'withdrawn'; name: string; withdrawnAt: number; reason: string };

export interface ScoredName {
  state: 'scored';
  name: string;
  /** In hundredths. */
  score: number;
  band: string;
  type: string;
  framework: string;
  staleSince: number | null;
  staleReason: string | null;
  /** From when it is stale if no gate is checked again; not known of a past instant. */
  staleFrom: number | null;
  nextLapseAt: number | null;
}

/** By provider; one that was never scored is not in it. `instant` is null for now. */
export async function publishedScores(
  db: Queries,
  ids: readonly string[],
  instant: number | null,
): Promise<ReadonlyMap<string, Published>> {
  const found = new Map<string, Published>();
  const rows = instant === null ? await currentRows(db, ids) : await pastRows(db, ids, instant);
  const frameworks = new Map<string, string>();
  for (const { id, digest, ...row } of rows) {
    let framework = frameworks.get(digest);
    if (framework === undefined) {
      framework = frameworkVersion((await methodologyByDigest(db, digest)).methodology.document);
      frameworks.set(digest, framework);
    }
    found.set(id, { state: 'scored', framework, ...row });
  }
  const others = ids.filter((id) => !found.has(id));
  for (const portion of inPortions(others)) {
    const filter = { providerIds: portion, ...(instant === null ? {} : { asOf: instant }) };
    for (const { providerId, name, withdrawnAt, reason } of await withdrawnProviders(db, filter))
      found.set(providerId, { state: 'withdrawn', name, withdrawnAt, reason });
  }
  return found;
}

type Row = Omit<ScoredName, 'state' | 'framework'> & { id: string; digest: string };

async function currentRows(db: Queries, ids: readonly string[]): Promise<Row[]> {
  const found: Row[] = [];
  for (const portion of inPortions(ids)) {
    const rows = await db
      .selectFrom('served_indicators')
      .select(['provider_id as id', 'methodology_digest as digest', 'name', 'final_score as score'])
      .select(['risk_band as band', 'planner_type as type', 'stale_since as staleSince'])
      .select(['stale_reason as staleReason', 'stale_from as staleFrom', 'next_lapse_at as nextLapseAt'])
      .where('provider_id', 'in', portion)
      .execute();
    found.push(...rows);
  }
  return found;
}

async function pastRows(db: Queries, ids: readonly string[], instant: number): Promise<Row[]> {
  const found: Row[] = [];
  for (const portion of inPortions(ids))
    for (const one of await indicatorsAsOf(db, instant, portion))
      found.push({
        ...{ id: one.providerId, digest: one.methodologyDigest, name: one.name, score: one.finalScore },
        ...{ band: one.riskBand, type: one.plannerType, staleSince: one.staleSince },
        ...{ staleReason: one.staleReason, staleFrom: null, nextLapseAt: null },
      });
  return found;
}
