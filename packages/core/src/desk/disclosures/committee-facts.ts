// What disclosures say about committees: when one first and last decided about a provider, and whether its votes had to be
// independent. The only place that reads this. Before there was a record of the committee, what it decided was published at once.

import { inPortions } from '../../store/bulk.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { itemName } from '../committee/matter-items.ts';
import { entriesOf } from '../matters/entries.ts';
import { ruleOf, scopeOfMatter, scopeOfRun } from '../matters/open-matter.ts';
import { recordsIn } from '../matters/record.ts';
import { committeeRule } from '../matters/rule.ts';
import { COMMITTEE_KINDS } from '../runs/policy.ts';

export interface CommitteeFacts {
  /** null if no committee is on record. */
  first: number | null;
  last: number | null;
  /** Whether the last one was bound by the rule of independence; if none is on record, whether the next one is. */
  isIndependent: boolean;
}

/** What a committee may have decided about a provider. */
interface Candidate {
  providerId: string;
  scope: string;
  item: string;
  /** When it was published; null for a matter by itself. */
  publishedAt: number | null;
}

interface Decision {
  at: number;
  isIndependent: boolean;
}

/** Scopes whose entries are held at once: those of the first draft of a desk are long. */
const SCOPES_AT_ONCE = 20;

/** Of all these providers, so that the record of a draft about many of them is read once. */
export async function committeeFacts(
  db: Queries | Writes,
  providerIds: readonly string[],
): Promise<(providerId: string) => CommitteeFacts> {
  const { independence: isIndependent } = await committeeRule(db);
  const candidates = [...(await publishedItems(db, providerIds)), ...(await matters(db, providerIds))];
  const found = new Map<string, { first: number; last: Decision }>();
  const byScope = Map.groupBy(candidates, ({ scope }) => scope);
  for (const portion of inPortions([...byScope.keys()], SCOPES_AT_ONCE)) {
    for (const [scope, entries] of await entriesOf(db, portion)) {
      const records = recordsIn(entries);
      const rule = ruleOf(entries);
      for (const { providerId, item, publishedAt } of byScope.get(scope)!) {
        const at = records.get(item)?.outcome?.at ?? publishedAt;
        if (at === null) continue;
        const decision = { at, isIndependent: rule?.independence ?? isIndependent };
        const { first, last } = found.get(providerId) ?? { first: at, last: decision };
        found.set(providerId, { first: Math.min(first, at), last: at >= last.at ? decision : last });
      }
    }
  }
  return (providerId) => {
    const known = found.get(providerId);
    if (known === undefined) return { first: null, last: null, isIndependent };
    return { first: known.first, last: known.last.at, isIndependent: known.last.isIndependent };
  };
}

async function publishedItems(db: Queries | Writes, providerIds: readonly string[]): Promise<Candidate[]> {
  const found: Candidate[] = [];
  for (const portion of inPortions(providerIds)) {
    const rows = await db
      .selectFrom('indicators')
      .innerJoin('publications', 'publications.id', 'indicators.publication_id')
      .select(['provider_id', 'as_of', 'publications.run_id', 'indicators.published_at'])
      .where('provider_id', 'in', portion)
      .where('indicators.kind', 'in', [...COMMITTEE_KINDS])
      .execute();
    for (const row of rows)
      found.push({
        ...{ providerId: row.provider_id, scope: scopeOfRun(row.run_id), item: itemName(row) },
        publishedAt: row.published_at,
      });
  }
  return found;
}

/** Withdrawals and reviews that a committee may have decided. There are some hundreds a year. */
async function matters(db: Queries | Writes, providerIds: readonly string[]): Promise<Candidate[]> {
  const wanted = new Set(providerIds);
  const opened = await db
    .selectFrom('committee_entries')
    .select(['scope', 'content'])
    .where('kind', '=', 'opened')
    .where('scope', 'like', scopeOfMatter('%'))
    .execute();
  return opened.flatMap(({ scope, content }) => {
    const { matter } = JSON.parse(content) as { matter: { provider_id: string } | null };
    return matter === null || !wanted.has(matter.provider_id)
      ? []
      : { providerId: matter.provider_id, scope, item: '', publishedAt: null };
  });
}
