// What a voter sees of an item of a draft beside the item itself and newly approved values: if one of these parts changes, the
// item is voted again.

import type { Database } from '../../store/schema.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { newestTexts } from '../rationales/texts.ts';
import type { RunItem } from '../runs/run-items.ts';

/** By `itemName`, texts that change with the part. */
type ItemPart = (
  db: Queries | Writes,
  run: Database['runs'],
  items: readonly RunItem[],
) => Promise<Map<string, readonly string[]>>;

export const ITEM_PARTS: readonly ItemPart[] = [rationale];

/** Its newest text. That somebody approves it changes nothing that a voter sees. */
async function rationale(
  db: Queries | Writes,
  run: Database['runs'],
  items: readonly RunItem[],
): Promise<Map<string, readonly string[]>> {
  const providers = new Set(items.map(({ provider_id }) => provider_id));
  const owner = { runId: run.id, withdrawalId: null, entryId: null };
  const texts = await newestTexts(db, owner, [...providers]);
  return new Map(
    items.flatMap((item) => {
      const text = texts.get(item.provider_id);
      return text === undefined ? [] : [[`${item.provider_id}.${item.as_of}`, [text.row.id]] as const];
    }),
  );
}
