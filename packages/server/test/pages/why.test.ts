// Why believe this, and the packages that anyone may read: only those of specimens, with the bytes that entitled readers get.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import type { PublicScores, Verification } from '@rf-indicators/contract';
import { parseVerifierKey, verify } from '@rf-indicators/engine';
import { decideAt } from '../../../../test/support/deciding.ts';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { temporaryFolder, wholeFile } from '../../../../test/support/lifetime.ts';
import { rf } from '../../../../test/support/rf.ts';
import { until } from '../../../../test/support/until.ts';
import { readCredentialsFile } from '../../src/demo/credentials-file.ts';

let url: string;
let dataDir: string;

before(async () => {
  ({ url, dataDir } = await startInProcess(wholeFile));
});

const SPECIMENS = ['brindlewick-vaults', 'aldertarn-bills'];

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(url + path, { headers, redirect: 'manual' });
const json = async <T>(path: string) => (await (await get(path)).json()) as T;

test('anyone reads the package of a specimen, which verifies with the published keys', async () => {
  const { data: keys } = await json<{ data: { public_key: string }[] }>('/api/public/keys');
  const verifiers = await Promise.all(keys.map(({ public_key }) => parseVerifierKey(public_key)));
  const { data: scores } = await json<PublicScores>('/api/public/scores');
  for (const slug of SPECIMENS) {
    const response = await get(`/specimens/${slug}.json`);
    assert.deepEqual(
      [response.status, response.headers.get('content-type'), response.headers.get('cache-control')],
      [200, 'application/json', 'public, max-age=60, stale-while-revalidate=300'],
    );
    const text = await response.text();
    const report = await verify(text, verifiers);
    assert.equal(report.ok, true);
    assert.equal(report.verification_id, scores.find((one) => one.slug === slug)!.verification_id);
    const again = await get(`/specimens/${slug}.json`, { 'if-none-match': response.headers.get('etag')! });
    assert.equal(again.status, 304);
    assert.equal(text, await computationOf(report.verification_id!), 'the bytes of the API');
  }
});

async function computationOf(id: string): Promise<string> {
  const { ENTERPRISE } = readCredentialsFile(dataDir)!.keys;
  return (await get(`/api/v1/computation/${id}`, { 'x-api-key': ENTERPRISE })).text();
}

test('no other package leaves the service without an entitled key', async () => {
  const { data: scores } = await json<PublicScores>('/api/public/scores');
  const others = scores.map(({ slug }) => slug).filter((slug) => !SPECIMENS.includes(slug));
  assert.ok(others.length > 5);
  const refused = [
    ...others.map((slug) => `/specimens/${slug}.json`),
    ...others.map((slug) => `/why/${slug}`),
    // Withdrawn, and never published.
    '/specimens/mirrormint-protocol.json',
    '/specimens/nobody.json',
    '/specimens/nobody',
    '/specimens/brindlewick-vaults',
    '/specimens/..%2fbrindlewick-vaults.json',
    '/specimens/BRINDLEWICK-VAULTS.json',
    '/specimens/',
    '/specimens',
    '/why/nobody',
  ];
  for (const path of refused) {
    const response = await get(path);
    assert.equal(response.status, 404, path);
    assert.doesNotMatch(await response.text(), /"package"|package_hash/, path);
  }
  const { verification_id } = scores.find(({ slug }) => slug === SPECIMENS[0])!;
  assert.equal((await get(`/api/v1/computation/${verification_id}`)).status, 401);
  // Ids of providers are public; only slugs are names of specimens.
  const { statement } = await json<Verification>(`/api/public/verify/${verification_id}`);
  const byId = await get(`/specimens/${statement.provider_id}.json`);
  assert.ok([301, 302, 404].includes(byId.status));
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const response = await fetch(`${url}/specimens/${SPECIMENS[0]}.json`, { method });
    assert.ok([404, 405].includes(response.status), method);
  }
});

test('the page offers the specimens alone, and each has its own address', async () => {
  const page = await (await get('/why')).text();
  const offered = [...page.matchAll(/<option value="([a-z]+-[a-z]+)"/g)].map(([, slug]) => slug);
  assert.deepEqual(offered, SPECIMENS);
  assert.match(page, /data-why="\/specimens\/brindlewick-vaults\.json"/);
  assert.match(page, /32 parts: 28 apply to this provider, 4 do not/);
  assert.equal(
    page.match(/<g class="part">/g)!.length,
    28 * 3,
    'the whole, the original and the altered parts',
  );
  assert.match(page, /Altered, or not ours/);
  assert.equal(
    page.match(/[Yy]our browser has not checked this/g)!.length,
    3,
    'on each of the three pictures',
  );
  assert.match(await (await get('/why/aldertarn-bills')).text(), /Aldertarn Bills<\/option>/);
  const form = await get('/why?provider=aldertarn-bills');
  assert.deepEqual([form.status, form.headers.get('location')], [302, '/why/aldertarn-bills']);
  assert.match(await (await get('/')).text(), /<a href="\/why">recomputable to the last hundredth<\/a>/);
});

test('the package of a specimen that is withdrawn is no longer there', async () => {
  const slug = SPECIMENS[1]!;
  const { staff } = readCredentialsFile(dataDir)!;
  const asked = await rf(['withdraw', slug, '--reason', 'It ended its product.'], {
    env: { RF_DATA_DIR: dataDir, RF_TOKEN: staff.operator },
  });
  assert.equal(asked.code, 0, asked.stderr);
  await decideAt(dataDir, /Requested as (\S+)\./.exec(asked.stdout)![1]!);
  for (const path of [`/specimens/${slug}.json`, `/why/${slug}`]) {
    await until(`${path} is gone`, async () => (await get(path)).status === 404);
  }
  assert.doesNotMatch(await (await get('/why')).text(), new RegExp(slug));
});

test('the example is the conformance package, as it is in the repository', async () => {
  const response = await get('/assets/examples/FX-01.json');
  const file = new URL('../../../../conformance/packages/FX-01.json', import.meta.url);
  assert.equal(await response.text(), readFileSync(file, 'utf8'));
});

test('a service without specimens shows the example, and says that it is one', async (t) => {
  const own = temporaryFolder(t);
  assert.equal((await rf(['init'], { env: { RF_DATA_DIR: own } })).code, 0);
  const empty = await startInProcess(t, { dataDir: own, demo: false });
  const page = await (await fetch(`${empty.url}/why`)).text();
  assert.match(page, /This is an example that comes with the program, and not a published score/);
  assert.match(page, /data-why="\/assets\/examples\/FX-01\.json"/);
  assert.match(page, /data-key="rf-example\+b7da5f7f\+/);
  assert.doesNotMatch(page, /data-specimens/);
  assert.equal((await fetch(`${empty.url}/specimens/brindlewick-vaults.json`)).status, 404);
});
