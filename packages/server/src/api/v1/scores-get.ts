// GET /api/v1/scores/{providerId}: one indicator with the full breakdown.

import { indicatorsAsOf } from '@rf-indicators/core/desk/served/published-rows';
import { currentIndicators } from '@rf-indicators/core/desk/served/served';
import { instant } from '@rf-indicators/core/desk/snapshots/wire-instants';
import { readPastInstant } from '../../http/instant-parameters.ts';
import { whyNone } from '../../rendering/no-indicator.ts';
import type { Answer, Parameters, Reading, ReadProblem } from '../../rendering/reading.ts';
import { providerOrProblem } from '../provider-or-problem.ts';

export async function getScore(reading: Reading, parameters: Parameters): Promise<Answer> {
  const { db, snapshots } = reading;
  const asOf = readPastInstant(parameters, 'as_of', reading.clock());
  if (typeof asOf === 'object') return asOf;
  const provider = await providerOrProblem(reading, String(parameters.providerId));
  if ('problem' in provider) return provider;
  const [served] =
    asOf === undefined
      ? await currentIndicators(db, [provider.id])
      : await indicatorsAsOf(db, asOf, provider.id);
  if (served === undefined) return asOf === undefined ? whyNone(reading, provider.id) : noneAsOf(asOf);
  const [snapshot] = await snapshots.texts([served], reading, asOf);
  const { text, mark } = snapshot!;
  return { content: text, lastModified: served.changedAt, tagOf: mark ?? text };
}

function noneAsOf(asOf: number): ReadProblem {
  return {
    problem: 'indicator_not_found',
    detail: `This provider had no current indicator at ${instant(asOf)}.`,
  };
}
