// Files of lists: many at the same time are read one page after another, so that people who act wait for one page at most.

import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import Fastify from 'fastify';
import { until } from '../../../../test/support/until.ts';
import { addDownloads } from '../../src/console/downloads.ts';
import type { CsvPage, CsvRequest, Identified } from '../../src/console/messages.ts';
import { parseTrustProxy } from '../../src/http/limits/client-address.ts';
import { createLimits } from '../../src/http/limits/limits.ts';
import { Metrics } from '../../src/http/metrics.ts';

const PAGES = 3;
const ENOUGH = 1_000_000;

/** A page that was asked for, and answered by the test. */
interface Asked {
  person: string;
  page: number;
  answer(): void;
}

/** The name of a person is what they send as Authorization. */
async function startDownloads(t: TestContext) {
  const asked: Asked[] = [];
  let most = 0;
  const app = Fastify();
  app.decorateRequest('admission', null);
  app.decorateRequest('answers', null);
  app.decorateRequest('startedAt', 0);
  app.decorateRequest('isShared', true);
  addDownloads(app, {
    baseUrl: 'http://localhost',
    clock: () => Date.now(),
    trustedProxies: parseTrustProxy('none'),
    metrics: new Metrics(),
    limits: createLimits({
      ...{ publicScores: ENOUGH, scoreRequests: ENOUGH, scoreRequestsInAll: ENOUGH, failedKeys: ENOUGH },
      console: { perAddress: ENOUGH, perPerson: ENOUGH },
    }),
    identify: async ({ act, authorization }): Promise<Identified> => ({
      ...{ caller: { kind: 'nobody' }, act, person: authorization!, via: 'token', isFresh: false },
    }),
    performAct: () => Promise.reject(new Error('Nothing is performed here.')),
    openDocument: () => Promise.reject(new Error('There are no documents here.')),
    bookReport: () => Promise.reject(new Error('There are no reports here.')),
    csvPage: ({ person, cursor }: CsvRequest) =>
      new Promise<CsvPage>((resolve) => {
        const page = Number(cursor ?? 0);
        const next = page + 1 < PAGES ? String(page + 1) : null;
        const answer = () => {
          asked.splice(asked.indexOf(one), 1);
          resolve({ text: `page ${page} of ${person}\r\n`, nextCursor: next });
        };
        const one = { person: person!, page, answer };
        asked.push(one);
        most = Math.max(most, asked.length);
      }),
    isDamaged: () => false,
    staffUrl: () => 'http://localhost',
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  t.after(() => app.close());
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/console/audit.csv`;
  return {
    asked,
    most: () => most,
    download: (person: string) => fetch(url, { headers: { authorization: person } }),
  };
}

/** Answers pages as they are asked for, until there are `count`; gives who got each. */
async function answerPages({ asked }: { asked: readonly Asked[] }, count: number): Promise<string[]> {
  const answered: string[] = [];
  while (answered.length < count) {
    await until('a page is asked for', () => asked.length > 0);
    const [one] = asked;
    answered.push(`${one!.person} ${one!.page}`);
    one!.answer();
  }
  return answered;
}

test('30 files at the same time are read one page at a time, and each is complete', async (t) => {
  const downloads = await startDownloads(t);
  const files = Array.from({ length: 30 }, () => downloads.download('ada').then((file) => file.text()));
  await answerPages(downloads, 30 * PAGES);
  const whole = Array.from({ length: PAGES }, (_, page) => `page ${page} of ada\r\n`).join('');
  assert.deepEqual(await Promise.all(files), new Array(30).fill(whole));
  assert.equal(downloads.most(), 1);
});

test('somebody with one file does not wait for all files of somebody else', async (t) => {
  const downloads = await startDownloads(t);
  const many = Array.from({ length: 10 }, () => downloads.download('ada').then((file) => file.text()));
  await until('the first page is asked for', () => downloads.asked.length === 1);
  const one = downloads.download('bea').then((file) => file.text());
  const answered = await answerPages(downloads, 11 * PAGES);
  const place = answered.indexOf(`bea ${PAGES - 1}`);
  assert.ok(place < 10 * PAGES - 10, `Bea got her last page after ${place} others`);
  await Promise.all([...many, one]);
});

test('nobody waits without a place: 32 files for a person, 64 in all', async (t) => {
  const downloads = await startDownloads(t);
  const refusals: unknown[][] = [];
  const download = async (person: string) => {
    const response = await downloads.download(person);
    if (response.status === 200) return response.text();
    const { code, detail } = (await response.json()) as { code: string; detail: string };
    refusals.push([person, response.status, code, response.headers.get('retry-after'), detail]);
    return null;
  };
  const files = Array.from({ length: 33 }, () => download('ada'));
  await until('one is refused', () => refusals.length === 1);
  files.push(...Array.from({ length: 32 }, () => download('bea')));
  files.push(download('cleo'));
  await until('the last is refused', () => refusals.length === 2);
  const more = 'too many downloads in progress. Try again when one of them has ended.';
  assert.deepEqual(refusals, [
    ['ada', 429, 'rate_limit_exceeded', '5', `You have ${more}`],
    [refusals[1]![0], 503, 'service_unavailable', '5', `All people together have ${more}`],
  ]);
  await answerPages(downloads, 64 * PAGES);
  assert.equal((await Promise.all(files)).filter((file) => file !== null).length, 64);
});
