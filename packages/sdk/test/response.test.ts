// What a caller learns of a response: its rate limit, its status and, of an error, every mistake.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ApiError, type RateLimit, RateLimitError, RfClient, type RfClientOptions } from '../src/index.ts';

function answering(respond: (url: URL, count: number) => Response, options: Partial<RfClientOptions> = {}) {
  let count = 0;
  const fetch: typeof globalThis.fetch = async (url) => {
    count += 1;
    return respond(new URL(String(url)), count);
  };
  return new RfClient({ baseUrl: 'https://indicators.example', fetch, ...options });
}

const WINDOW = {
  'ratelimit-policy': '"professional";q=1000;w=3600',
  ratelimit: '"professional";r=999;t=3600',
  'x-ratelimit-limit': '1000',
  'x-ratelimit-remaining': '999',
  'x-ratelimit-reset': '1777204800',
};
const LIMIT: RateLimit = {
  policy: 'professional',
  limit: 1000,
  window: 3600,
  remaining: 999,
  reset: 1777204800,
};

describe('withResponse', () => {
  test('gives the data with status, headers, request id and rate limit, for one request', async () => {
    let requests = 0;
    const client = answering(() => {
      requests += 1;
      return Response.json({ data: [] }, { headers: { ...WINDOW, 'x-request-id': 'r-1' } });
    });
    const { data, response } = await client.listScores().withResponse();
    assert.deepEqual(data, { data: [] });
    assert.equal(response.status, 200);
    assert.equal(response.requestId, 'r-1');
    assert.equal(response.headers.get('ratelimit'), WINDOW.ratelimit);
    assert.deepEqual(response.rateLimit, LIMIT);
    assert.equal(requests, 1);
  });

  test('keeps calls that are under way at the same time apart', async () => {
    const client = answering((url) => {
      const remaining = url.pathname.split('/').at(-1)!;
      return Response.json({}, { headers: { ...WINDOW, 'x-ratelimit-remaining': remaining } });
    });
    const ids = Array.from({ length: 20 }, (_, index) => String(index));
    const answers = await Promise.all(ids.map((id) => client.getScore(id).withResponse()));
    assert.deepEqual(
      answers.map(({ response }) => String(response.rateLimit?.remaining)),
      ids,
    );
  });

  test('rejects like the plain promise, and leaves no rejection unhandled', async (t) => {
    const unhandled = t.mock.fn();
    process.on('unhandledRejection', unhandled);
    t.after(() => process.off('unhandledRejection', unhandled));
    const client = answering(() => new Response(null, { status: 404 }));
    await assert.rejects(client.getScore('a').withResponse(), { name: 'NotFoundError' });
    await assert.rejects(client.getScore('a'), { name: 'NotFoundError' });
    await new Promise((resolve) => setTimeout(resolve, 10));
    assert.equal(unhandled.mock.callCount(), 0);
  });

  test('tells of the response that confirmed a kept answer, not of the one that brought it', async () => {
    const client = answering(
      (_, count) => {
        const headers = { ...WINDOW, etag: '"a"', 'x-ratelimit-remaining': String(1000 - count) };
        return count === 1
          ? Response.json({ status: 'operational' }, { headers })
          : new Response(null, { status: 304, headers });
      },
      { etagCache: 1 },
    );
    await client.getStatus();
    const { data, response } = await client.getStatus().withResponse();
    assert.equal(data.status, 'operational');
    assert.equal(response.status, 304);
    assert.equal(response.rateLimit?.remaining, 998);
  });
});

describe('rate limits', () => {
  const read = async (headers: Record<string, string>) =>
    (
      await answering(() => Response.json({}, { headers }))
        .getStatus()
        .withResponse()
    ).response.rateLimit;

  test('public responses carry the policy alone', async () => {
    const headers = { 'ratelimit-policy': '"public-scores";q=60;w=60' };
    const expected = { policy: 'public-scores', limit: 60, window: 60, remaining: null, reset: null };
    assert.deepEqual(await read(headers), expected);
  });

  test('of several policies, the one that the state names counts', async () => {
    const policies = '"address";q=60;w=60, "professional";q=1000;w=3600';
    assert.deepEqual(await read({ ...WINDOW, 'ratelimit-policy': policies }), LIMIT);
  });

  test('without the headers there is none, and a malformed one is left out', async () => {
    assert.equal(await read({}), null);
    assert.equal((await read({ ...WINDOW, 'x-ratelimit-remaining': 'many' }))?.remaining, null);
  });

  test('an error carries its own', async () => {
    const problem = { code: 'rate_limited', detail: 'The limit is used up.', retry_after: 30 };
    const headers = { ...WINDOW, 'x-ratelimit-remaining': '0', 'retry-after': '30' };
    const client = answering(() => Response.json(problem, { status: 429, headers }), { maxRetries: 0 });
    await assert.rejects(client.listScores(), (error) => {
      assert.ok(error instanceof RateLimitError);
      assert.equal(error.retryAfter, 30);
      assert.deepEqual(error.rateLimit, { ...LIMIT, remaining: 0 });
      return true;
    });
  });
});

describe('messages of errors', () => {
  async function errorFor(problem: object, status = 400): Promise<ApiError> {
    const headers = { 'x-request-id': 'r-1' };
    const client = answering(() => Response.json(problem, { status, headers }));
    const error = await client.listScores().catch((caught) => caught);
    assert.ok(error instanceof ApiError);
    return error;
  }

  test('name every parameter and place in the body that is wrong', async () => {
    const errors = [
      { parameter: 'limit', code: 'invalid', message: 'must be from 1 to 1000' },
      { pointer: '/provider_name', code: 'required', message: 'is required.' },
      { pointer: '', code: 'invalid', message: 'must be an object' },
    ];
    const error = await errorFor({ code: 'invalid_parameter', detail: 'A parameter is invalid.', errors });
    assert.equal(
      error.message,
      'A parameter is invalid. limit: must be from 1 to 1000; /provider_name: is required; body: must be an object. (invalid_parameter, request r-1)',
    );
    assert.deepEqual(error.errors, errors);
  });

  test('say how to give a missing key', async () => {
    const error = await errorFor({ code: 'missing_api_key', detail: 'No API key was sent.' }, 401);
    assert.match(error.message, /^No API key was sent\. .*new RfClient\(\{ baseUrl, apiKey \}\)/);
    assert.deepEqual(error.errors, []);
  });
});
