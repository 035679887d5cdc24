// GET /log/checkpoint: the latest signed checkpoint of the transparency log.

import { latestCheckpoint } from '@rf-indicators/core/desk/log/tiles';
import type { Answer, Reading } from '../../rendering/reading.ts';

export async function getCheckpoint({ db }: Reading): Promise<Answer> {
  const note = await latestCheckpoint(db);
  if (note === null)
    return { problem: 'not_found', detail: 'The log is empty because nothing has been published yet.' };
  const newest = await db
    .selectFrom('checkpoints')
    .select(({ fn }) => fn.max('created_at').as('at'))
    .executeTakeFirst();
  return { content: note, lastModified: newest?.at ?? 0, mediaType: 'text/plain; charset=utf-8' };
}
