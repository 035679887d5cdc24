// The pictures that others show with a link: what is sent, and what is refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Verification } from '@rf-indicators/contract';
import { renameProvider } from '../../../../test/support/naming.ts';
import { until } from '../../../../test/support/until.ts';
import { proofsByState } from './proofs-by-state.ts';
import { providerSite } from './provider-site.ts';

const { url, office, scores, changes, textOf, withdrawnIds } = await providerSite();
const cardIn = (page: string) => /<meta property="og:image" content="([^"]+)">/.exec(page)?.[1];
const get = (path: string) => fetch(path.startsWith('http') ? path : url + path, { redirect: 'manual' });

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

async function assertCard(path: string): Promise<Buffer> {
  const response = await get(path);
  assert.equal(response.status, 200, path);
  assert.equal(response.headers.get('content-type'), 'image/png');
  const png = Buffer.from(await response.arrayBuffer());
  assert.deepEqual([...png.subarray(0, 8)], SIGNATURE);
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1200, 630], 'the size in IHDR');
  return png;
}

test('the page of a provider names its card, which is 1200 × 630 and can be kept for a minute', async () => {
  const { slug } = scores[0]!;
  const page = await textOf(`/providers/${slug}`);
  const card = cardIn(page)!;
  assert.match(card, new RegExp(`^${url}/cards/RF-[0-9A-Z-]+-(current|stale)\\.png$`));
  for (const meta of [
    'property="og:image:width" content="1200"',
    'property="og:image:height" content="630"',
    'name="twitter:card" content="summary_large_image"',
  ])
    assert.ok(page.includes(meta), meta);
  const png = await assertCard(card);
  const again = await get(card);
  assert.equal(again.headers.get('cache-control'), 'public, max-age=60, stale-while-revalidate=300');
  assert.deepEqual(Buffer.from(await again.arrayBuffer()), png);
  const tag = again.headers.get('etag')!;
  assert.equal((await fetch(card, { headers: { 'if-none-match': tag } })).status, 304);
});

test('the card of another state leads to the one that is true, and other addresses to none', async () => {
  const proofs = await proofsByState(url);
  const cardOf = ({ verification_id, state, stale }: Verification) =>
    `/cards/${verification_id}-${stale ? 'stale' : state}.png`;
  for (const state of ['current', 'stale', 'superseded', 'corrected', 'withdrawn']) {
    const proof = proofs.get(state)!;
    await assertCard(cardOf(proof));
    const other = state === 'withdrawn' ? 'current' : 'withdrawn';
    const wrong = await get(`/cards/${proof.verification_id}-${other}.png`);
    assert.equal(wrong.status, 302, state);
    assert.equal(wrong.headers.get('location'), cardOf(proof));
    assert.equal(wrong.headers.get('cache-control'), 'no-cache');
  }
  const id = proofs.get('current')!.verification_id;
  for (const path of [
    `/cards/${id}.png`,
    `/cards/${id}-rosy.png`,
    `/cards/${id}-current.svg`,
    `/cards/${id.replace(/.$/, id.endsWith('0') ? '1' : '0')}-current.png`,
    '/cards/nothing.png',
    '/cards/changes/00000000-0000-7000-8000-000000000000.png',
    '/cards/changes/..%2fsite.png',
  ])
    assert.equal((await get(path)).status, 404, path);
});

test('a withdrawn provider has a card that says so', async () => {
  const page = await (await fetch(`${url}/providers/${withdrawnIds()[0]}`)).text();
  const card = cardIn(page)!;
  assert.ok(card.endsWith('-withdrawn.png'), card);
  await assertCard(card);
});

test('a change of the band has a card, a withdrawal that of the indicator, and other entries of the changelog have none', async () => {
  const isMove = ({ previous_band: from, new_band: to }: (typeof changes)[number]) =>
    from !== null && to !== null && from !== to;
  const move = changes.find(isMove)!;
  await assertCard(`/cards/changes/${move.id}.png`);
  assert.match(await textOf(`/changes/${move.id}`), new RegExp(`/cards/changes/${move.id}\\.png`));
  const withdrawal = changes.find(({ kind }) => kind === 'withdrawal')!;
  const card = `/cards/${withdrawal.verification_id}-withdrawn.png`;
  assert.equal(cardIn(await textOf(`/changes/${withdrawal.id}`)), url + card);
  await assertCard(card);
  const same = changes.find((entry) => !isMove(entry))!;
  assert.equal((await get(`/cards/changes/${same.id}.png`)).status, 404);
});

test('every other page has the card of the site, whose address says nothing of what is drawn', async () => {
  const card = cardIn(await textOf('/methodology'))!;
  assert.equal(card, `${url}/cards/site.png`);
  await assertCard(card);
  assert.match((await get(card)).headers.get('cache-control')!, /max-age=60/);
});

test('a provider that gets another name has another card at the same address', async () => {
  const { slug, name } = scores[0]!;
  const { desk, operator } = office;
  const card = cardIn(await textOf(`/providers/${slug}`))!;
  const before = await assertCard(card);
  for (const hard of [
    '東京証券決済株式会社の信用リスク評価および担保管理のための定期報告システム用の鍵',
    '<script>alert(1)</script> & "quotes"',
    'Quarterly treasury reconciliation for the northern subsidiary',
  ]) {
    await renameProvider(desk, operator, slug, hard);
    await until('the card has the new name', async () => !(await assertCard(card)).equals(before));
  }
  await renameProvider(desk, operator, slug, name);
  await until('the old card is back', async () => (await assertCard(card)).equals(before));
});
