// GET /api/public/scores: the headline score of every current indicator.

import type { Answer, Reading } from '../../rendering/reading.ts';

export async function listPublicScores({ rows, rowsChangedAt, disclosure }: Reading): Promise<Answer> {
  const data = rows()
    .map(({ publicRow }) => publicRow)
    .join(',');
  const text = (cached: boolean) =>
    `{"data":[${data}],"limitations_disclosure":${JSON.stringify(disclosure)},"cached":${cached}}`;
  return { content: text(false), keptContent: text(true), lastModified: rowsChangedAt() };
}
