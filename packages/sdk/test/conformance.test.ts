// Runs the cases that the client libraries of all languages share (see conformance/README.md).

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { CONFIRMATION_FAULTS } from '@rf-indicators/engine';
import { changed } from '../../../test/support/changed-text.ts';
import {
  ApiError,
  RfClient,
  type RfClientOptions,
  RfError,
  WebhookVerificationError,
  WebhookVerifier,
} from '../src/index.ts';
import { replay, verify, verifyConfirmation } from '../src/verify/index.ts';
import { repository } from './support/demo.ts';
import { PATIENCE, withoutWaiting } from './support/waits.ts';

const folder = path.join(repository, 'conformance');
const cases = JSON.parse(readFileSync(path.join(folder, 'client-cases.json'), 'utf8'));

type Arguments = Record<string, unknown>;

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: object;
  body_text?: string;
  network_fault?: boolean;
}

interface Sent {
  method: string;
  target: string;
  headers: Headers;
  body: string | null;
}

/** How this library calls each operation; operations have the names of the OpenAPI document. */
const CALLS: Record<string, (client: RfClient, given: Arguments) => Promise<unknown>> = {
  listScores: (client, query) => client.listScores(query),
  getScore: (client, { provider_id, ...query }) => client.getScore(provider_id as string, query),
  getScoreHistory: (client, { provider_id, ...query }) => client.getHistory(provider_id as string, query),
  getScoreChanges: (client, { provider_id, ...query }) => client.getChanges(provider_id as string, query),
  getScorePeers: (client, { provider_id, ...query }) => client.getPeers(provider_id as string, query),
  getMethodology: (client) => client.getMethodology(),
  getComputation: (client, { verification_id }) => client.getComputation(verification_id as string),
  listIssuances: (client, query) => client.listIssuances(query),
  getUsage: (client, query) => client.getUsage(query),
  getStatus: (client) => client.getStatus(),
  listPublicScores: (client) => client.listPublicScores(),
  listPublicHistories: (client, query) => client.listPublicHistories(query),
  getPublicHistory: (client, { slug, ...query }) => client.getPublicHistory(slug as string, query),
  getChangelog: (client, query) => client.getChangelog(query),
  verifyIndicator: (client, { verification_id }) => client.verifyIndicator(verification_id as string),
  listSigningKeys: (client) => client.listSigningKeys(),
  requestScore: (client, { idempotency_key, ...request }) =>
    client.requestScore(request as { provider_name: string }, {
      idempotencyKey: idempotency_key as string | undefined,
    }),
  callTool: (client, { tool_name, input }) => client.callTool(tool_name as string, input as object),
};

const ITERATORS: Record<string, (client: RfClient, given: Arguments) => AsyncIterable<object>> = {
  listScores: (client, query) => client.iterateScores(query),
  getChangelog: (client, query) => client.iterateChangelog(query),
};

/** A client whose requests are answered from a list, and the requests that it sent. */
function scripted(answers: readonly Answer[], options: Partial<RfClientOptions> = {}) {
  const sent: Sent[] = [];
  const answering: typeof fetch = async (url, init) => {
    assert.ok(String(url).startsWith(cases.base_url));
    sent.push({
      method: init?.method ?? '',
      target: String(url).slice(cases.base_url.length),
      headers: new Headers(init?.headers),
      body: (init?.body as string | undefined) ?? null,
    });
    const answer = answers[sent.length - 1];
    assert.ok(answer, 'more requests than answers');
    if (answer.network_fault) throw new TypeError('fetch failed');
    const body = answer.body === undefined ? (answer.body_text ?? '') : JSON.stringify(answer.body);
    return new Response(body, { status: answer.status ?? 200, headers: answer.headers ?? {} });
  };
  const client = new RfClient({
    baseUrl: cases.base_url,
    apiKey: cases.api_key,
    fetch: answering,
    ...options,
  });
  return { client, sent };
}

async function failureOf(call: Promise<unknown>): Promise<RfError | null> {
  try {
    await call;
    return null;
  } catch (error) {
    assert.ok(error instanceof RfError, String(error));
    return error;
  }
}

describe('the same requests are sent', () => {
  for (const request of cases.requests) {
    test(request.name, async () => {
      const { client, sent } = scripted([{ body: {} }]);
      await CALLS[request.operation]!(client, request.arguments);
      const [{ method, target, headers, body }] = sent as [Sent];
      assert.equal(method, request.method);
      assert.equal(target, request.target);
      assert.equal(headers.get('x-api-key'), request.sends_key ? cases.api_key : null);
      for (const [name, value] of Object.entries(request.headers ?? {}))
        assert.equal(headers.get(name), value);
      assert.deepEqual(body === null ? undefined : JSON.parse(body), request.body);
    });
  }
});

describe('the same responses become the same errors', () => {
  for (const { name, error: expected, ...answer } of cases.errors) {
    test(name, async () => {
      const { client } = scripted([answer], { maxRetries: 0 });
      const error = await failureOf(client.listScores());
      assert.ok(error instanceof ApiError);
      const found: Record<string, unknown> = {
        kind: error.name,
        status: error.status,
        code: error.code,
        title: error.problem.title,
        detail: error.problem.detail,
        request_id: error.requestId,
        retry_after: error.retryAfter,
        required_tier: Reflect.get(error, 'requiredTier'),
        key_tier: Reflect.get(error, 'keyTier'),
        workspace_tier: Reflect.get(error, 'workspaceTier'),
        withdrawn: Reflect.get(error, 'withdrawn'),
        errors: Reflect.get(error, 'errors') ?? [],
      };
      for (const [member, value] of Object.entries(expected)) assert.deepEqual(found[member], value, member);
    });
  }
});

describe('the same requests are repeated, after the same waits', () => {
  for (const retry of cases.retries) {
    test(retry.name, async () => {
      const { max_retries: maxRetries, max_wait: maxWait } = retry.options;
      const { client, sent } = scripted(retry.answers, {
        timeout: PATIENCE,
        maxRetries,
        maxWait: maxWait === undefined ? undefined : maxWait * 1000,
      });
      const { result: error, waits } = await withoutWaiting(() =>
        failureOf(CALLS[retry.operation]!(client, retry.arguments)),
      );
      assert.equal(sent.length, retry.sent);
      assert.equal(error?.name ?? null, retry.error);
      if (retry.retry_after !== undefined) assert.equal(Reflect.get(error!, 'retryAfter'), retry.retry_after);
      if (retry.waits !== undefined) {
        assert.equal(waits.length, retry.waits.length);
        for (const [at, { least, most }] of retry.waits.entries()) {
          assert.ok(waits[at]! >= least && waits[at]! <= most, `waited ${waits[at]} s`);
        }
      }
      assert.equal(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size, 1);
      assert.equal(sent[0]!.headers.has('idempotency-key'), retry.operation === 'requestScore');
    });
  }
});

describe('the same pages are requested', () => {
  for (const { name, operation, arguments: given, limit, page_size: pageSize, pages, ids } of cases.pages) {
    test(name, async () => {
      const { client, sent } = scripted(pages);
      const rows = await Array.fromAsync(ITERATORS[operation]!(client, { ...given, limit, pageSize }));
      assert.deepEqual(
        rows.map((row) => Reflect.get(row, 'id')),
        ids,
      );
      assert.deepEqual(
        sent.map(({ target }) => target),
        pages.map((page: { target: string }) => page.target),
      );
    });
  }
});

describe('the same webhook deliveries are accepted', () => {
  for (const { name, body, headers, secrets, now, tolerance_seconds, valid, reason } of cases.webhooks) {
    test(name, async () => {
      const verified = WebhookVerifier.verifyRequest(body, headers, secrets, {
        toleranceSeconds: tolerance_seconds ?? Number.POSITIVE_INFINITY,
        now: now * 1000,
      });
      if (valid) assert.deepEqual(await verified, JSON.parse(body));
      else {
        await assert.rejects(verified, (error) => {
          assert.ok(error instanceof WebhookVerificationError);
          assert.equal(error.reason, reason);
          return true;
        });
      }
      // With x-rf-signature as the only header, `verify` agrees, except that it requires no signed time.
      const { 'x-rf-signature': alone, ...others } = headers;
      if (!alone || Object.keys(others).length > 0 || secrets.length !== 1) return;
      const error = await failureOf(WebhookVerifier.verify(body, alone, secrets[0]));
      const expected = reason === 'header_missing' ? undefined : reason;
      assert.equal(error === null ? undefined : Reflect.get(error, 'reason'), expected);
    });
  }
});

const witnessesOf = (given: { witnesses?: string[]; required_witnesses?: number }) => ({
  witnesses: given.witnesses,
  requiredWitnesses: given.required_witnesses,
});

describe('the same packages pass', () => {
  for (const { name, file, changes, command, keys, fault, ...given } of cases.packages) {
    test(name, async () => {
      const text = changed(readFileSync(path.join(folder, file), 'utf8'), changes);
      const report =
        command === 'replay' ? await replay(text) : await verify(text, { keys, ...witnessesOf(given) });
      assert.equal(report.fault, fault);
      assert.equal(report.ok, fault === null);
    });
  }
});

describe('the same confirmations pass', () => {
  for (const { name, file, changes, keys, verification_id, fault, ...given } of cases.confirmations) {
    test(name, async () => {
      const text = changed(readFileSync(path.join(folder, file), 'utf8'), changes);
      const report = await verifyConfirmation(text, {
        keys,
        verificationId: verification_id,
        ...witnessesOf(given),
      });
      assert.equal(report.fault, fault);
      assert.equal(report.ok, fault === null);
    });
  }

  test('every fault has a case', () => {
    const found = new Set(cases.confirmations.map(({ fault }: { fault: string | null }) => fault));
    assert.deepEqual(found, new Set([null, ...Object.keys(CONFIRMATION_FAULTS)]));
  });
});
