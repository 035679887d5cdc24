// Publishes approved rationales together with the changelog entries of their news.

import { nextSequence } from '../../context/sequence.ts';
import { insertAll } from '../../store/bulk.ts';
import type { Database } from '../../store/schema.ts';
import type { Writes } from '../../store/store.ts';
import { isApproved, newestTexts } from './texts.ts';

interface Explained {
  entry: Pick<Database['changelog'], 'id' | 'provider_id' | 'verification_id'>;
  row: Database['rationales'];
}

export async function insertPublished(
  writes: Writes,
  explained: readonly Explained[],
  at: number,
): Promise<void> {
  if (explained.length === 0) return;
  const first = await nextSequence(writes, 'published_rationales');
  await insertAll(
    writes,
    'published_rationales',
    explained.map(({ entry, row }, index) => ({
      seq: first + index,
      changelog_id: entry.id,
      provider_id: entry.provider_id,
      verification_id: entry.verification_id,
      rationale_id: row.id,
      text: row.text,
      published_at: at,
    })),
  );
}

/** Call it after the changelog entries are written. An entry without an approved rationale gets none. */
export async function publishRationales(
  writes: Writes,
  owner: { runId: string } | { withdrawalId: string },
  entries: readonly Explained['entry'][],
  at: number,
): Promise<void> {
  if (entries.length === 0) return;
  const texts = await newestTexts(writes, { runId: null, withdrawalId: null, entryId: null, ...owner });
  const explained = entries.flatMap((entry) => {
    const text = texts.get(entry.provider_id);
    return text === undefined || !isApproved(text) ? [] : [{ entry, row: text.row }];
  });
  await insertPublished(writes, explained, at);
}
