import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPERATIONS } from '@rf-indicators/contract';
import examples from '@rf-indicators/contract/examples' with { type: 'json' };

test('every operation has an example, except for parts of the log, daily dumps, files of the past and the document itself', () => {
  const without = Object.keys(OPERATIONS).filter((id) => !(id in examples));
  assert.deepEqual(without, [
    ...['getTile', 'getLogList', 'listDatasets', 'getDataset'],
    ...['getHistoryYear', 'getHistoryDay'],
    ...['getOpenApi', 'getOpenApiYaml'],
  ]);
});
