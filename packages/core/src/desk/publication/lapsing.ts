// Tells beforehand, 14 and 3 days before, that an indicator will be stale because nobody has checked a gate again.

import { hash } from 'node:crypto';
import type { EventData } from '@rf-indicators/contract';
import type { Methodology } from '@rf-indicators/engine';
import type { Context } from '../../context/context.ts';
import { uuidV7 } from '../../context/ids.ts';
import { instantText, startOf } from '../../context/times.ts';
import { writeEvent } from '../../events/write-event.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { moveTopic } from '../../store/topics.ts';
import { factsAsOf } from '../facts/facts.ts';
import { type PublishingPolicy, withdrawnFrom } from '../runs/policy.ts';
import { type GateLapse, gateIds, gateLabel, gateLapses } from './gate-lapses.ts';

const DAY = 24 * 60 * 60 * 1000;

/** In days. The shorter first: where that is due, the longer is too late. */
const NOTICES = [3, 14] as const;

export interface Notice {
  /** Of its event. It follows from provider, instant and days, so that none is written twice. */
  id: string;
  days: (typeof NOTICES)[number];
  providerId: string;
  verificationId: string;
  staleFrom: number;
  /** Those that lapse then. */
  gates: readonly GateLapse[];
}

/** The notices that are due: one for each instant at which gates lapse. */
export function noticesOf(
  providerId: string,
  verificationId: string,
  lapses: readonly GateLapse[],
  now: number,
): Notice[] {
  return [...Map.groupBy(lapses, ({ since }) => since)].flatMap(([staleFrom, all]) => {
    const days = NOTICES.find((notice) => staleFrom - now <= notice * DAY);
    if (days === undefined) return [];
    const noticeAt = staleFrom - days * DAY;
    // Of a check that holds for 14 days, nobody needs to be told on the day it is made.
    const gates = all.filter(({ evidenceDate }) => evidenceDate !== null && startOf(evidenceDate) < noticeAt);
    if (gates.length === 0) return [];
    const source = hash('sha256', `evidence.lapsing ${providerId} ${staleFrom} ${days}`, 'buffer');
    const id = uuidV7(noticeAt, (count) => source.subarray(0, count));
    return [{ id, days, providerId, verificationId, staleFrom, gates }];
  });
}

export async function tellLapsing(
  context: Context,
  methodology: Methodology,
  policy: PublishingPolicy,
  notices: readonly Notice[],
): Promise<void> {
  for (const notice of await untold(context.store.db, notices)) {
    await context.store.transaction((writes) => tell(context, writes, methodology, policy, notice));
  }
}

async function untold(db: Queries | Writes, notices: readonly Notice[]): Promise<readonly Notice[]> {
  // PostgreSQL has no empty lists.
  if (notices.length === 0) return [];
  const ids = notices.map(({ id }) => id);
  const rows = await db.selectFrom('events').select('id').where('id', 'in', ids).execute();
  const told = new Set(rows.map(({ id }) => id));
  return notices.filter(({ id }) => !told.has(id));
}

/** Checks again inside the transaction, because another node, an approval or a publication may have come in between. */
async function tell(
  context: Context,
  writes: Writes,
  methodology: Methodology,
  policy: PublishingPolicy,
  notice: Notice,
): Promise<void> {
  const { id, days, providerId, verificationId, staleFrom } = notice;
  const now = context.clock();
  const lookUp = { only: gateIds(methodology) };
  const [facts] = await factsAsOf(writes, methodology, [providerId], now, now, lookUp);
  const lapses = facts === undefined ? [] : gateLapses(methodology, facts);
  const due = noticesOf(providerId, verificationId, lapses, now).find((other) => other.id === id);
  const indicator = await writes
    .selectFrom('provider_states')
    .innerJoin('indicators', 'indicators.verification_id', 'provider_states.verification_id')
    .select('indicators.statement')
    .where('provider_states.provider_id', '=', providerId)
    .where('provider_states.verification_id', '=', verificationId)
    .executeTakeFirst();
  if (due === undefined || indicator === undefined || (await untold(writes, [notice])).length === 0) return;
  const statement = JSON.parse(indicator.statement) as Record<string, string>;
  await writeEvent({ ...context, newId: () => id }, writes, 'evidence.lapsing', providerId, {
    provider_id: providerId,
    provider_name: statement.provider_name!,
    planner_type: statement.planner_type as EventData<'evidence.lapsing'>['planner_type'],
    framework_version: statement.framework_version!,
    verification_id: verificationId,
    days,
    gates: due.gates.map(({ kind, id: gate, evidenceDate }) => ({
      ...{ kind, id: gate },
      label: methodology.criterionById.get(gate)?.label ?? gateLabel(gate),
      evidence_date: evidenceDate!,
    })),
    stale_from: instantText(staleFrom),
    withdrawn_from: instantText(withdrawnFrom(staleFrom, policy)),
  });
  await moveTopic(writes, 'events');
}
