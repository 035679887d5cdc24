// The client with the real service and its demo world.

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

/** A fetch that records each request and its status. */
function watched() {
  const seen: { url: URL; status: number; headers: Headers }[] = [];
  const watch: typeof fetch = async (url, init) => {
    const response = await fetch(url, init);
    seen.push({ url: new URL(String(url)), status: response.status, headers: new Headers(init?.headers) });
    return response;
  };
  return { fetch: watch, seen };
}

describe('every operation gets its answer from the service', () => {
  const calls: [OperationId, (client: RfClient) => Promise<object>, string[]][] = [
    ['listScores', (client) => client.listScores(), ['data', 'next_cursor', 'limitations_disclosure']],
    ['getScore', (client) => client.getScore(SLUG), ['rf_decision_object', 'verification_id', 'verify_url']],
    ['getScoreHistory', (client) => client.getHistory(SLUG), ['data', 'next_cursor']],
    ['getScoreChanges', (client) => client.getChanges(SLUG), ['from', 'to', 'delta', 'parts']],
    ['getScorePeers', (client) => client.getPeers(SLUG), ['rank', 'count', 'data']],
    ['resolve', (client) => client.resolve([SLUG]), ['data', 'limitations_disclosure']],
    ['getMethodology', (client) => client.getMethodology(), ['modules', 'hard_rules', 'sign_off']],
    ['listIssuances', (client) => client.listIssuances(), ['data', 'next_cursor']],
    ['listEvents', (client) => client.listEvents({ limit: 1 }), ['data', 'next_after', 'next_cursor']],
    ['getUsage', (client) => client.getUsage(), ['window', 'totals']],
    ['getStatus', (client) => client.getStatus(), ['uptime', 'freshness']],
    ['listPublicScores', (client) => client.listPublicScores(), ['data']],
    ['listPublicHistories', (client) => client.listPublicHistories(), ['data', 'since', 'next_cursor']],
    ['getPublicHistory', (client) => client.getPublicHistory(SLUG), ['data', 'slug', 'next_cursor']],
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

  test('public operations need no key', async () => {
    const client = as(null);
    const [scores, status] = await Promise.all([client.listPublicScores(), client.getStatus()]);
    assert.equal(scores.data.length, status.freshness.providers);
    assert.match(await client.getCheckpoint(), /^rf-demo\n/);
  });
});

test('iterating gives the rows of the whole list, requesting one page at a time', async () => {
  const { fetch, seen } = watched();
  const client = as('PROFESSIONAL', { fetch });
  const { data } = await client.listScores({ sort: '-final_score' });
  seen.length = 0;
  const rows = await Array.fromAsync(client.iterateScores({ sort: '-final_score', pageSize: 4 }));
  assert.deepEqual(rows, data);
  assert.equal(seen.length, Math.ceil(data.length / 4));
  const changes = await Array.fromAsync(client.iterateChangelog({ pageSize: 7 }));
  assert.deepEqual(changes, (await client.getChangelog({ limit: 1000 })).data);
  const history = await Array.fromAsync(client.iterateHistory(SLUG, { pageSize: 1 }));
  assert.deepEqual(history, (await client.getHistory(SLUG)).data);
  await Array.fromAsync(client.iterateIssuances({ pageSize: 1 }));
  const first = await Array.fromAsync(client.iterateScores({ sort: '-final_score', limit: 3, pageSize: 2 }));
  assert.deepEqual(first, data.slice(0, 3), 'limit is the total');
});

test('each call gives the rate limit of its own response', async () => {
  const client = as('PROFESSIONAL');
  const limits = await Promise.all(
    Array.from({ length: 5 }, async () => (await client.getScore(SLUG).withResponse()).response.rateLimit!),
  );
  for (const { policy, limit, window } of limits) {
    assert.deepEqual({ policy, limit, window }, { policy: 'professional', limit: 1000, window: 3600 });
  }
  const remaining = limits.map((limit) => limit.remaining!);
  assert.equal(new Set(remaining).size, 5, `each request counts: ${remaining}`);
  assert.ok(limits.every(({ reset }) => Math.abs(reset! - Date.now() / 1000 - 3600) < 120));
  const { response } = await client.listPublicScores().withResponse();
  assert.deepEqual(response.rateLimit, {
    policy: 'public-scores',
    limit: 60,
    window: 60,
    remaining: null,
    reset: null,
  });
  assert.equal((await client.getStatus().withResponse()).response.rateLimit, null);
  await assert.rejects(client.getScore('no-such-provider'), (error) => {
    assert.ok(error instanceof NotFoundError);
    assert.equal(error.rateLimit?.limit, 1000);
    return true;
  });
});

test('no further page is requested after the caller stops iterating', async () => {
  const { fetch, seen } = watched();
  for await (const row of as('PROFESSIONAL', { fetch }).iterateScores({ pageSize: 2 })) {
    assert.ok(row.name);
    break;
  }
  assert.equal(seen.length, 1);
});

test('include adds the decision object to rows, and as_of gives the answer of an earlier day', async () => {
  const client = as('PROFESSIONAL');
  const { data } = await client.listScores({ include: 'rf_decision_object', limit: 3 });
  assert.ok(data.every((row) => row.rf_decision_object?.summary));
  const then = await client.getScore(SLUG, { as_of: '2026-05-01' });
  assert.equal(then.as_of?.slice(0, 10), '2026-05-01');
});

describe('errors', () => {
  test('a missing and a wrong key', async () => {
    await assert.rejects(as(null).listScores(), (error) => {
      assert.ok(error instanceof AuthenticationError);
      assert.equal(error.code, 'missing_api_key');
      assert.match(error.requestId ?? '', /^[0-9a-f-]{36}$/);
      return true;
    });
    const wrong = new RfClient({ baseUrl: demo.url, apiKey: 'rf_live_nothing' });
    await assert.rejects(wrong.getScore(SLUG), { name: 'AuthenticationError', code: 'invalid_api_key' });
  });

  test('a tier that is too low names the required tier', async () => {
    const { verification_id } = await as('PROFESSIONAL').getScore(SLUG);
    await assert.rejects(as('PROFESSIONAL').getComputation(verification_id), (error) => {
      assert.ok(error instanceof EntitlementError);
      assert.equal(error.requiredTier, 'ENTERPRISE');
      assert.equal(error.keyTier, 'PROFESSIONAL');
      assert.equal(error.workspaceTier, 'PROFESSIONAL');
      return true;
    });
  });

  test('an unknown provider, and every invalid parameter at once', async () => {
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

test('a score request is filed once; another body with the same idempotency key is a conflict', async () => {
  const client = as(null);
  const request = { provider_name: 'Quillfen Savings', planner_type: 'fiat' } as const;
  const first = await client.requestScore(request, { idempotencyKey: 'sdk-test' });
  assert.deepEqual(await client.requestScore(request, { idempotencyKey: 'sdk-test' }), first);
  const other = { provider_name: 'Another' };
  await assert.rejects(client.requestScore(other, { idempotencyKey: 'sdk-test' }), ConflictError);
  assert.notEqual((await client.requestScore(request)).request_id, first.request_id);
});

test('with etagCache an unchanged answer is not downloaded again', async () => {
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
    'two answers are kept, so the third replaced the first',
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

  test('every published indicator replays and verifies, in the remembered log', async () => {
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

  test('a changed public statement fails', async () => {
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

  test('tiles of another log are not mistaken for a fork', async () => {
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

test('a tool call reaches the agent endpoint, which refuses a key outside the pilot', async () => {
  const { fetch, seen } = watched();
  const answer = await as('FREE', { fetch })
    .callTool('get_methodology')
    .catch((error) => error);
  assert.equal(seen[0]!.url.pathname, '/api/mcp');
  assert.ok(answer.status === 404 || answer.status === 403, String(answer));
});

test('the iterator of events goes on after a sequence number, page by page', async () => {
  const client = as('FREE');
  const { data, next_after } = await client.listEvents({ limit: 3 });
  assert.equal(next_after, data.at(-1)!.data.sequence);
  const sequences: number[] = [];
  for await (const event of client.iterateEvents({ after: data[0]!.data.sequence, pageSize: 1 })) {
    sequences.push(event.data.sequence);
    if (sequences.length === 2) break;
  }
  assert.deepEqual(
    sequences,
    data.slice(1).map((event) => event.data.sequence),
  );
});
