// Makes deliveries due that wait for a time later than any retry can be. They got it from a clock that was ahead, and
// would otherwise wait until the clock has reached it.

import type { Store } from '@rf-indicators/core/store/store';
import { JITTER, LONGEST_RETRY_AFTER_MS, RETRY_DELAYS_MS } from '@rf-indicators/core/webhooks/schedule';

/** The nodes' clocks may differ a little. */
const SLACK_MS = 60_000;
const LONGEST_WAIT_MS =
  Math.max(LONGEST_RETRY_AFTER_MS, ...RETRY_DELAYS_MS.map((delay) => delay * (1 + JITTER))) + SLACK_MS;

/** Returns the number of deliveries. */
export async function expediteDeliveries(store: Store, now: number): Promise<number> {
  const { numUpdatedRows } = await store.transaction((writes) =>
    writes
      .updateTable('webhook_deliveries')
      .set({ due_at: now, claim: null })
      .where('status', '=', 'pending')
      .where('due_at', '>', now + LONGEST_WAIT_MS)
      .executeTakeFirstOrThrow(),
  );
  return Number(numUpdatedRows);
}
