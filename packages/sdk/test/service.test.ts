// The client against the real service and its demo world.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { OPERATIONS, type OperationId } from '@rf-indicators/contract';
import {
  AuthenticationError,
  ConflictError,
  EntitlementError,
  InvalidRequestError,
  NotFoundError,
  RfClient,
  type RfClientOptions,
} from '../src/index.ts';
import { replay, type TileSource, verify, verifyLog, verifyStatement } from '../src/verify/index.ts';
import { type Demo, startDemo } from './support/demo.ts';

const SLUG = 'brindlewick-vaults';
const demo = await startDemo();

function as(tier: keyof Demo['keys'] | null, options: Partial<RfClientOptions> = {}): RfClient {
  return new RfClient({
    baseUrl: demo.url,
    ...(tier === null ? {} : { apiKey: demo.keys[tier] }),
    ...options,
  });
}

/** A fetch that tells of each request and its status. */
function watched() {
  const seen: { url: URL; status: number; headers: Headers }[] = [];
  const watch: typeof fetch = async (url, init) => {
    const response = await fetch(url, init);
    seen.push({ url: new URL(String(url)), status: response.status, headers: new Headers(init?.headers) });
    return response;
  };
  return { fetch: watch, seen };
}

describe('every operation of the client is one of the service, with its answer', () => {
  const calls: [OperationId, (client: RfClient) => Promise<object>, string[]][] = [
    ['listScores', (client) => client.listScores(), ['data', 'next_cursor', 'limitations_disclosure']],
    ['getScore', (client) => client.getScore(SLUG), ['rf_decision_object', 'verification_id', 'verify_url']],
    ['getScoreHistory', (client) => client.getHistory(SLUG), ['data', 'next_cursor']],
    ['getScoreChanges', (client) => client.getChanges(SLUG), ['from', 'to', 'delta', 'parts']],
    ['getMethodology', (client) => client.getMethodology(), ['modules', 'hard_rules', 'sign_off']],
    ['listIssuances', (client) => client.listIssuances(), ['data', 'next_cursor']],
    ['getUsage', (client) => client.getUsage(), ['window', 'totals']],
    ['getStatus', (client) => client.getStatus(), ['uptime', 'freshness']],
    ['listPublicScores', (client) => client.listPublicScores(), ['data']],
    ['getChangelog', (client) => client.getChangelog(), ['data', 'next_cursor']],
    ['listSigningKeys', (client) => client.listSigningKeys(), ['data']],
  ];
  for (const [operation, call, members] of calls) {
    test(operation, async () => {
      const { fetch, seen } = watched();
      const answer = await call(as('ENTERPRISE', { fetch }));
      for (const member of members) assert.ok(member in answer, member);
      const { path } = OPERATIONS[operation];
      assert.match(seen[0]!.url.pathname, new RegExp(`^${path.replace(/\{\w+\}/, '[^/]+')}$`));
      const isOpen = OPERATIONS[operation].access === 'public';
      assert.equal(seen[0]!.headers.has('x-api-key'), !isOpen, 'the key goes to keyed operations only');
    });
  }

  test('what is public takes no key', async () => {
    const client = as(null);
    const [scores, status] = await Promise.all([client.listPublicScores(), client.getStatus()]);
    assert.equal(scores.data.length, status.freshness.providers);
    assert.match(await client.getCheckpoint(), /^rf-demo\n/);
  });
});

test('iterating gives the rows of the whole list, a page at a time', async () => {
  const { fetch, seen } = watched();
  const client = as('PROFESSIONAL', { fetch });
  const { data } = await client.listScores({ sort: '-final_score' });
  seen.length = 0;
  const rows = await Array.fromAsync(client.iterateScores({ sort: '-final_score', limit: 4 }));
  assert.deepEqual(rows, data);
  assert.equal(seen.length, Math.ceil(data.length / 4));
  const changes = await Array.fromAsync(client.iterateChangelog({ limit: 7 }));
  assert.deepEqual(changes, (await client.getChangelog({ limit: 1000 })).data);
  const history = await Array.fromAsync(client.iterateHistory(SLUG, { limit: 1 }));
  assert.deepEqual(history, (await client.getHistory(SLUG)).data);
  await Array.fromAsync(client.iterateIssuances({ limit: 1 }));
});

test('whoever stops iterating stops asking', async () => {
  const { fetch, seen } = watched();
  for await (const row of as('PROFESSIONAL', { fetch }).iterateScores({ limit: 2 })) {
    assert.ok(row.name);
    break;
  }
  assert.equal(seen.length, 1);
});

test('rows carry the decision object where it is asked for, and what was served on a day', async () => {
  const client = as('PROFESSIONAL');
  const { data } = await client.listScores({ include: 'rf_decision_object', limit: 3 });
  assert.ok(data.every((row) => row.rf_decision_object?.summary));
  const then = await client.getScore(SLUG, { as_of: '2026-05-01' });
  assert.equal(then.as_of?.slice(0, 10), '2026-05-01');
});

describe('refusals', () => {
  test('no key, and a key that is none', async () => {
    await assert.rejects(as(null).listScores(), (error) => {
      assert.ok(error instanceof AuthenticationError);
      assert.equal(error.code, 'missing_api_key');
      assert.match(error.requestId ?? '', /^[0-9a-f-]{36}$/);
      return true;
    });
    const wrong = new RfClient({ baseUrl: demo.url, apiKey: 'rf_live_nothing' });
    await assert.rejects(wrong.getScore(SLUG), { name: 'AuthenticationError', code: 'invalid_api_key' });
  });

  test('a tier too low says which tier it takes', async () => {
    const { verification_id } = await as('PROFESSIONAL').getScore(SLUG);
    await assert.rejects(as('PROFESSIONAL').getComputation(verification_id), (error) => {
      assert.ok(error instanceof EntitlementError);
      assert.equal(error.requiredTier, 'ENTERPRISE');
      assert.equal(error.keyTier, 'PROFESSIONAL');
      assert.equal(error.workspaceTier, 'PROFESSIONAL');
      return true;
    });
  });

  test('nothing there, and everything that is wrong at once', async () => {
    const client = as('PROFESSIONAL');
    await assert.rejects(client.getScore('no-such-provider'), NotFoundError);
    await assert.rejects(client.listScores({ limit: 0, sort: 'colour' as 'name' }), (error) => {
      assert.ok(error instanceof InvalidRequestError);
      assert.deepEqual(error.errors.map(({ parameter }) => parameter).sort(), ['limit', 'sort']);
      assert.match(error.message, / limit: .*; sort: /);
      return true;
    });
  });

  test('an id that would change the path is rejected before anything is sent', async () => {
    const client = as('PROFESSIONAL');
    for (const id of ['', '.', '..', undefined as unknown as string]) {
      await assert.rejects(client.getScore(id), { name: 'InvalidArgumentError', argument: 'providerId' });
    }
    await assert.rejects(client.getScore('../status'), { status: 400 });
  });
});

test('a score request is filed once; another body under its name is a conflict', async () => {
  const client = as(null);
  const request = { provider_name: 'Quillfen Savings', planner_type: 'fiat' } as const;
  const first = await client.requestScore(request, { idempotencyKey: 'sdk-test' });
  assert.deepEqual(await client.requestScore(request, { idempotencyKey: 'sdk-test' }), first);
  const other = { provider_name: 'Another' };
  await assert.rejects(client.requestScore(other, { idempotencyKey: 'sdk-test' }), ConflictError);
  assert.notEqual((await client.requestScore(request)).request_id, first.request_id);
});

test('an unchanged answer is not sent again where answers are kept', async () => {
  const { fetch, seen } = watched();
  const client = as('PROFESSIONAL', { fetch, etagCache: 2 });
  const first = await client.getScore(SLUG);
  first.name = 'changed by its reader';
  const second = await client.getScore(SLUG);
  assert.equal(second.name, 'Brindlewick Vaults');
  await client.getMethodology();
  await client.listIssuances();
  await client.getScore(SLUG);
  assert.deepEqual(
    seen.map(({ status }) => status),
    [200, 304, 200, 200, 200],
    'two are kept, so the third made the first go',
  );
  const plain = watched();
  const forgetful = as('PROFESSIONAL', { fetch: plain.fetch });
  await forgetful.getScore(SLUG);
  await forgetful.getScore(SLUG);
  assert.ok(plain.seen.every(({ headers }) => !headers.has('if-none-match')));
});

describe('verification', () => {
  async function published(): Promise<{ ids: string[]; keys: string[] }> {
    const client = as('ENTERPRISE');
    const { data } = await client.listScores();
    const { data: keys } = await client.listSigningKeys();
    return { ids: data.map((row) => row.verification_id), keys: keys.map((key) => key.public_key) };
  }

  test('every published indicator replays and verifies, in the log that is remembered', async () => {
    const client = as('ENTERPRISE');
    const { ids, keys } = await published();
    const remembered = await client.getCheckpoint();
    for (const id of ids) {
      const answer = await client.getComputation(id);
      assert.deepEqual((await replay(answer)).fault, null);
      const report = await verify(answer, { keys, remembered, log: client });
      assert.equal(report.fault, null, JSON.stringify(report.checks));
      assert.equal(report.verification_id, id);
      assert.equal(report.checks.at(-1)!.check, 'consistency');
      const statement = await verifyStatement(await client.verifyIndicator(id), { keys });
      assert.equal(statement.fault, null, JSON.stringify(statement.checks));
    }
  });

  test('a public statement that was changed is refused', async () => {
    const client = as(null);
    const { ids, keys } = await published();
    const answer = await client.verifyIndicator(ids[0]!);
    const changed = (change: (copy: typeof answer) => void) => {
      const copy = structuredClone(answer);
      change(copy);
      return verifyStatement(copy, { keys }).then(({ fault }) => fault);
    };
    assert.equal(await changed((copy) => (copy.statement.final_score = '99.99')), 'signature_invalid');
    assert.equal(await changed((copy) => (copy.verification_id = ids[1]!)), 'verification_id_differs');
    assert.equal(await changed((copy) => (copy.signature.key_id = 'x+00000000')), 'key_not_pinned');
    assert.equal(await changed((copy) => (copy.log.index += 1)), 'inclusion_invalid');
    assert.equal(await changed((copy) => (copy.log.checkpoint = 'x')), 'checkpoint_invalid');
    assert.equal(await changed((copy) => Reflect.deleteProperty(copy, 'log')), 'log_malformed');
    assert.equal(await changed((copy) => Reflect.deleteProperty(copy, 'signature')), 'signature_malformed');
    assert.equal(await changed((copy) => Reflect.deleteProperty(copy, 'statement')), 'wrong_form');
  });

  test('every earlier checkpoint of the log is continued by the newest', async () => {
    const client = as('ENTERPRISE');
    const { keys } = await published();
    const newest = await client.getCheckpoint();
    const sizes = new Set<string>();
    for await (const { verification_id } of client.iterateChangelog()) {
      const { log } = await client.verifyIndicator(verification_id);
      if (sizes.has(log.checkpoint)) continue;
      sizes.add(log.checkpoint);
      const forward = await verifyLog({ remembered: log.checkpoint, checkpoint: newest, keys, log: client });
      assert.equal(forward.fault, null, JSON.stringify(forward.checks));
      const backward = await verifyLog({ remembered: newest, checkpoint: log.checkpoint, keys, log: client });
      assert.equal(backward.fault, null);
    }
    assert.ok(sizes.size >= 3);
  });

  test('tiles that are not the log’s are told from a fork', async () => {
    const client = as('ENTERPRISE');
    const { ids, keys } = await published();
    const newest = await client.getCheckpoint();
    const entries = await Promise.all(ids.map((id) => client.verifyIndicator(id)));
    const earliest = entries.sort((a, b) => a.log.tree_size - b.log.tree_size)[0]!.log.checkpoint;
    const broken: TileSource = {
      async getTile(path) {
        const tile = await client.getTile(path);
        tile[0]! ^= 1;
        return tile;
      },
    };
    const request = { remembered: earliest, checkpoint: newest, keys };
    assert.equal((await verifyLog({ ...request, log: broken })).fault, 'tiles_invalid');
    const others = 'rf-example+b7da5f7f+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4';
    assert.equal((await verifyLog({ ...request, keys: others, log: client })).fault, 'checkpoint_invalid');
  });
});

test('a tool call is a problem document, or an answer, of the agent endpoint', async () => {
  // Whether the endpoint is there, and for whom, is the service's to say: what is checked is that it is asked.
  const { fetch, seen } = watched();
  const answer = await as('FREE', { fetch })
    .callTool('get_methodology')
    .catch((error) => error);
  assert.equal(seen[0]!.url.pathname, '/api/mcp');
  assert.ok(answer.status === 404 || answer.status === 403, String(answer));
});
