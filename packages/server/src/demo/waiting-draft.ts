// The draft of the demo that waits for publication: the first indicator of a provider, which the visitor can approve as
// the reviewer and publish as the operator.

import type { Context } from '@rf-indicators/core/context/context';
import { findProvider } from '@rf-indicators/core/desk/providers/providers';
import { computeRun } from '@rf-indicators/core/desk/runs/run';
import { slugOf } from './founding.ts';
import { FIRST_INDICATOR } from './story.ts';
import { knownPeople } from './world.ts';

/** Computed once: later starts leave it as it is, published, discarded or not. A story that ends before has none. */
export async function prepareWaitingDraft(context: Context): Promise<void> {
  const { db } = context.store;
  const provider = await findProvider(db, slugOf(FIRST_INDICATOR));
  if (provider === null) return;
  const computed = await db
    .selectFrom('run_items')
    .select('run_id')
    .where('provider_id', '=', provider.id)
    .executeTakeFirst();
  if (computed !== undefined) return;
  const { operator } = (await knownPeople(context.store))!;
  const reason = `The first indicator of ${FIRST_INDICATOR.name}.`;
  const asked = { kind: 'manual' as const, asOf: context.clock(), providerIds: [provider.id], reason };
  await computeRun(context, operator, asked);
}
