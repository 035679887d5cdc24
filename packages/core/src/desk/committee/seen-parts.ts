// What a voter sees of an item of a draft beside the item itself and newly approved values: if one of these parts changes, the
// item is voted again.

import type { Database } from '../../store/schema.ts';
import type { Queries, Writes } from '../../store/store.ts';
import type { RunItem } from '../runs/run-items.ts';

/** By `itemName`, texts that change with the part. */
type ItemPart = (
  db: Queries | Writes,
  run: Database['runs'],
  items: readonly RunItem[],
) => Promise<Map<string, readonly string[]>>;

export const ITEM_PARTS: readonly ItemPart[] = [];
