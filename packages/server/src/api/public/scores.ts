// GET /api/public/scores: the headline score of every current indicator.

import { lastServedChange } from '@rf-indicators/core/desk/served/select';
import { eachRow } from '../../rendering/current-rows.ts';
import type { Answer, Reading } from '../../rendering/reading.ts';

export async function listPublicScores(reading: Reading): Promise<Answer> {
  const lastModified = await lastServedChange(reading.db);
  const rows = await eachRow(reading, {}, 'name', ({ publicRow }) => publicRow);
  const text = (cached: boolean) =>
    `{"data":[${rows.join(',')}],"limitations_disclosure":${JSON.stringify(reading.disclosure)},"cached":${cached}}`;
  return { content: text(false), keptContent: text(true), lastModified };
}
