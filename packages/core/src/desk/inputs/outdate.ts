// Acts that change what is known about providers say so here, in their transaction: the rows of the due board about
// these providers are then made again before they are next read.

import { inPortions } from '../../store/bulk.ts';
import { fold } from '../../store/fold.ts';
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

/** A change of names, or new providers, whose rows are not made yet. */
export async function enlistDue(
  writes: Writes,
  providers: readonly { id: string; slug: string; name: string }[],
): Promise<void> {
  for (const portion of inPortions(providers)) {
    await writes
      .insertInto('due_providers')
      .values(
        portion.map(({ id, slug, name }) => ({
          ...{ provider_id: id, slug, name, folded_name: fold(name) },
          ...{ planner_type: null, payout_currency: null, facts: null, score: null, band: null },
          ...{ ...OUTDATED, methodology_digest: '' },
        })),
      )
      .onConflict((conflict) =>
        conflict.column('provider_id').doUpdateSet(({ ref }) => ({
          slug: ref('excluded.slug'),
          name: ref('excluded.name'),
          folded_name: ref('excluded.folded_name'),
          ...OUTDATED,
        })),
      )
      .execute();
  }
}
