// Which answers of a read are kept: those that programs ask for again and again never wait for the store twice.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPERATIONS } from '@rf-indicators/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isHotRead } from '../../src/api/hot-reads.ts';
import { publishedHandler } from '../../src/http/published-route.ts';
import { SharedReads } from '../../src/http/shared-reads.ts';
import { prepareBody } from '../../src/rendering/body.ts';
import { Published } from '../../src/rendering/published.ts';
import type { ReadProblem } from '../../src/rendering/reading.ts';

function reading(problem: ReadProblem) {
  const published = new Published(1024 * 1024);
  const reads: object[] = [];
  const handle = publishedHandler(OPERATIONS.getScore, {
    baseUrl: 'https://indicators.example',
    published,
    sharedReads: new SharedReads(published),
    askReader: async (_, parameters) => {
      reads.push(parameters);
      return problem;
    },
    isHot: isHotRead,
  });
  const get = async (query: Record<string, string> = {}) => {
    let sent = '';
    const raw = {
      headersSent: false,
      writeHead: () => raw,
      end: (bytes: Buffer) => (sent = bytes.toString()),
    };
    const request = { id: `request-${reads.length}`, params: { providerId: 'gone' }, query, admission: null };
    await handle(request as unknown as FastifyRequest, { raw, hijack: () => {} } as unknown as FastifyReply);
    return JSON.parse(sent);
  };
  return { published, reads, get };
}

const withdrawn = { problem: 'indicator_withdrawn', withdrawn_at: '2026-04-26T12:00:00.000Z' } as const;

test('a withdrawal is read once, until something is published', async () => {
  const { published, reads, get } = reading(withdrawn);
  const first = await get();
  assert.deepEqual([first.code, first.withdrawn_at], ['indicator_withdrawn', withdrawn.withdrawn_at]);
  const { request_id, ...again } = await get();
  assert.deepEqual({ ...again, request_id: first.request_id }, first);
  assert.notEqual(request_id, first.request_id, 'each problem names its own request');
  assert.equal(reads.length, 1);
  published.swap([]);
  await get();
  assert.equal(reads.length, 2);
});

test('problems of which anyone can ask for any number are not kept', async () => {
  const past = reading(withdrawn);
  await past.get({ as_of: '2026-05-01' });
  await past.get({ as_of: '2026-05-01' });
  assert.equal(past.reads.length, 2);
  const unknown = reading({ problem: 'provider_not_found' });
  await unknown.get();
  await unknown.get();
  assert.equal(unknown.reads.length, 2);
});

test('after a publication, a kept score is offered to the reader, and sent again if it is still valid', async () => {
  const published = new Published(1024 * 1024);
  const body = prepareBody('{"final_score":1}', { lastModified: 0 });
  const offered: (string | undefined)[] = [];
  const handle = publishedHandler(OPERATIONS.getScore, {
    baseUrl: 'https://indicators.example',
    published,
    sharedReads: new SharedReads(published),
    askReader: async (_id, _parameters, older) => {
      offered.push(older?.source);
      return older === undefined
        ? { body, toKeep: body, source: 'row 1' }
        : { body: older.body, toKeep: older.body, source: older.source };
    },
    isHot: isHotRead,
  });
  const sent: unknown[] = [];
  const raw = { headersSent: false, writeHead: () => raw, end: (bytes: unknown) => sent.push(bytes) };
  const request = {
    ...{ id: 'request', params: { providerId: 'acorn' }, query: {}, admission: null },
    raw: { method: 'GET', headers: {} },
  };
  const get = () =>
    handle(request as unknown as FastifyRequest, { raw, hijack: () => {} } as unknown as FastifyReply);
  await get();
  await get();
  assert.deepEqual(offered, [undefined], 'the second was in memory');
  published.swap([]);
  await get();
  await get();
  assert.deepEqual(offered, [undefined, 'row 1']);
  assert.equal(sent.length, 4);
  assert.ok(sent.every((bytes) => bytes === body.identity![0]));
});
