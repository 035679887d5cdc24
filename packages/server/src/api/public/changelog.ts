// GET /api/public/changelog: changes to indicators, newest first.

import type { Changelog } from '@rf-indicators/contract';
import { readChangelog } from '@rf-indicators/core/log/changelog';
import { readInstant } from '../../http/instant-parameters.ts';
import { readNumberCursor, writeNumberCursor } from '../../http/number-cursors.ts';
import { changelogEntry } from '../../rendering/changelog-entry.ts';
import { type Answer, invalidParameter, type Parameters, type Reading } from '../../rendering/reading.ts';
import { readKinds } from '../changelog-kinds.ts';

const CURSOR = 'changelog';
const DEFAULT_LIMIT = 100;

export async function getChangelog(reading: Reading, parameters: Parameters): Promise<Answer> {
  const { cursor, provider_id, limit = DEFAULT_LIMIT } = parameters;
  const since = readInstant(parameters, 'since', 'start');
  if (typeof since === 'object') return since;
  const before = cursor === undefined ? undefined : readNumberCursor(CURSOR, String(cursor));
  if (before === null) return invalidParameter('cursor', 'not_cursor', 'is not a cursor of this operation');
  const providerId = provider_id === undefined ? undefined : String(provider_id);
  const { rows, more } = await readChangelog(reading.db, {
    limit: Number(limit),
    before,
    since,
    providerId,
    kinds: readKinds(parameters),
  });
  const changelog: Changelog = {
    data: rows.map(changelogEntry),
    next_cursor: more ? writeNumberCursor(CURSOR, rows.at(-1)!.seq) : null,
    limitations_disclosure: reading.disclosure,
  };
  return { content: JSON.stringify(changelog), lastModified: rows[0]?.changed_at ?? 0 };
}
