// Marks an indicator as stale when the evidence for one of its gates has lapsed, without waiting for a run, and
// withdraws it if the gate is not checked within some days.

import type { Methodology } from '@rf-indicators/engine';
import type { Context } from '../../context/context.ts';
import { civilDate } from '../../context/times.ts';
import { changeTime } from '../../log/change-times.ts';
import type { Writes } from '../../store/store.ts';
import { moveTopic } from '../../store/topics.ts';
import { factsAsOf } from '../facts/facts.ts';
import { effectiveMethodology } from '../methodology/signed.ts';
import { type PublishingPolicy, withdrawnFrom } from '../runs/policy.ts';
import { requireClock } from '../runs/require-clock.ts';
import { refreshServed } from '../served/refresh.ts';
import { firstLapse, gateIds, gateLapses, type Lapse, lapsedAt } from './gate-lapses.ts';
import { type Notice, noticesOf, tellLapsing } from './lapsing.ts';
import { recordMark, recordStaleness } from './stale-news.ts';
import { withdrawLapsed } from './withdraw.ts';

const PROVIDERS_AT_ONCE = 200;

/** What makes an indicator stale: a lapsed gate, or inputs that published runs could not score. */
function firstCause(gate: Lapse | null, state: Unscorable): Lapse | null {
  const { unscorable_since: since, unscorable_reason: reason } = state;
  if (since === null || (gate !== null && gate.since <= since)) return gate;
  return { since, reason: `${reason}; the last score stands from before ${civilDate(since)}.` };
}

interface Unscorable {
  unscorable_since: number | null;
  unscorable_reason: string | null;
}

export interface Sweep {
  stale: string[];
  withdrawn: string[];
}

/**
 * Marks indicators that became stale, clears the mark once the gate was checked, withdraws those stale too long, and tells
 * of those that will be stale soon.
 */
export async function sweepStaleness(context: Context, policy: PublishingPolicy): Promise<Sweep> {
  const { db } = context.store;
  const now = context.clock();
  await requireClock(db, now);
  const { methodology } = await effectiveMethodology(db, now);
  const states = await db
    .selectFrom('provider_states')
    .select(['provider_id', 'stale_since', 'verification_id', 'unscorable_since', 'unscorable_reason'])
    .where('verification_id', 'is not', null)
    .orderBy('provider_id')
    .execute();
  const gates = gateIds(methodology);
  const sweep: Sweep = { stale: [], withdrawn: [] };
  for (let at = 0; at < states.length; at += PROVIDERS_AT_ONCE) {
    const batch = states.slice(at, at + PROVIDERS_AT_ONCE);
    const ids = batch.map(({ provider_id }) => provider_id);
    const facts = await factsAsOf(db, methodology, ids, now, now, { only: gates });
    const notices: Notice[] = [];
    const stateOf = new Map(batch.map((state) => [state.provider_id, state]));
    for (const provider of facts) {
      const state = stateOf.get(provider.id)!;
      const { stale_since, verification_id } = state;
      const lapses = gateLapses(methodology, provider);
      const lapse = firstCause(lapsedAt(lapses[0] ?? null, now), state);
      if (lapse && withdrawnFrom(lapse.since, policy) <= now) {
        if (await withdrawIfStillLapsed(context, methodology, provider.id, verification_id!, policy)) {
          sweep.withdrawn.push(provider.id);
        }
        continue;
      }
      if (lapse) sweep.stale.push(provider.id);
      if ((lapse?.since ?? null) !== stale_since)
        await updateStaleMark(context, methodology, provider.id, verification_id!);
      if (lapse === null) notices.push(...noticesOf(provider.id, verification_id!, lapses, now));
    }
    await tellLapsing(context, methodology, policy, notices);
  }
  return sweep;
}

/** Checks again inside the transaction, because an approval or a publication may have come in between. */
function withdrawIfStillLapsed(
  context: Context,
  methodology: Methodology,
  providerId: string,
  verificationId: string,
  policy: PublishingPolicy,
): Promise<boolean> {
  return context.store.transaction(async (writes) => {
    const now = context.clock();
    const lapse = await lapseNow(writes, methodology, providerId, now);
    if (lapse === null || withdrawnFrom(lapse.since, policy) > now) return false;
    return withdrawLapsed(context, writes, providerId, verificationId, lapse.reason);
  });
}

/** Checks again inside the transaction for the same reason. */
function updateStaleMark(
  context: Context,
  methodology: Methodology,
  providerId: string,
  verificationId: string,
): Promise<void> {
  return context.store.transaction(async (writes) => {
    const now = context.clock();
    const state = await writes
      .selectFrom('provider_states')
      .innerJoin('indicators', 'indicators.verification_id', 'provider_states.verification_id')
      .selectAll('indicators')
      .select('provider_states.stale_since')
      .where('provider_states.provider_id', '=', providerId)
      .where('provider_states.verification_id', '=', verificationId)
      .executeTakeFirst();
    if (state === undefined) return;
    const lapse = await lapseNow(writes, methodology, providerId, now);
    const mark = { stale_since: lapse?.since ?? null, stale_reason: lapse?.reason ?? null };
    const { stale_since, ...indicator } = state;
    if (mark.stale_since === stale_since) return;
    await writes.updateTable('provider_states').set(mark).where('provider_id', '=', providerId).execute();
    // Staleness that began with one gate and continues with another is one staleness.
    const isNews = (mark.stale_since === null) !== (stale_since === null);
    const at = await changeTime(writes, now);
    if (isNews) await recordStaleness(context, writes, indicator, mark, at);
    else await recordMark(writes, indicator, mark, at);
    await refreshServed(writes, [providerId]);
    await moveTopic(writes, 'published');
    if (isNews) await moveTopic(writes, 'events');
  });
}

async function lapseNow(
  writes: Writes,
  methodology: Methodology,
  providerId: string,
  now: number,
): Promise<Lapse | null> {
  const [facts] = await factsAsOf(writes, methodology, [providerId], now, now, {
    only: gateIds(methodology),
  });
  const state = await writes
    .selectFrom('provider_states')
    .select(['unscorable_since', 'unscorable_reason'])
    .where('provider_id', '=', providerId)
    .executeTakeFirstOrThrow();
  return facts ? firstCause(lapsedAt(firstLapse(methodology, facts), now), state) : null;
}
