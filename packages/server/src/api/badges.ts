// GET /badges/{slug}.svg: a provider's score as an SVG badge.

import { currentIndicators } from '@rf-indicators/core/desk/served/served';
import { scoreBadge } from '../rendering/badges/badge.ts';
import type { Answer, Parameters, Reading } from '../rendering/reading.ts';
import { providerOrProblem } from './provider-or-problem.ts';

export async function getBadge(reading: Reading, { slug }: Parameters): Promise<Answer> {
  const { db } = reading;
  const provider = await providerOrProblem(reading, String(slug));
  if ('problem' in provider) return provider;
  const state = await db
    .selectFrom('provider_states')
    .select('withdrawn_at')
    .where('provider_id', '=', provider.id)
    .executeTakeFirst();
  if (state === undefined) {
    return {
      problem: 'indicator_not_found',
      detail: 'No indicator of this provider has been published yet.',
    };
  }
  const [served] = await currentIndicators(db, [provider.id]);
  const content = scoreBadge({
    name: provider.name,
    score: served?.finalScore ?? null,
    band: served?.riskBand ?? null,
    scoredAt: served?.asOf ?? null,
    staleSince: served?.staleSince ?? null,
    withdrawn: served === undefined,
  });
  return {
    content,
    lastModified: served?.changedAt ?? state.withdrawn_at ?? 0,
    mediaType: 'image/svg+xml',
  };
}
