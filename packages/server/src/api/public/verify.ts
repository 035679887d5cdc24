// GET /api/public/verify/{verification_id}: the public proof of one indicator, and what happened to it later.

import type { Verification } from '@rf-indicators/contract';
import { inclusionProof } from '@rf-indicators/core/desk/log/store';
import { changedAt, publishedIndicators, stateOf } from '../../rendering/published-indicators.ts';
import type { Answer, Parameters, Reading } from '../../rendering/reading.ts';
import { instant } from '../../rendering/wire/instants.ts';

export async function verifyIndicator(
  { db, baseUrl, disclosure }: Reading,
  { verification_id }: Parameters,
): Promise<Answer> {
  const id = String(verification_id);
  const row = await publishedIndicators(db)
    .innerJoin('publications', 'publications.id', 'indicators.publication_id')
    .innerJoin('checkpoints', 'checkpoints.tree_size', 'publications.tree_size')
    .select(['publications.tree_size', 'checkpoints.note'])
    .where('indicators.verification_id', '=', id)
    .executeTakeFirst();
  if (row === undefined) {
    return {
      problem: 'indicator_not_found',
      detail: `No indicator with the verification id ${id} has been published.`,
    };
  }
  const verification: Verification = {
    verification_id: id,
    state: stateOf(row),
    published_at: instant(row.published_at),
    statement: JSON.parse(row.statement),
    signature: JSON.parse(row.signature),
    log: {
      index: row.log_index,
      tree_size: row.tree_size,
      inclusion_proof: await inclusionProof(db, row.log_index, row.tree_size),
      checkpoint: row.note,
    },
    followed_by: {
      superseded_by: row.superseded_by,
      corrected_by: row.corrected_by,
      withdrawal:
        row.withdrawn_at === null
          ? null
          : { withdrawn_at: instant(row.withdrawn_at), reason: row.withdrawn_reason! },
    },
    verify_url: `${baseUrl}/verify`,
    limitations_disclosure: disclosure,
  };
  return { content: JSON.stringify(verification), lastModified: changedAt(row) };
}
