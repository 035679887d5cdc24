// Which published indicators hold an approved input, for people who are about to correct it.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import { inPortions } from '../../store/bulk.ts';
import type { Queries } from '../../store/store.ts';
import { indicatorsHolding, renewalsOf, requireCorrectable } from './retract.ts';

/** A reference rate can be in the indicators of every provider. */
const MOST_SHOWN = 200;

export async function affectedBy(
  db: Queries,
  wrong: string,
): Promise<DomainAnswerOf<'corrections.affected'>> {
  const proposal = await requireCorrectable(db, { wrong, replacement: null });
  const renewals = await renewalsOf(db, proposal);
  const holding = await indicatorsHolding(db, proposal.provider_id, [
    { wrong, replacement: null },
    ...renewals,
  ]);
  const shown = holding.toReversed().slice(0, MOST_SHOWN);
  const ids = [...new Set(shown.map(({ provider_id }) => provider_id))];
  const current = new Map<string, { slug: string; verification_id: string | null }>();
  for (const portion of inPortions(ids)) {
    const rows = await db
      .selectFrom('providers')
      .innerJoin('provider_states', 'provider_states.provider_id', 'providers.id')
      .select(['providers.id', 'providers.slug', 'provider_states.verification_id'])
      .where('providers.id', 'in', portion)
      .execute();
    for (const { id, ...row } of rows) current.set(id, row);
  }
  return {
    input: proposal.input_id,
    value: proposal.value,
    renewals: renewals.length,
    count: holding.length,
    indicators: shown.map(
      ({ verification_id, provider_id, as_of, published_at, final_score, risk_band }) => ({
        ...{ verification_id, provider_id, as_of, published_at, score: final_score, band: risk_band },
        slug: current.get(provider_id)!.slug,
        is_current: current.get(provider_id)!.verification_id === verification_id,
      }),
    ),
  };
}
