// How long a process that gets SIGTERM keeps serving.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../src/service/config.ts';

const drainOf = (env: Record<string, string>) => readConfig(env).drainMs;

test('a node of a shared store drains for five seconds, and a process on its own does not', () => {
  assert.equal(drainOf({ DATABASE_URL: 'postgres://127.0.0.1/rf' }), 5000);
  assert.equal(drainOf({}), 0);
});

test('the setting decides for both', () => {
  assert.equal(drainOf({ DATABASE_URL: 'postgres://127.0.0.1/rf', RF_DRAIN_SECONDS: '0' }), 0);
  assert.equal(drainOf({ RF_DRAIN_SECONDS: '15' }), 15_000);
  for (const wrong of ['-1', '1.5', '5s', '3601'])
    assert.throws(
      () => drainOf({ RF_DRAIN_SECONDS: wrong }),
      /RF_DRAIN_SECONDS must be a whole number of seconds from 0 to 3600/,
    );
});
