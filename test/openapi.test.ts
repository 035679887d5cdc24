import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPERATIONS } from '@rf-indicators/contract';
import examples from '@rf-indicators/contract/examples' with { type: 'json' };

test('every operation has an example, except for parts of the log, daily dumps, files of the past, spreadsheets and the document itself', () => {
  const without = Object.values(OPERATIONS)
    .filter(({ id, tag }) => !(id in examples) && tag !== 'spreadsheets')
    .map(({ id }) => id);
  assert.deepEqual(without, [
    ...['getTile', 'getLogList', 'listDatasets', 'getDataset'],
    ...['getHistoryYear', 'getHistoryDay'],
    ...['getOpenApi', 'getOpenApiYaml'],
  ]);
});
