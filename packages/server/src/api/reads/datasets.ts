// Reads of the daily dumps.

import type { DatasetList } from '@rf-indicators/contract';
import { readDataset, readDatasetIndex } from '@rf-indicators/core/desk/datasets/read-datasets';
import type { Answer, Parameters, Reading } from '../../rendering/reading.ts';

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
