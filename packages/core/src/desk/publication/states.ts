// Updates the current state of providers with what a publication found.

import { inPortions } from '../../store/bulk.ts';
import type { Database } from '../../store/schema.ts';
import type { Writes } from '../../store/store.ts';
import { ITEMS_AT_ONCE, type Prepared } from './prepare.ts';

type State = Database['provider_states'];

/** Makes the new indicators current. Correcting a superseded indicator does not change the current one. */
export async function setCurrent(writes: Writes, { news }: Prepared): Promise<void> {
  const states = news
    .filter(({ indicator }) => indicator.corrects === null || indicator.supersedes !== null)
    .map(
      ({ indicator: { provider_id, verification_id, published_at }, contested }): State => ({
        provider_id,
        verification_id,
        verified_at: published_at,
        stale_since: null,
        stale_reason: null,
        withdrawn_at: null,
        withdrawn_reason: null,
        contested,
        confirmed_by: null,
        unscorable_since: null,
        unscorable_reason: null,
      }),
    );
  for (const portion of inPortions(states, ITEMS_AT_ONCE)) {
    await writes
      .insertInto('provider_states')
      .values(portion)
      .onConflict((conflict) =>
        conflict.column('provider_id').doUpdateSet(({ ref }) => ({
          verification_id: ref('excluded.verification_id'),
          verified_at: ref('excluded.verified_at'),
          stale_since: null,
          stale_reason: null,
          withdrawn_at: null,
          withdrawn_reason: null,
          contested: ref('excluded.contested'),
          confirmed_by: null,
          unscorable_since: null,
          unscorable_reason: null,
        })),
      )
      .execute();
  }
}

export async function setConfirmed(writes: Writes, { run, confirmed }: Prepared): Promise<void> {
  for (const [contested, items] of Map.groupBy(confirmed, (item) => item.contested)) {
    for (const portion of inPortions(items, ITEMS_AT_ONCE)) {
      const ids = portion.map(({ provider_id }) => provider_id);
      const fresh = {
        stale_since: null,
        stale_reason: null,
        unscorable_since: null,
        unscorable_reason: null,
      };
      await writes
        .updateTable('provider_states')
        .set({ ...fresh, contested })
        .where('provider_id', 'in', ids)
        .execute();
      await writes
        .updateTable('provider_states')
        .set({ verified_at: run.as_of, confirmed_by: run.id })
        .where('provider_id', 'in', ids)
        .where('verified_at', '<', run.as_of)
        .execute();
    }
  }
}

export const UNSCORABLE_REASON = 'The recorded inputs and facts do not give a score';

/** Gates are watched by the clock. What cannot be scored for another reason is known only from runs. */
export async function setUnscorable(writes: Writes, { run, unscored }: Prepared): Promise<void> {
  for (const { provider_id, outcome, outcome_detail, base_verification_id } of unscored) {
    if (!isUnscorable(outcome, outcome_detail)) continue;
    await writes
      .updateTable('provider_states')
      .set({
        unscorable_since: run.as_of,
        unscorable_reason: UNSCORABLE_REASON,
      })
      .where('provider_id', '=', provider_id)
      .where('verification_id', '=', base_verification_id)
      .where('unscorable_since', 'is', null)
      .execute();
  }
}

export function isUnscorable(outcome: string, detail: string | null): boolean {
  return outcome === 'INVALID' || (detail?.startsWith('no approved ') ?? false);
}
