// The table of cases that every client library is held against, in whatever language it is written.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import {
  ApiError,
  RfClient,
  type RfClientOptions,
  RfError,
  WebhookVerificationError,
  WebhookVerifier,
} from '../src/index.ts';
import { replay, verify } from '../src/verify/index.ts';
import { repository } from './support/demo.ts';
import { type ScriptedAnswer, startScripted } from './support/scripted.ts';

interface Call {
  method: string;
  path?: string[];
  query?: object;
  body?: object;
  idempotency_key?: string;
}

interface Settings {
  timeout_seconds?: number;
  max_retries?: number;
  max_wait_seconds?: number;
}

const cases = JSON.parse(readFileSync(path.join(repository, 'conformance/client-cases.json'), 'utf8'));

function clientFor(url: string, settings: Settings = {}): RfClient {
  const options: RfClientOptions = { baseUrl: url, apiKey: cases.api_key };
  if (settings.timeout_seconds !== undefined) options.timeout = settings.timeout_seconds * 1000;
  if (settings.max_retries !== undefined) options.maxRetries = settings.max_retries;
  if (settings.max_wait_seconds !== undefined) options.maxWait = settings.max_wait_seconds * 1000;
  return new RfClient(options);
}

/** Arguments in the order of this library: what stands in the path, the body, the parameters, options. */
function run(client: RfClient, call: Call): unknown {
  const args: unknown[] = [...(call.path ?? [])];
  if (call.body !== undefined) args.push(call.body);
  if (call.query !== undefined) args.push(call.query);
  if (call.idempotency_key !== undefined) args.push({ idempotencyKey: call.idempotency_key });
  const method = client[call.method as keyof RfClient] as (...given: unknown[]) => unknown;
  return method.apply(client, args);
}

async function failureOf(call: () => unknown): Promise<RfError | null> {
  try {
    await call();
    return null;
  } catch (error) {
    assert.ok(error instanceof RfError, String(error));
    return error;
  }
}

describe('the same requests are sent', { concurrency: true }, () => {
  for (const { name, call, request } of cases.requests) {
    test(name, async () => {
      const server = await startScripted();
      await run(clientFor(server.url), call);
      await server.stop();
      assert.equal(server.asked.length, 1);
      const [asked] = server.asked;
      assert.equal(asked!.method, request.method);
      assert.equal(asked!.path, request.path);
      assert.deepEqual(asked!.query, request.query);
      for (const [header, value] of Object.entries(request.headers)) {
        assert.equal(asked!.headers[header] ?? null, value, header);
      }
      if (request.json !== undefined) assert.deepEqual(JSON.parse(asked!.body), request.json);
    });
  }
});

describe('the same refusals become the same errors', { concurrency: true }, () => {
  for (const { name, answer, error: expected } of cases.refusals) {
    test(name, async () => {
      const server = await startScripted();
      server.answer(answer);
      const error = await failureOf(() => clientFor(server.url, { max_retries: 0 }).listScores());
      await server.stop();
      assert.ok(error instanceof ApiError);
      const found: Record<string, unknown> = {
        class: error.name,
        status: error.status,
        code: error.code,
        request_id: error.requestId,
        retry_after: error.retryAfter,
        required_tier: Reflect.get(error, 'requiredTier'),
        key_tier: Reflect.get(error, 'keyTier'),
        workspace_tier: Reflect.get(error, 'workspaceTier'),
        errors: Reflect.get(error, 'errors'),
      };
      for (const [member, value] of Object.entries(expected)) assert.deepEqual(found[member], value, member);
      if (answer.json?.detail !== undefined)
        assert.match(error.message, new RegExp(`^${answer.json.detail}`));
    });
  }
});

describe('the same requests are sent again, and no others', { concurrency: true }, () => {
  for (const retry of cases.retries) {
    test(retry.name, async () => {
      const server = await startScripted();
      server.answer(...(retry.answers as ScriptedAnswer[]));
      const error = await failureOf(() => run(clientFor(server.url, retry.client), retry.call));
      await server.stop();
      assert.equal(server.asked.length, retry.sent);
      assert.equal(error?.name ?? null, retry.error);
      if (retry.retry_after !== undefined) assert.equal(Reflect.get(error!, 'retryAfter'), retry.retry_after);
      for (const [at, seconds] of (retry.waits_seconds ?? []).entries()) {
        const waited = server.asked[at + 1]!.at - server.asked[at]!.at;
        // Timers may be early by a millisecond.
        assert.ok(waited >= seconds * 1000 - 2, `waited ${waited} ms`);
      }
      if (retry.same_header !== undefined) {
        const values = new Set(server.asked.map(({ headers }) => headers[retry.same_header]));
        assert.equal(values.size, 1);
        assert.match(String([...values][0]), /^[!-~]{16,}$/);
      }
    });
  }
});

describe('pages are followed alike', { concurrency: true }, () => {
  for (const { name, call, answers, queries, names } of cases.pages) {
    test(name, async () => {
      const server = await startScripted();
      server.answer(...answers);
      const rows = await Array.fromAsync(run(clientFor(server.url), call) as AsyncIterable<{ name: string }>);
      await server.stop();
      assert.deepEqual(
        rows.map((row) => row.name),
        names,
      );
      assert.deepEqual(
        server.asked.map(({ query }) => query),
        queries,
      );
    });
  }
});

describe('deliveries are believed alike', () => {
  for (const { name, body, verify: alone, request, fault } of cases.webhooks) {
    test(name, async () => {
      const verified = alone
        ? WebhookVerifier.verify(body, alone.signature, alone.secret)
        : WebhookVerifier.verifyRequest(body, request.headers, request.secrets, {
            toleranceSeconds: request.tolerance_seconds,
            now: request.now * 1000,
          });
      if (fault === null) assert.deepEqual(await verified, JSON.parse(body));
      else {
        await assert.rejects(verified, (error) => {
          assert.ok(error instanceof WebhookVerificationError);
          assert.equal(error.code, fault);
          return true;
        });
      }
    });
  }
});

describe('packages are judged alike', () => {
  const { file, answer, key, other_key: otherKey, cases: changes } = cases.packages;
  const source = JSON.parse(readFileSync(path.join(repository, file), 'utf8'));

  for (const change of changes) {
    test(change.name, async () => {
      const content = structuredClone(at(source, answer));
      for (const [pointer, value] of Object.entries(change.set ?? {})) place(content, pointer, value);
      for (const pointer of change.remove ?? []) place(content, pointer, undefined);
      const given = change.text ?? content;
      const keys = change.pin === 'other' ? otherKey : (at(source, key) as string);
      assert.equal((await replay(given)).fault, change.replay);
      assert.equal((await verify(given, { keys })).fault, change.verify);
    });
  }
});

function steps(pointer: string): string[] {
  return pointer.split('/').slice(1);
}

function at(value: unknown, pointer: string): object | string {
  return steps(pointer).reduce((inner, step) => Reflect.get(inner as object, step), value) as object;
}

/** Members that are undefined are not written. */
function place(value: object | string, pointer: string, member: unknown): void {
  const last = pointer.lastIndexOf('/');
  Reflect.set(at(value, pointer.slice(0, last)) as object, pointer.slice(last + 1), member);
}
