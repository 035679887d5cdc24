// A key that is limited to a scope may call nothing else, and neither may the key that replaces it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPERATIONS } from '@rf-indicators/contract';
import { rotateKey } from '@rf-indicators/core/accounts/key-lifecycle';
import { startApi } from '../../../../test/support/api.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { until } from '../../../../test/support/until.ts';
import { foundedPlace } from '../../../../test/support/world.ts';
import { customer, issue, officeOf } from './customers.ts';

const { location } = await foundedPlace('sqlite', wholeFile);
const office = await officeOf(location, wholeFile);
const api = await startApi(wholeFile, { dataDir: location.dataDir, demo: false });

const known = (key: string) =>
  until('the key is known', async () => (await api.get('/api/v1/usage', key)).status !== 401);

test('a key with the scope evaluate is refused what is not marked with it, and so is its replacement', async () => {
  const member = await customer(office, 'ENTERPRISE');
  const { key, id } = await issue(office, member, { scope: 'evaluate' });
  const { key: other } = await issue(office, member);
  const { issued } = await rotateKey(office.desk, member, id);
  for (const one of [key, other, issued.key]) await known(one);
  const score = `/api/v1/scores/${'0'.repeat(8)}-0000-7000-8000-000000000000`;
  for (const limited of [key, issued.key]) {
    const { status, json, headers } = await api.get(score, limited);
    assert.deepEqual(
      [status, json.code, json.detail],
      [
        403,
        'insufficient_scope',
        'This key is limited to the scope evaluate, which does not include this operation. Use another key.',
      ],
    );
    assert.ok(headers.ratelimit !== undefined, 'it counts like every accepted request');
  }
  assert.equal((await api.get(score, other)).json.code, 'provider_not_found');
  await assert.rejects(issue(office, member, { scope: 'evaluate', agent_scope: true }), {
    code: 'validation_failed',
    message: /cannot have the agent scope/,
  });
});

test('every operation that a scope includes needs a key', () => {
  for (const { id, access, scopes } of Object.values<{
    id: string;
    access: string;
    scopes?: readonly string[];
  }>(OPERATIONS))
    if (scopes !== undefined) assert.notEqual(access, 'public', id);
});
