// Settings and arguments that cannot be used: each is an InvalidArgumentError that names what to change.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { InvalidArgumentError, RfClient, type RfClientOptions, RfError } from '../src/index.ts';

const baseUrl = 'https://indicators.example';

/** A client that must not send anything. */
function idle(options: Partial<RfClientOptions> = {}): RfClient {
  const fetch = () => assert.fail('a request was sent');
  return new RfClient({ baseUrl, apiKey: 'rf_live_x', fetch, ...options });
}

describe('settings', () => {
  function refuses(options: object | undefined, argument: string, message: RegExp): void {
    assert.throws(
      () => new RfClient(options as RfClientOptions),
      (error) => {
        assert.ok(error instanceof RfError && error instanceof InvalidArgumentError, String(error));
        assert.equal(error.argument, argument);
        assert.match(error.message, message);
        return true;
      },
    );
  }

  test('a missing address is named, with how to give it', () => {
    for (const options of [undefined, {}, { baseUrl: undefined }, { baseUrl: '' }]) {
      refuses(options, 'baseUrl', /^baseUrl is missing\. .*new RfClient\(\{ baseUrl: .*environment variable/);
    }
  });

  test('an address that is not one of a service', () => {
    const wrong = ['indicators.example', 'ftp://indicators.example', `${baseUrl}?a=b`, `${baseUrl}#a`, {}, 7];
    for (const url of wrong) refuses({ baseUrl: url }, 'baseUrl', /^baseUrl must start with http/);
    assert.throws(
      () => new RfClient({ baseUrl: 'https://me:secret@indicators.example' }),
      (error) => error instanceof InvalidArgumentError && !/secret/.test(error.message),
    );
  });

  test('a key that cannot be sent in a header', () => {
    for (const apiKey of ['', 'a b', 'a\n', 'ключ', 7])
      refuses({ baseUrl, apiKey }, 'apiKey', /not a valid key/);
  });

  test('numbers out of range', () => {
    for (const value of [0, -1, Number.NaN, '5'])
      refuses({ baseUrl, timeout: value }, 'timeout', /at least 1/);
    for (const name of ['maxRetries', 'maxWait', 'etagCache']) {
      for (const value of [-1, Number.NaN, '5']) refuses({ baseUrl, [name]: value }, name, /at least 0/);
    }
    refuses({ baseUrl, fetch: 'fetch' }, 'fetch', /function/);
  });
});

describe('arguments', () => {
  const refuses = (call: Promise<unknown>, argument: string) =>
    assert.rejects(call, (error) => {
      assert.ok(error instanceof InvalidArgumentError, String(error));
      assert.equal(error.argument, argument);
      assert.ok(error.message.length > 10);
      return true;
    });

  test('path segments and parameters that cannot be sent', async () => {
    const client = idle();
    await refuses(client.getScore('\ud800'), 'providerId');
    await refuses(client.getComputation(''), 'id');
    await refuses(client.getTile('0/../000'), 'path');
    for (const value of ['\ud800', null, {}, new Date()]) {
      await refuses(client.getScore('a', { as_of: value as string }), 'as_of');
    }
    await refuses(Array.fromAsync(client.iterateScores({ cursor: '\ud800' })), 'cursor');
    for (const value of [0, -1, 1.5, Number.NaN]) {
      await refuses(Array.fromAsync(client.iterateScores({ limit: value })), 'limit');
      await refuses(Array.fromAsync(client.iterateScores({ pageSize: value })), 'pageSize');
    }
  });

  test('bodies and idempotency keys that cannot be sent', async () => {
    const client = idle();
    const circular: { provider_name: string; self?: object } = { provider_name: 'a' };
    circular.self = circular;
    await refuses(client.requestScore(circular), 'body');
    for (const idempotencyKey of ['', 'a b', 'é', 'a\n']) {
      await refuses(client.requestScore({ provider_name: 'a' }, { idempotencyKey }), 'idempotencyKey');
    }
    await refuses(client.callTool('get_methodology', { big: 1n }), 'body');
  });

  test('options of a call', async () => {
    const client = idle();
    await refuses(client.getStatus({ timeout: Number.NaN }), 'timeout');
    const signal = { aborted: false } as AbortSignal;
    await assert.rejects(client.getStatus({ signal }), (error) => {
      assert.ok(error instanceof RfError);
      assert.ok(error.cause instanceof TypeError);
      return true;
    });
  });
});
