// GET /log/lists/{index}: the list that a leaf of the log has the digest of.

import { listBehind } from '@rf-indicators/core/log/fact-leaves';
import type { Answer, Parameters, Reading } from '../../rendering/reading.ts';

export async function getLogList({ db }: Reading, { index }: Parameters): Promise<Answer> {
  const leaf = await db
    .selectFrom('log_leaves')
    .select(['kind', 'leaf'])
    .where('idx', '=', Number(index))
    .executeTakeFirst();
  const list = leaf && (await listBehind(db, leaf.kind, leaf.leaf));
  if (!list) return { problem: 'not_found', detail: `Leaf ${index} of the log has no list.` };
  return { content: list, lastModified: 0, mediaType: 'application/jsonl' };
}
