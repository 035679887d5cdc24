// GET /api/v1/scores/{providerId}: one indicator with everything behind it.

import type { ScoreSnapshot } from '@rf-indicators/contract';
import { evidenceAddresses, readContents } from '../../rendering/content.ts';
import { indicatorsAsOf, type ServedIndicator, standingIndicators } from '../../rendering/served.ts';
import { snapshotFrom } from '../../rendering/snapshot.ts';
import { readPastInstant } from '../../http/instant-parameters.ts';
import { providerOrFault } from '../provider-or-problem.ts';
import type { Answer, Fault, Parameters, Reading } from '../../rendering/reading.ts';
import { instant } from '../../rendering/wire/instants.ts';

export async function getScore(reading: Reading, parameters: Parameters): Promise<Answer> {
  const { db } = reading;
  const asOf = readPastInstant(parameters, 'as_of', reading.clock());
  if (typeof asOf === 'object') return asOf;
  const provider = await providerOrFault(db, String(parameters.providerId));
  if ('problem' in provider) return provider;
  const [served] =
    asOf === undefined
      ? await standingIndicators(db, [provider.id])
      : await indicatorsAsOf(db, asOf, provider.id);
  if (served === undefined) return asOf === undefined ? whyNone(reading, provider.id) : noneThen(asOf);
  const snapshot = await snapshotObject(reading, served, asOf);
  return { content: JSON.stringify(snapshot), lastModified: served.changedAt };
}

/** In the order given. */
export async function* snapshotsOf(
  { db, baseUrl, disclosure }: Reading,
  indicators: readonly ServedIndicator[],
  askedAsOf?: number,
): AsyncGenerator<[ServedIndicator, ScoreSnapshot]> {
  for await (const [served, content] of readContents(db, indicators)) {
    const addresses = await evidenceAddresses(db, content);
    const context = { baseUrl, disclosure, addresses, ...(askedAsOf === undefined ? {} : { askedAsOf }) };
    yield [served, snapshotFrom(served, content, context)];
  }
}

export async function snapshotObject(
  reading: Reading,
  served: ServedIndicator,
  askedAsOf?: number,
): Promise<ScoreSnapshot> {
  for await (const [, snapshot] of snapshotsOf(reading, [served], askedAsOf)) return snapshot;
  throw new Error(`the package of ${served.verificationId} is gone`);
}

export async function whyNone({ db }: Reading, providerId: string): Promise<Fault> {
  const state = await db
    .selectFrom('provider_states')
    .select(['withdrawn_at', 'withdrawn_reason'])
    .where('provider_id', '=', providerId)
    .executeTakeFirst();
  if (!state?.withdrawn_at) {
    return {
      problem: 'indicator_not_found',
      detail: 'No indicator of this provider has been published yet.',
    };
  }
  const reason = state.withdrawn_reason!.replace(/\.$/, '');
  return {
    problem: 'indicator_not_found',
    detail: `The indicator was withdrawn at ${instant(state.withdrawn_at)}: ${reason}.`,
  };
}

function noneThen(asOf: number): Fault {
  return {
    problem: 'indicator_not_found',
    detail: `No indicator of this provider stood at ${instant(asOf)}.`,
  };
}
