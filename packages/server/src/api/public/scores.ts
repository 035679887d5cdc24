// GET /api/public/scores: the headline of every indicator that stands.

import type { Answer, Reading } from '../../rendering/reading.ts';

export async function listPublicScores({ rows, disclosure }: Reading): Promise<Answer> {
  const all = rows();
  const data = all.map(({ publicRow }) => publicRow).join(',');
  const text = (cached: boolean) =>
    `{"data":[${data}],"limitations_disclosure":${JSON.stringify(disclosure)},"cached":${cached}}`;
  return {
    content: text(false),
    keptContent: text(true),
    lastModified: all.reduce((latest, { changedAt }) => Math.max(latest, changedAt), 0),
  };
}
