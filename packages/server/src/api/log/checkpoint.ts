// GET /log/checkpoint: the latest signed checkpoint of the transparency log, with the cosignatures of witnesses.

import { latestCheckpoint } from '@rf-indicators/core/log/tiles';
import type { Answer, Reading } from '../../rendering/reading.ts';

export async function getCheckpoint({ db }: Reading): Promise<Answer> {
  const latest = await latestCheckpoint(db);
  if (latest === null)
    return { problem: 'not_found', detail: 'The log is empty because nothing has been published yet.' };
  const { note, changedAt } = latest;
  return { content: note, lastModified: changedAt, mediaType: 'text/plain; charset=utf-8' };
}
