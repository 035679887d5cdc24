// Keys that a process does not know yet: looked up once, within bounds, and without slowing down those it knows.

import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { OPERATIONS } from '@rf-indicators/contract';
import type { AccessChanges } from '@rf-indicators/core/accounts/access-follower';
import type { AccessRow } from '@rf-indicators/core/accounts/access-table';
import { createToken, hashToken } from '@rf-indicators/core/secrets/tokens';
import { type Admission, admissionTo } from '../../src/http/admission.ts';
import { Credentials } from '../../src/http/credentials.ts';
import { FailureBook } from '../../src/http/failure-book.ts';
import { KeyLookup } from '../../src/http/key-lookup.ts';
import { createLimits } from '../../src/http/limits/limits.ts';
import { Overloaded } from '../../src/http/overloaded.ts';
import { UsageBook } from '../../src/http/usage-book.ts';

function rowOf(key: string, more: Partial<AccessRow> = {}): AccessRow {
  return {
    keyHash: hashToken(key),
    keyId: `id of ${key}`,
    workspaceId: 'w',
    workspaceName: 'Acorn',
    keyTier: 'PROFESSIONAL',
    workspaceTier: 'ENTERPRISE',
    entitlements: [],
    agentScope: false,
    scope: null,
    pilotEnabled: false,
    suspended: false,
    agentTermsAccepted: false,
    hourlyLimit: null,
    expiresAt: null,
    revokedAt: null,
    version: 1,
    ...more,
  };
}

function changes(rows: AccessRow[], more: Partial<AccessChanges> = {}): AccessChanges {
  return { isComplete: false, rows, newest: { keys: new Map(), workspaces: new Map() }, ...more };
}

const newKey = () => createToken('rf_live_').token;

function setUp({ failedKeys = 30, atMost = 50 } = {}) {
  const usage = new UsageBook();
  const credentials = new Credentials(usage, new FailureBook(Date.now));
  const stored = new Map<string, AccessRow>();
  const asked: string[] = [];
  const state = { now: 1_775_000_000_000, error: null as Error | null, hangs: false };
  const clock = () => state.now;
  const logged: unknown[] = [];
  const ask = async (keyHash: string) => {
    asked.push(keyHash);
    if (state.hangs) await new Promise(() => undefined);
    if (state.error) throw state.error;
    return stored.get(keyHash) ?? null;
  };
  const options = { clock, logError: (error: unknown) => logged.push(error), atMost, longestMs: 50 };
  const keyLookup = new KeyLookup(ask, credentials, options);
  const limits = createLimits({
    publicScores: 1,
    scoreRequests: 1,
    scoreRequestsInAll: 1,
    failedKeys,
    console: { perAddress: 1, perPerson: 1 },
  });
  const control = { clock, credentials, keyLookup, limits, usage, trustedProxies: null };
  const admit = admissionTo(OPERATIONS.getScore, control);
  const request = (key: string) =>
    ({ headers: { 'x-api-key': key }, socket: { remoteAddress: '192.0.2.1' } }) as unknown as IncomingMessage;
  return {
    credentials,
    stored,
    asked,
    state,
    logged,
    admit: (key: string) => admit(request(key)),
    codeOf: async (key: string) => ((await admit(request(key))) as Admission).refusal?.code ?? 'admitted',
  };
}

test('a key that is known is admitted at once, without a promise', () => {
  const { credentials, admit, asked } = setUp();
  const key = newKey();
  credentials.apply(changes([rowOf(key)], { isComplete: true }));
  const admission = admit(key);
  assert.ok(!(admission instanceof Promise));
  assert.equal(admission.refusal, null);
  assert.deepEqual(asked, []);
});

test('a new key is looked up once and then known', async () => {
  const { stored, asked, admit, codeOf } = setUp({ failedKeys: 1 });
  const key = newKey();
  stored.set(hashToken(key), rowOf(key));
  const answers = await Promise.all([codeOf(key), codeOf(key), codeOf(key)]);
  assert.deepEqual(answers, ['admitted', 'admitted', 'admitted']);
  assert.deepEqual(asked, [hashToken(key)], 'one lookup for all who ask at once');
  assert.ok(!(admit(key) instanceof Promise));
});

test('a revoked key that is new to the process is told to be revoked', async () => {
  const { stored, codeOf } = setUp();
  const key = newKey();
  stored.set(hashToken(key), rowOf(key, { revokedAt: 1 }));
  assert.equal(await codeOf(key), 'revoked_api_key');
});

test('a key is refused from the instant at which it expires', async () => {
  const { stored, codeOf, credentials, state } = setUp();
  const key = newKey();
  stored.set(hashToken(key), rowOf(key, { expiresAt: state.now }));
  assert.equal(await codeOf(key), 'expired_api_key');
  assert.notEqual(typeof credentials.check(key, state.now - 1), 'string');
});

test('an unknown key is refused, and not looked up again for a while', async () => {
  const { asked, codeOf, admit, state } = setUp();
  const key = newKey();
  assert.equal(await codeOf(key), 'invalid_api_key');
  assert.ok(!(admit(key) instanceof Promise));
  assert.equal(asked.length, 1);
  state.now += 10_000;
  assert.equal(await codeOf(key), 'invalid_api_key');
  assert.equal(asked.length, 2);
});

test('a text that is no key is never looked up', async () => {
  const { asked, codeOf } = setUp();
  const key = newKey();
  const otherEnd = key.endsWith('0') ? '1' : '0';
  for (const text of [key.slice(0, -1) + otherEnd, `${key}0`, key.replace('rf_live_', 'rf_test_'), 'x']) {
    assert.equal(await codeOf(text), 'invalid_api_key', text);
  }
  assert.deepEqual(asked, []);
});

test('an address from which too many keys failed gets no lookups', async () => {
  const { asked, codeOf } = setUp({ failedKeys: 2 });
  assert.equal(await codeOf(newKey()), 'invalid_api_key');
  assert.equal(await codeOf(newKey()), 'invalid_api_key');
  assert.equal(await codeOf(newKey()), 'rate_limit_exceeded');
  assert.equal(asked.length, 2);
});

test('an address gets no more lookups at once than it may have failed keys', async () => {
  const { asked, codeOf } = setUp({ failedKeys: 4 });
  const answers = await Promise.all(Array.from({ length: 6 }, () => codeOf(newKey())));
  assert.equal(asked.length, 4);
  assert.deepEqual(answers.toSorted(), [
    ...Array(4).fill('invalid_api_key'),
    ...Array(2).fill('rate_limit_exceeded'),
  ]);
});

test('while the store cannot be asked, nobody says that a key is wrong', async () => {
  const { stored, state, logged, codeOf } = setUp({ failedKeys: 1 });
  const key = newKey();
  stored.set(hashToken(key), rowOf(key));
  state.error = new Overloaded('the store is unavailable');
  assert.equal(await codeOf(key), 'service_unavailable');
  assert.deepEqual(logged, []);
  state.error = new TypeError('a bug');
  assert.equal(await codeOf(key), 'service_unavailable');
  assert.deepEqual(logged, [state.error]);
  state.error = null;
  state.hangs = true;
  assert.equal(await codeOf(key), 'service_unavailable', 'a lookup takes only so long');
  state.hangs = false;
  assert.equal(await codeOf(key), 'admitted', 'it was not counted as a wrong key');
});

test('only so many lookups are under way at once', async () => {
  const { asked, state, codeOf } = setUp({ atMost: 3 });
  state.hangs = true;
  const keys = Array.from({ length: 5 }, newKey);
  const answers = await Promise.all(keys.map(codeOf));
  assert.equal(asked.length, 3);
  assert.deepEqual([...new Set(answers)], ['service_unavailable']);
});

test('a row that was looked up never replaces a newer one', () => {
  const { credentials, state } = setUp();
  const key = newKey();
  const codeOf = () => {
    const checked = credentials.check(key, state.now);
    return typeof checked === 'string' ? checked : 'valid';
  };
  credentials.apply(changes([rowOf(key, { version: 7, revokedAt: 1 })]));
  credentials.addFound(rowOf(key, { version: 6 }));
  assert.equal(codeOf(), 'revoked_api_key');
  credentials.apply(changes([rowOf(key, { version: 3 })], { isComplete: true }));
  assert.equal(codeOf(), 'valid', 'all keys at once take the place of everything before');
  credentials.apply(changes([], { isComplete: true }));
  assert.equal(codeOf(), 'invalid_api_key');
});

test('a key with a newer entry than its row is withdrawn, and only a row of that entry brings it back', () => {
  const { credentials, state } = setUp();
  const [key, other] = [newKey(), newKey()];
  const codesOf = () =>
    [key, other].map((each) => {
      const checked = credentials.check(each, state.now);
      return typeof checked === 'string' ? checked : 'valid';
    });
  const begin = () => {
    const rows = [rowOf(key, { version: 7 }), rowOf(other, { version: 7, workspaceId: 'v' })];
    credentials.apply(changes(rows, { isComplete: true }));
    assert.deepEqual(codesOf(), ['valid', 'valid']);
  };
  for (const newest of [
    { keys: new Map([[rowOf(key).keyId, 8]]), workspaces: new Map() },
    { keys: new Map(), workspaces: new Map([['w', 8]]) },
  ]) {
    begin();
    credentials.apply(changes([], { newest }));
    assert.deepEqual(codesOf(), ['invalid_api_key', 'valid']);
    credentials.addFound(rowOf(key, { version: 7 }));
    assert.deepEqual(codesOf(), ['invalid_api_key', 'valid'], 'a lookup that began before');
    credentials.addFound(rowOf(key, { version: 8, revokedAt: 1 }));
    assert.deepEqual(codesOf(), ['revoked_api_key', 'valid']);
    begin();
    credentials.apply(changes([rowOf(key, { version: 8 })], { newest }));
    assert.deepEqual(codesOf(), ['valid', 'valid'], 'the row of the newest entry');
  }
});
