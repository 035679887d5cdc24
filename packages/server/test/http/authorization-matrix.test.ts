// Who may do what: every operation of the document by every kind of caller. What is expected is written by hand,
// here and in the list of pinned operations, and not taken from the code; a cell that nobody wrote down fails.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { revokeKey, rotateKey } from '@rf-indicators/core/accounts/key-lifecycle';
import { setTier } from '@rf-indicators/core/accounts/workspaces';
import { createToken } from '@rf-indicators/core/secrets/tokens';
import { startApi } from '../../../../test/support/api.ts';
import type { OpenApiOperation } from '../../../../test/support/described.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { PINNED_OPERATIONS, type PinnedOperation } from '../../../../test/support/pinned-operations.ts';
import { until } from '../../../../test/support/until.ts';
import { confirmedRun } from './confirmed-run.ts';
import { activatePolicy, customer, firstDump, issue, officeOf, sealedList } from './customers.ts';
import { withRequired } from './path-samples.ts';

/** What each operation requires of its caller, by method and path. */
const ACCESS: Record<string, Access> = Object.fromEntries(
  Object.values(PINNED_OPERATIONS).map(({ call, access }) => [call, access]),
);

type Access = PinnedOperation['access'];

/** What each caller gets, by what the operation takes. `ok` is the operation's own success. */
const EXPECTED: Record<string, Record<Access, number | 'ok'>> = {
  'no key': { public: 'ok', key: 401, scores: 401, methodology: 401, computation: 401, pilot: 401 },
  'a malformed key': { public: 'ok', key: 401, scores: 401, methodology: 401, computation: 401, pilot: 401 },
  'an unknown key': { public: 'ok', key: 401, scores: 401, methodology: 401, computation: 401, pilot: 401 },
  'a revoked key': { public: 'ok', key: 401, scores: 401, methodology: 401, computation: 401, pilot: 401 },
  'an expired key': { public: 'ok', key: 401, scores: 401, methodology: 401, computation: 401, pilot: 401 },
  'a rotated key after its grace': {
    public: 'ok',
    key: 401,
    scores: 401,
    methodology: 401,
    computation: 401,
    pilot: 401,
  },
  'a rotated key in its grace': {
    public: 'ok',
    key: 'ok',
    scores: 'ok',
    methodology: 'ok',
    computation: 'ok',
    pilot: 403,
  },
  FREE: { public: 'ok', key: 'ok', scores: 403, methodology: 403, computation: 403, pilot: 403 },
  PROFESSIONAL: { public: 'ok', key: 'ok', scores: 'ok', methodology: 'ok', computation: 403, pilot: 403 },
  ENTERPRISE: { public: 'ok', key: 'ok', scores: 'ok', methodology: 'ok', computation: 'ok', pilot: 403 },
  'CUSTOM with the entitlement': {
    public: 'ok',
    key: 'ok',
    scores: 'ok',
    methodology: 'ok',
    computation: 'ok',
    pilot: 403,
  },
  'CUSTOM without it': {
    public: 'ok',
    key: 'ok',
    scores: 403,
    methodology: 403,
    computation: 403,
    pilot: 403,
  },
  'the FREE key of a CUSTOM workspace': {
    public: 'ok',
    key: 'ok',
    scores: 403,
    methodology: 403,
    computation: 403,
    pilot: 403,
  },
  "another workspace's PROFESSIONAL key": {
    public: 'ok',
    key: 'ok',
    scores: 'ok',
    methodology: 'ok',
    computation: 403,
    pilot: 403,
  },
  'an ENTERPRISE key whose workspace fell to PROFESSIONAL': {
    public: 'ok',
    key: 'ok',
    scores: 'ok',
    methodology: 'ok',
    computation: 403,
    pilot: 403,
  },
  'an ENTERPRISE key whose workspace fell to FREE': {
    public: 'ok',
    key: 'ok',
    scores: 403,
    methodology: 403,
    computation: 403,
    pilot: 403,
  },
  'a key with the scope evaluate': {
    public: 'ok',
    key: 403,
    scores: 403,
    methodology: 403,
    computation: 403,
    pilot: 403,
  },
};

/** It may do what an ENTERPRISE key may, of the operations that are marked with its scope. */
const SCOPED = 'a key with the scope evaluate';

const CODES: Record<string, string> = {
  'no key': 'missing_api_key',
  'a malformed key': 'invalid_api_key',
  'an unknown key': 'invalid_api_key',
  'a revoked key': 'revoked_api_key',
  'an expired key': 'expired_api_key',
  'a rotated key after its grace': 'expired_api_key',
};

/** The tier that the key is worth, and its workspace's; for those that can be refused with 403. */
const WORTH: Record<string, [key: string, workspace: string]> = {
  FREE: ['FREE', 'ENTERPRISE'],
  'CUSTOM with the entitlement': ['CUSTOM', 'CUSTOM'],
  PROFESSIONAL: ['PROFESSIONAL', 'PROFESSIONAL'],
  'CUSTOM without it': ['CUSTOM', 'CUSTOM'],
  'the FREE key of a CUSTOM workspace': ['FREE', 'CUSTOM'],
  "another workspace's PROFESSIONAL key": ['PROFESSIONAL', 'PROFESSIONAL'],
  'an ENTERPRISE key whose workspace fell to PROFESSIONAL': ['PROFESSIONAL', 'PROFESSIONAL'],
  'an ENTERPRISE key whose workspace fell to FREE': ['FREE', 'FREE'],
};
const REQUIRED_TIER: Partial<Record<Access, string>> = {
  scores: 'PROFESSIONAL',
  methodology: 'PROFESSIONAL',
  computation: 'ENTERPRISE',
  pilot: 'PROFESSIONAL',
};

/** Those whose tier would do: they are refused for the next thing that is missing. */
const WORTH_THE_PILOT = ['PROFESSIONAL', 'ENTERPRISE'];

const MANY = '1000000';
const api = await startApi(wholeFile, {
  env: { RF_LIMIT_FAILED_KEYS: MANY, RF_LIMIT_PUBLIC_SCORES: MANY, RF_LIMIT_SCORE_REQUESTS: MANY },
});
const office = await officeOf({ dataDir: api.dataDir, databaseUrl: null }, wholeFile);
const holders = await makeHolders();
const samples = await samplePaths();

const operations = Object.entries(api.document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([verb, operation]) => ({
    name: `${verb.toUpperCase()} ${path}`,
    path,
    operation,
  })),
);

test('the list of operations here is that of the document, and both say the same of access', () => {
  assert.deepEqual(operations.map(({ name }) => name).sort(), Object.keys(ACCESS).sort());
  for (const { name, operation } of operations) {
    assert.equal(operation['x-access'], ACCESS[name], name);
    const takesEntitlement = !['public', 'key', 'pilot'].includes(ACCESS[name]!);
    assert.equal(operation['x-required-entitlement'], takesEntitlement ? ACCESS[name] : undefined, name);
    const least = takesEntitlement ? REQUIRED_TIER[ACCESS[name]!] : undefined;
    assert.equal(operation['x-required-tier'], least, name);
    assert.deepEqual(operation.security, ACCESS[name] === 'public' ? [] : [{ apiKey: [] }], name);
  }
});

for (const [name, access] of Object.entries(ACCESS)) {
  test(`${name} by everyone`, async () => {
    const [method = '', path = ''] = name.split(' ');
    const operation = api.document.paths[path]![method.toLowerCase() as 'get' | 'post']!;
    for (const [holder, keyFor] of Object.entries(holders)) {
      const isInScope = holder === SCOPED && operation['x-key-scopes']?.includes('evaluate') === true;
      const expected = EXPECTED[isInScope ? 'ENTERPRISE' : holder]?.[access];
      assert.ok(expected !== undefined, `nobody wrote down what ${name} answers to ${holder}`);
      const key = keyFor(access);
      const at = path.includes('{decision_id}') ? await ownDecisions(path, key) : (samples[path] ?? path);
      const body = BODIES[path] ?? { provider_name: 'Somebody' };
      const called = await api.call(method, at, { key, ...(method === 'POST' ? { body } : {}) });
      const status = expected === 'ok' ? successOf(operation) : expected;
      assert.equal(called.status, status, `${name} by ${holder}: ${called.text.slice(0, 300)}`);
      if (status === 401) {
        assert.equal(called.json.code, CODES[holder], `${name} by ${holder}`);
        assert.match(called.headers['www-authenticate']!, /^ApiKey .*header="x-api-key"/);
      }
      if (status === 403) {
        const { code, required_tier, key_tier, workspace_tier } = called.json;
        const told = [code, required_tier, key_tier, workspace_tier];
        const isWorthIt = access === 'pilot' && WORTH_THE_PILOT.includes(WORTH[holder]?.[0] ?? 'ENTERPRISE');
        const expectedToBeTold =
          holder === SCOPED
            ? ['insufficient_scope', undefined, undefined, undefined]
            : isWorthIt
              ? ['pilot_not_enabled', undefined, undefined, undefined]
              : ['insufficient_tier', REQUIRED_TIER[access], ...WORTH[holder]!];
        assert.deepEqual(told, expectedToBeTold, `${name}, ${holder}`);
      }
      if (method === 'GET') {
        const head = await api.call('HEAD', at, { key });
        assert.equal(head.status, status, `HEAD ${path} by ${holder}`);
      }
    }
  });
}

test('every kind of caller that is written down was tried', () => {
  assert.deepEqual(Object.keys(holders).sort(), Object.keys(EXPECTED).sort());
});

function successOf({ responses }: OpenApiOperation): number {
  return Number(Object.keys(responses).find((status) => status.startsWith('2')));
}

const EVALUATION = { policy: 'lender', providers: ['somebody'], nonce: 'nonce-of-everyone' };
const BODIES: Readonly<Record<string, object>> = {
  '/api/v1/evaluate': EVALUATION,
  '/api/v1/resolve': { names: ['Somebody'] },
};

/** Nobody sees those of another workspace. */
async function ownDecisions(path: string, key: string | undefined): Promise<string> {
  const { json } = await api.call('POST', '/api/v1/evaluate', { key, body: EVALUATION });
  return path.replace('{decision_id}', json.document?.decision_id ?? '00000000-0000-7000-8000-000000000000');
}

/** The key that each caller sends to an operation of an access. */
async function makeHolders(): Promise<Record<string, (access: Access) => string | undefined>> {
  const { desk, operator } = office;
  const professional = await customer(office, 'PROFESSIONAL');
  const other = await customer(office, 'PROFESSIONAL');
  const enterprise = await customer(office, 'ENTERPRISE');
  const custom = await customer(office, 'CUSTOM', ['scores', 'methodology', 'computation']);
  // Each lists all but one.
  const lacking = {
    scores: await customer(office, 'CUSTOM', ['methodology', 'computation']),
    methodology: await customer(office, 'CUSTOM', ['scores', 'computation']),
    computation: await customer(office, 'CUSTOM', ['scores', 'methodology']),
  };
  const lackingKeys: Partial<Record<Access, string>> = {};
  for (const [entitlement, member] of Object.entries(lacking)) {
    lackingKeys[entitlement as Access] = (await issue(office, member)).key;
  }
  const fallen = await customer(office, 'ENTERPRISE');
  const fallenToFree = await customer(office, 'ENTERPRISE');
  const all = [professional, other, enterprise, custom, ...Object.values(lacking), fallen, fallenToFree];
  for (const member of all) await activatePolicy(office, member);
  const keyOf = async (...given: Parameters<typeof issue> extends [unknown, ...infer Rest] ? Rest : never) =>
    (await issue(office, ...given)).key;
  const revoked = await issue(office, enterprise);
  await revokeKey(desk, enterprise, revoked.id);
  // It has expired when the first request is made. The clock is not set back: nothing is recorded before the last seal.
  const expired = await issue(office, enterprise, { expires_at: Date.now() + 50 });
  const graceOver = await issue(office, enterprise);
  await rotateKey(desk, enterprise, graceOver.id, 0);
  const inGrace = await issue(office, enterprise);
  await rotateKey(desk, enterprise, inGrace.id);
  const fell = await keyOf(fallen);
  await setTier(desk, operator, fallen.workspace.id, 'PROFESSIONAL');
  const fellToFree = await keyOf(fallenToFree);
  await setTier(desk, operator, fallenToFree.workspace.id, 'FREE');
  const same = (key: string | undefined) => () => key;
  const made = {
    'no key': same(undefined),
    'a malformed key': same('rf_live_short'),
    'an unknown key': same(createToken('rf_live_').token),
    'a revoked key': same(revoked.key),
    'an expired key': same(expired.key),
    'a rotated key after its grace': same(graceOver.key),
    'a rotated key in its grace': same(inGrace.key),
    FREE: same(await keyOf(enterprise, { tier: 'FREE' })),
    PROFESSIONAL: same(await keyOf(professional)),
    ENTERPRISE: same(await keyOf(enterprise)),
    'CUSTOM with the entitlement': same(await keyOf(custom)),
    'CUSTOM without it': (access: Access) => lackingKeys[access] ?? lackingKeys.scores,
    'the FREE key of a CUSTOM workspace': same(await keyOf(custom, { tier: 'FREE' })),
    "another workspace's PROFESSIONAL key": same(await keyOf(other)),
    'an ENTERPRISE key whose workspace fell to PROFESSIONAL': same(fell),
    'an ENTERPRISE key whose workspace fell to FREE': same(fellToFree),
    [SCOPED]: same(await keyOf(enterprise, { scope: 'evaluate' })),
  };
  const last = await keyOf(enterprise);
  await until(
    'the server knows the keys',
    async () => (await api.get('/api/v1/issuances', last)).status === 200,
  );
  return made;
}

/** A path that exists for each template with a variable in it. A provider is named by its id or its slug. */
async function samplePaths(): Promise<Record<string, string>> {
  const { json } = await api.get('/api/v1/scores', api.keys.ENTERPRISE);
  const { id, slug, verification_id } = json.data[0];
  const [run, path] = [await confirmedRun(api), '0/000.p/1'];
  const version = '2.0';
  const asked = await api.call('POST', '/api/public/score-request', { body: { provider_name: 'A sample' } });
  const { request_id } = asked.json;
  const index = await sealedList(office);
  const date = await firstDump(office);
  const year = date.slice(0, 4);
  const known = {
    slug,
    id: verification_id,
    verification_id,
    run,
    path,
    version,
    request_id,
    name: 'lender',
    provider: slug,
    index,
    date,
    year,
  };
  const values: Record<string, string> = known;
  return Object.fromEntries(
    Object.entries(api.document.paths).map(([template, { get, post }], index) => {
      const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        name === 'providerId' ? [id, slug][index % 2]! : values[name]!,
      );
      return [template, withRequired(path, (get ?? post)!, values)];
    }),
  );
}
