// GET /api/public/confirmations/{run}: the proof of a run that confirmed indicators.

import type { Confirmation } from '@rf-indicators/contract';
import { cosignedNote } from '@rf-indicators/core/log/cosignatures';
import { inclusionProof } from '@rf-indicators/core/log/store';
import type { Answer, Parameters, Reading } from '../../rendering/reading.ts';

export async function getConfirmation({ db, disclosure }: Reading, { run }: Parameters): Promise<Answer> {
  const row = await db
    .selectFrom('confirmations')
    .innerJoin('publications', 'publications.id', 'confirmations.publication_id')
    .innerJoin('checkpoints', 'checkpoints.tree_size', 'publications.tree_size')
    .selectAll('confirmations')
    .select(['publications.published_at', 'publications.tree_size', 'checkpoints.note'])
    .where('confirmations.run_id', '=', String(run))
    .executeTakeFirst();
  if (row === undefined) {
    return { problem: 'not_found', detail: `There is no confirmation by a run with the id ${run}.` };
  }
  const cosigned = await cosignedNote(db, row.tree_size, row.note);
  const confirmation: Confirmation = {
    data: {
      record: JSON.parse(row.record),
      signature: JSON.parse(row.signature),
      verification_ids: JSON.parse(row.verification_ids),
      log: {
        index: row.log_index,
        tree_size: row.tree_size,
        inclusion_proof: await inclusionProof(db, row.log_index, row.tree_size),
        checkpoint: cosigned.note,
      },
    },
    limitations_disclosure: disclosure,
  };
  return {
    content: JSON.stringify(confirmation),
    lastModified: Math.max(row.published_at, cosigned.changedAt),
  };
}
