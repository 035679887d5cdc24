// GET /datasets/{date}.csv.gz: the dump of one day, which never changes.

import { readDataset } from '@rf-indicators/core/desk/datasets/read';
import type { Answer, Parameters, Reading } from '../../rendering/reading.ts';

export async function getDataset({ db }: Reading, { date }: Parameters): Promise<Answer> {
  const dataset = await readDataset(db, String(date));
  if (dataset === null)
    return {
      problem: 'not_found',
      detail: `There is no dump of ${date}. /datasets/index.json lists those that there are.`,
    };
  return {
    content: dataset.bytes,
    lastModified: dataset.madeAt,
    mediaType: 'application/gzip',
    isCompressed: true,
  };
}
