// The OpenAPI document of the console is one that other people's tools take, and it describes every act.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { ACT_NAMES } from '@rf-indicators/contract/acts';
import { CONSOLE_OPERATIONS, consoleDocument, SESSION_READS } from '@rf-indicators/contract/console';

const document = consoleDocument('https://indicators.rf.test');

test('the linter finds nothing to say', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const source = JSON.stringify(document);
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  assert.deepEqual(
    problems.map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`),
    [],
  );
});

test('every act has one operation, with a path of its own', () => {
  assert.deepEqual(
    CONSOLE_OPERATIONS.map(({ act }) => act),
    ACT_NAMES,
  );
  // And one for who reads.
  assert.equal(Object.keys(document.paths).length, ACT_NAMES.length + SESSION_READS.length + 1);
});
