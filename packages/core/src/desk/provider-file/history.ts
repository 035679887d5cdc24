// The history of a provider for the desk: which indicator was served from when until when.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import type { Context } from '../../context/context.ts';
import { requireProvider } from '../providers/providers.ts';
import { readSteps } from '../served/steps.ts';

export async function providerHistory(
  context: Context,
  idOrSlug: string,
): Promise<DomainAnswerOf<'providers.history'>> {
  const { db } = context.store;
  const { id } = await requireProvider(db, idOrSlug);
  const steps = (await readSteps(db, [id])).get(id) ?? [];
  const indicators = await db
    .selectFrom('indicators')
    .innerJoin('methodologies', 'methodologies.digest', 'indicators.methodology_digest')
    .select(['verification_id', 'corrects', 'published_at', 'framework_version'])
    .where('provider_id', '=', id)
    .orderBy('log_index')
    .execute();
  const frameworks = new Map(indicators.map((one) => [one.verification_id, one.framework_version]));
  return {
    steps: steps.map(({ from, until, finalScore, riskBand, kind, verificationId, staleReason }) => ({
      ...{ from, until, kind, score: finalScore, band: riskBand, verification_id: verificationId },
      framework_version: frameworks.get(verificationId)!,
      stale_reason: staleReason,
    })),
    corrections: indicators.flatMap(({ corrects, verification_id, published_at }) =>
      corrects === null ? [] : [{ at: published_at, corrects, verification_id }],
    ),
  };
}
