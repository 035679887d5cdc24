// GET /api/v1/computation/{id}: the computation package and the proof of one indicator.

import { computationAnswer } from '@rf-indicators/core/desk/publication/computation';
import { cosignedNote } from '@rf-indicators/core/log/cosignatures';
import type { Answer, Parameters, Reading } from '../../rendering/reading.ts';

export async function getComputation({ db, disclosure }: Reading, { id }: Parameters): Promise<Answer> {
  const answer = await computationAnswer(db, String(id), disclosure);
  if (answer === null) {
    return {
      problem: 'indicator_not_found',
      detail: `No indicator with the verification id ${id} has been published.`,
    };
  }
  const { log, published_at } = answer.data;
  const { changedAt } = await cosignedNote(db, log!.tree_size, '');
  return {
    content: JSON.stringify(answer),
    lastModified: Math.max(Date.parse(published_at!), changedAt),
  };
}
