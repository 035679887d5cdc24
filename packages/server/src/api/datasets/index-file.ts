// GET /datasets/index.json: the signed list of the daily dumps.

import type { DatasetList } from '@rf-indicators/contract';
import { readDatasetIndex } from '@rf-indicators/core/desk/datasets/read';
import type { Answer, Reading } from '../../rendering/reading.ts';

export async function listDatasets({ db, disclosure }: Reading): Promise<Answer> {
  const { datasets, signature, madeAt } = await readDatasetIndex(db);
  const list: DatasetList = {
    data: datasets,
    signature,
    next_cursor: null,
    limitations_disclosure: disclosure,
  };
  return { content: JSON.stringify(list), lastModified: madeAt };
}
