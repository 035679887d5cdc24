// Marks an indicator as stale when the evidence for one of its gates has lapsed, without waiting for a run, and
// withdraws it if the gate is not checked within some days.

import { dayNumber, type Methodology } from '@rf-indicators/engine';
import type { Context } from '../../context/context.ts';
import { civilDate } from '../../context/times.ts';
import { changeTime } from '../../log/change-times.ts';
import type { Writes } from '../../store/store.ts';
import { moveTopic } from '../../store/topics.ts';
import { factsAsOf, type ProviderFacts } from '../facts/facts.ts';
import { effectiveMethodology } from '../methodology/signed.ts';
import type { PublishingPolicy } from '../runs/policy.ts';
import { requireClock } from '../runs/require-clock.ts';
import { refreshServed } from '../served/refresh.ts';
import { recordMark, recordStaleness } from './stale-news.ts';
import { withdrawLapsed } from './withdraw.ts';

const DAY = 24 * 60 * 60 * 1000;
const PROVIDERS_AT_ONCE = 200;

export interface Lapse {
  /** The start of the first day on which the gate's evidence no longer counts. */
  since: number;
  /** One sentence. It names the day of the last check. */
  reason: string;
}

/**
 * The gate that lapsed first; null if none has lapsed. A gate without any evidence counts as lapsed since the
 * framework that requires it took effect.
 */
function firstLapse(methodology: Methodology, facts: ProviderFacts, now: number): Lapse | null {
  const gates = [
    ...methodology.gates.map(({ id, maxAge }) => ({ id, maxAge, input: facts.gates[id] })),
    ...methodology.criteria
      .filter(({ gate }) => gate)
      .map(({ id, maxAge }) => ({ id, maxAge, input: facts.inputs[id] })),
  ];
  const lapses = gates
    .map(({ id, maxAge, input }) => {
      const subject = sentenceStart(id);
      if (input === undefined) {
        return {
          since: startOf(methodology.document.effective_from),
          reason: `${subject} has not been checked.`,
        };
      }
      const since = startOf(input.evidence_date) + 2 * maxAge * DAY;
      return { since, reason: `${subject} was last checked on ${input.evidence_date}.` };
    })
    .filter(({ since }) => since <= now);
  return lapses.sort((a, b) => a.since - b.since)[0] ?? null;
}

/** "insolvency_status" becomes "Insolvency status". */
function sentenceStart(id: string): string {
  const words = id.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

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

/** Marks indicators that became stale, clears the mark once the gate was checked, withdraws those stale too long. */
export async function sweepStaleness(context: Context, { staleDays }: PublishingPolicy): Promise<Sweep> {
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
    const stateOf = new Map(batch.map((state) => [state.provider_id, state]));
    for (const provider of facts) {
      const state = stateOf.get(provider.id)!;
      const { stale_since, verification_id } = state;
      const lapse = firstCause(firstLapse(methodology, provider, now), state);
      if (lapse && lapse.since + staleDays * DAY <= now) {
        if (await withdrawIfStillLapsed(context, methodology, provider.id, verification_id!, staleDays)) {
          sweep.withdrawn.push(provider.id);
        }
        continue;
      }
      if (lapse) sweep.stale.push(provider.id);
      if ((lapse?.since ?? null) !== stale_since)
        await updateStaleMark(context, methodology, provider.id, verification_id!);
    }
  }
  return sweep;
}

/** Checks again inside the transaction, because an approval or a publication may have come in between. */
function withdrawIfStillLapsed(
  context: Context,
  methodology: Methodology,
  providerId: string,
  verificationId: string,
  staleDays: number,
): Promise<boolean> {
  return context.store.transaction(async (writes) => {
    const now = context.clock();
    const lapse = await lapseNow(writes, methodology, providerId, now);
    if (lapse === null || lapse.since + staleDays * DAY > now) return false;
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
  return facts ? firstCause(firstLapse(methodology, facts, now), state) : null;
}
