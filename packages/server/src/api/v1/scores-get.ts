// GET /api/v1/scores/{providerId}: one indicator with the full breakdown.

import { readPastInstant } from '../../http/instant-parameters.ts';
import { whyNone } from '../../rendering/no-indicator.ts';
import type { Answer, Parameters, Reading, ReadProblem } from '../../rendering/reading.ts';
import { currentIndicators, indicatorsAsOf } from '../../rendering/served.ts';
import { snapshotObject } from '../../rendering/snapshots.ts';
import { instant } from '../../rendering/wire/instants.ts';
import { providerOrProblem } from '../provider-or-problem.ts';

export async function getScore(reading: Reading, parameters: Parameters): Promise<Answer> {
  const { db } = reading;
  const asOf = readPastInstant(parameters, 'as_of', reading.clock());
  if (typeof asOf === 'object') return asOf;
  const provider = await providerOrProblem(reading, String(parameters.providerId));
  if ('problem' in provider) return provider;
  const [served] =
    asOf === undefined
      ? await currentIndicators(db, [provider.id])
      : await indicatorsAsOf(db, asOf, provider.id);
  if (served === undefined) return asOf === undefined ? whyNone(reading, provider.id) : noneAsOf(asOf);
  const snapshot = await snapshotObject(reading, served, asOf);
  return { content: JSON.stringify(snapshot), lastModified: served.changedAt };
}

function noneAsOf(asOf: number): ReadProblem {
  return {
    problem: 'indicator_not_found',
    detail: `This provider had no current indicator at ${instant(asOf)}.`,
  };
}
