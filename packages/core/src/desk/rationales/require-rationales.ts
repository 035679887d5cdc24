// The requirement of a publication: news that people decide on has a rationale that another person approved. What publishes
// by itself is never held back for one.

import { Refusal } from '../../context/refusal.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { slugsOf } from '../providers/slugs.ts';
import { needsCommittee } from '../runs/policy.ts';
import { isApproved, newestTexts } from './texts.ts';

type Item = Pick<Database['run_items'], 'action' | 'provider_id' | 'kind' | 'corrects'>;

/** The items that must not be published yet. */
export async function withoutRationale<One extends Item>(
  db: Queries | Writes,
  runId: string,
  items: readonly One[],
): Promise<One[]> {
  const news = items.filter((item) => item.action === 'publish' && needsCommittee(item));
  if (news.length === 0) return [];
  const texts = await newestTexts(db, { runId, withdrawalId: null, entryId: null });
  return news.filter(({ provider_id }) => {
    const text = texts.get(provider_id);
    return text === undefined || !isApproved(text);
  });
}

/** Throws if one of them has none. */
export async function requireRationales(
  db: Queries | Writes,
  runId: string,
  items: readonly Item[],
): Promise<void> {
  const missing = await withoutRationale(db, runId, items);
  if (missing.length === 0) return;
  const slugs = await slugsOf(db, [...new Set(missing.map(({ provider_id }) => provider_id))]);
  throw new Refusal(
    'conflict',
    'News is published with a rationale that another person approved. Write one with rf rationales write, and ask for its ' +
      `review. Providers without one: ${slugs}.`,
  );
}

export async function requireWithdrawalRationale(db: Queries | Writes, withdrawalId: string): Promise<void> {
  const texts = await newestTexts(db, { runId: null, withdrawalId, entryId: null });
  const [text] = texts.values();
  if (text !== undefined && isApproved(text)) return;
  throw new Refusal(
    'conflict',
    'A withdrawal is published with a rationale that another person approved. Write one with rf rationales write, and ask for its review.',
  );
}
