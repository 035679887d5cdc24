// Keeps the table `served_indicators` equal to what follows from the records. Every act that changes what is served
// about a provider calls this in its transaction.

import { inPortions } from '../../store/bulk.ts';
import type { Writes } from '../../store/store.ts';
import { currentRows } from './published-rows.ts';

const PROVIDERS_AT_ONCE = 100;

export async function refreshServed(writes: Writes, providerIds: Iterable<string>): Promise<void> {
  for (const portion of inPortions([...new Set(providerIds)], PROVIDERS_AT_ONCE)) {
    await writes.deleteFrom('served_indicators').where('provider_id', 'in', portion).execute();
    const rows = await currentRows(writes, portion);
    if (rows.length > 0) await writes.insertInto('served_indicators').values(rows).execute();
  }
}
