// Lists the indicators that are under review.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import type { Queries } from '../../store/store.ts';
import { reviewOf } from '../served/served.ts';

/** Those that end first first. */
export async function listReviews(db: Queries): Promise<DomainAnswerOf<'reviews.list'>['data']> {
  const rows = await db
    .selectFrom('served_indicators')
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom('review_marks')
        .select('review_marks.cause')
        .whereRef('review_marks.provider_id', '=', 'served_indicators.provider_id')
        .orderBy('review_marks.seq', 'desc')
        .limit(1)
        .as('cause'),
    )
    .where('review_until', 'is not', null)
    .orderBy('review_until')
    .orderBy('provider_id')
    .execute();
  return rows.map((row) => ({
    ...{ provider_id: row.provider_id, slug: row.slug, name: row.name },
    ...reviewOf(row)!,
    is_automatic: row.cause === 'awaiting_committee',
  }));
}
