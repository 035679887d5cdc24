// A gate that nobody looked at in time makes the last indicator stale, by the clock, run or no run; after some
// days it is withdrawn by itself.

import { dayNumber, type Methodology } from '@rf-indicators/engine';
import { countChange } from '../../store/change-counter.ts';
import type { Desk } from '../desk.ts';
import { civilDate, factsAsOf, type ProviderFacts } from '../inputs/facts.ts';
import { effectiveMethodology } from '../methodology/signed.ts';
import { withdrawLapsed } from '../publish/withdraw.ts';
import type { PublishingPolicy } from './policy.ts';

const DAY = 24 * 60 * 60 * 1000;
const PROVIDERS_AT_ONCE = 200;

export interface Lapse {
  gate: string;
  /** The start of the first day on which the gate's evidence no longer counts. */
  since: number;
}

/** The gate that lapsed first; null while all have live evidence. A gate without any has lapsed from the start. */
export function firstLapse(methodology: Methodology, facts: ProviderFacts, now: number): Lapse | null {
  const gates = [
    ...methodology.gates.map(({ id, maxAge }) => ({ id, maxAge, input: facts.gates[id] })),
    ...methodology.criteria
      .filter(({ gate }) => gate)
      .map(({ id, maxAge }) => ({ id, maxAge, input: facts.inputs[id] })),
  ];
  const lapses = gates
    .map(({ id, maxAge, input }) => ({
      gate: id,
      since: input === undefined ? 0 : startOf(input.evidence_date) + 2 * maxAge * DAY,
    }))
    .filter(({ since }) => since <= now);
  return lapses.sort((a, b) => a.since - b.since)[0] ?? null;
}

function startOf(date: string): number {
  return ((dayNumber(date) as number) - (dayNumber('1970-01-01') as number)) * DAY;
}

function gateIds(methodology: Methodology): string[] {
  const criteria = methodology.criteria.filter(({ gate }) => gate);
  return [...methodology.gates, ...criteria].map(({ id }) => id);
}

export interface Sweep {
  stale: string[];
  withdrawn: string[];
}

/** Marks what has become stale, unmarks what was looked at again, withdraws what stood stale for too long. */
export async function sweepStaleness(desk: Desk, { staleDays }: PublishingPolicy): Promise<Sweep> {
  const { db } = desk.store;
  const now = desk.clock();
  const { methodology } = await effectiveMethodology(db, now);
  const states = await db
    .selectFrom('provider_states')
    .select(['provider_id', 'stale_since'])
    .where('verification_id', 'is not', null)
    .orderBy('provider_id')
    .execute();
  const gates = gateIds(methodology);
  const sweep: Sweep = { stale: [], withdrawn: [] };
  for (let at = 0; at < states.length; at += PROVIDERS_AT_ONCE) {
    const batch = states.slice(at, at + PROVIDERS_AT_ONCE);
    const ids = batch.map(({ provider_id }) => provider_id);
    const facts = await factsAsOf(db, methodology, ids, now, now, { only: gates });
    const staleSince = new Map(batch.map(({ provider_id, stale_since }) => [provider_id, stale_since]));
    for (const provider of facts) {
      const lapse = firstLapse(methodology, provider, now);
      await apply(desk, provider.id, lapse, staleSince.get(provider.id) ?? null, staleDays, sweep);
    }
  }
  return sweep;
}

async function apply(
  desk: Desk,
  providerId: string,
  lapse: Lapse | null,
  markedSince: number | null,
  staleDays: number,
  sweep: Sweep,
): Promise<void> {
  const now = desk.clock();
  const reason = lapse && staleReason(lapse);
  if (lapse && lapse.since + staleDays * DAY <= now) {
    await desk.store.transaction((writes) => withdrawLapsed(desk, writes, providerId, reason!));
    sweep.withdrawn.push(providerId);
    return;
  }
  if (lapse) sweep.stale.push(providerId);
  if ((lapse?.since ?? null) === markedSince) return;
  await desk.store.transaction(async (writes) => {
    await writes
      .updateTable('provider_states')
      .set({ stale_since: lapse?.since ?? null, stale_reason: reason })
      .where('provider_id', '=', providerId)
      .execute();
    await countChange(writes);
  });
}

function staleReason({ gate, since }: Lapse): string {
  const what = gate.replaceAll('_', ' ');
  return since === 0
    ? `${what} was never checked`
    : `${what} not checked since ${civilDate(since)} at the latest`;
}
