// The state of a sign-in in progress: a row that somebody else wrote is as if it did not exist.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sealedVerifications } from '../../src/identity/sealed-verifications.ts';

test('the state of a sign-in cannot be changed, moved or prolonged in the database', () => {
  const { seal, open } = sealedVerifications('a secret');
  const row = { id: '1', identifier: '2fa-abc', value: 'user-1', expires_at: 1000, created_at: 1 };
  const stored = seal(row);
  assert.deepEqual(open(stored), row);
  const forged = [
    { value: 'user-2' },
    { value: String(stored.value).replace('user-1', 'user-2') },
    { identifier: '2fa-other' },
    { id: '2' },
    { expires_at: 2000 },
    { value: '' },
    { value: ' user-1' },
  ];
  for (const change of forged)
    assert.equal(open({ ...stored, ...change }), undefined, JSON.stringify(change));
  assert.equal(sealedVerifications('another secret').open(stored), undefined);
});
