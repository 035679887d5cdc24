// Acts that change what is known about providers say so here, in their transaction: the rows of the due board about
// these providers are then made again before they are next read.

import { inPortions } from '../../store/bulk.ts';
import type { Writes } from '../../store/store.ts';

/** Its rows stay on the board until they are made again. */
const OUTDATED = { computed_on: '' };

/** null stands for a reference rate, on which every provider that pays in its currency depends. */
export async function outdateDue(writes: Writes, providerIds: readonly (string | null)[]): Promise<void> {
  if (providerIds.includes(null)) {
    await writes.updateTable('due_providers').set(OUTDATED).execute();
    return;
  }
  for (const portion of inPortions([...new Set(providerIds as string[])])) {
    await writes.updateTable('due_providers').set(OUTDATED).where('provider_id', 'in', portion).execute();
  }
}
