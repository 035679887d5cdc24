// The one search of the site: what people type, what they find first, and that the page and the list while typing agree.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { ChangelogEntry, PublicScore } from '@rf-indicators/contract';
import { RESULT_GROUPS, type ResultGroup } from '@rf-indicators/contract/search';
import fc from 'fast-check';
import { cases } from '../../../../test/support/counts.ts';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { GUIDES } from '../../src/rendering/guides/contents.ts';
import { readGuides } from '../../src/rendering/guides/read-guides.ts';
import { readReference } from '../../src/rendering/reference/files.ts';
import { documentEntries } from '../../src/rendering/search/entries.ts';
import { anyCharacter } from '../any-character.ts';

let url: string;

before(async () => {
  ({ url } = await startInProcess(wholeFile));
});

async function get(address: string): Promise<{ response: Response; text: string }> {
  const response = await fetch(url + address, { headers: { accept: 'text/html' }, redirect: 'manual' });
  return { response, text: await response.text() };
}

async function find(query: string): Promise<ResultGroup[]> {
  const { response, text } = await get(`/search.json?q=${encodeURIComponent(query)}`);
  assert.equal(response.status, 200, query);
  return JSON.parse(text).groups;
}

interface ShownGroup {
  title: string;
  addresses: string[];
}

async function onPage(query: string): Promise<ShownGroup[]> {
  const { text } = await get(`/search?q=${encodeURIComponent(query)}`);
  return [...text.matchAll(/<h2>(.*?)<\/h2>\s*<ol class="search-results">(.*?)<\/ol>/gs)].map(
    ([, title = '', list = '']) => ({
      title,
      addresses: [...list.matchAll(/<li><a href="([^"]*)"/g)].map(([, address]) => address!),
    }),
  );
}

/** What people would type, and the first place that they should see. */
const FIRST: Readonly<Record<string, string>> = {
  webhook: '/docs/webhooks',
  webhooks: '/docs/webhooks',
  slack: '/docs/webhooks',
  pagination: '/docs/http-api#lists',
  sso: '/docs/identity',
  login: '/docs/identity',
  '2fa': '/docs/identity',
  sla: '/status',
  outage: '/status',
  portfolio: '/compare',
  errors: '/docs/errors',
  'after 429': '/docs/limits#after-a-429',
  'rate limit': '/docs/limits',
  'api key': '/docs/authentication',
  pricing: '/access',
  python: '/docs/python',
  typescript: '/docs/javascript',
  npm: '/docs/javascript',
  mcp: '/docs/agents',
  glossary: '/docs/glossary',
  'rotate secret': '/docs/webhooks#rotating-the-secret',
  'check signature': '/docs/webhooks#checking-the-signature',
  backup: '/docs/operating#backup-and-restore',
  postgres: '/docs/operating#postgresql',
  docker: '/docs/deploying#container',
  badge: '/docs/embeds',
  'get score': '/docs/api/get-score',
  'score history': '/docs/api/get-score-history',
  'create key': '/docs/api/console/keys-create',
  'request a score': '/request',
  brindlewick: '/providers/brindlewick-vaults',
  'brindlewick vaults': '/providers/brindlewick-vaults',
  methodology: '/methodology',
  openapi: '/docs/api/get-open-api',
  'first score': '/docs/first-score',
};

test('people find what they type first', async () => {
  const found: Record<string, string | undefined> = {};
  for (const query of Object.keys(FIRST)) found[query] = (await find(query))[0]?.results[0]?.address;
  assert.deepEqual(found, FIRST);
});

test('the page has the same groups in the same order, and more of each', async () => {
  for (const query of [
    'webhook',
    'rotate secret',
    'brindlewick',
    'correction',
    'score',
    'brindelwick',
    'key',
  ]) {
    const groups = await find(query);
    const shown = await onPage(query);
    assert.deepEqual(
      shown.map(({ title }) => title),
      groups.map(({ kind }) => RESULT_GROUPS[kind]),
      query,
    );
    for (const [at, { results }] of groups.entries())
      assert.deepEqual(
        shown[at]!.addresses.slice(0, results.length),
        results.map(({ address }) => address),
        `${query}: ${shown[at]!.title}`,
      );
  }
  const { text } = await get('/search?q=rotate+secret');
  assert.match(text, /\d+ places for “rotate secret”/);
  assert.match(text, /<mark>secret<\/mark>/i);
});

test('everything that is found leads somewhere, and a list is no longer than a screen or two', async () => {
  const addresses = new Set<string>();
  for (const query of ['s', 're', 'score', 'the', 'band change', 'mirrormint', 'ferrocline', 'key']) {
    const results = (await find(query)).flatMap((group) => group.results);
    assert.ok(results.length <= 24, `${query}: ${results.length}`);
    for (const { address } of results) addresses.add(address);
  }
  for (const address of addresses) assert.equal((await get(address)).response.status, 200, address);
});

test('a withdrawn provider is found, and says so', async () => {
  const [group] = await find('mirrormint');
  assert.equal(group?.kind, 'provider');
  const [{ title, text } = { title: '' }] = group!.results;
  assert.equal(title, 'Mirrormint Protocol');
  assert.match(text!.join(''), /^Withdrawn on \d+ \w+ 2026$/);
  const [current] = (await find('brindlewick vaults'))[0]!.results;
  assert.match(current!.text!.join(''), /^(?:Low|Medium|Elevated|High) risk · \d+\.\d\d$/);
});

test('ids of indicators, providers and changes are found, also in part and as people copy them', async () => {
  const read = async (path: string) => JSON.parse((await get(path)).text).data;
  const [score]: PublicScore[] = await read('/api/public/scores');
  const [change]: ChangelogEntry[] = await read('/api/public/changelog?limit=1');
  const { verification_id, slug, id } = score!;
  const symbols = verification_id.slice(3).replaceAll('-', '');
  for (const typed of [
    verification_id,
    ` ${verification_id.toLowerCase()} `,
    `rf ${symbols}`,
    `RF-${symbols.replaceAll('0', 'O').replaceAll('1', 'l')}`,
    verification_id.slice(0, 13),
  ]) {
    const [group] = await find(typed);
    assert.deepEqual([group?.kind, group?.results[0]?.address], ['id', `/verify/${verification_id}`], typed);
  }
  // A score that is no longer the current one says so.
  const withdrawn: ChangelogEntry[] = await read('/api/public/changelog?kinds=withdrawal&limit=1');
  const [ofWithdrawn] = await find(withdrawn[0]!.verification_id);
  assert.match(ofWithdrawn!.results[0]!.text!.join(''), /published on .* · withdrawn$/);
  for (const typed of [id, id.toUpperCase(), id.replaceAll('-', ''), id.slice(0, -3)]) {
    const ids = (await find(typed)).find(({ kind }) => kind === 'id');
    assert.ok(
      ids?.results.some(({ address }) => address === `/providers/${slug}`),
      typed,
    );
  }
  const [ofChange] = await find(change!.id);
  assert.ok(ofChange!.results[0]!.title.endsWith(change!.provider_name));
  assert.equal(ofChange!.results.length, 1);
  // Nothing, not an error: an id that nobody published.
  for (const typed of ['RF-ZZZZZ-ZZZZZ', 'ffffffff-ffff-7fff-bfff-ffffffffffff', 'RF-UUUU'])
    assert.deepEqual(
      (await find(typed)).filter(({ kind }) => kind === 'id'),
      [],
      typed,
    );
});

test('changes are found by their provider and by their kind, newest first', async () => {
  const ofProvider = (await find('brindlewick')).find(({ kind }) => kind === 'change')!;
  assert.ok(ofProvider.results.length > 0 && ofProvider.results.length <= 3);
  for (const { title } of ofProvider.results) assert.match(title, /: Brindlewick Vaults$/);
  const [corrections] = await find('corrections');
  assert.equal(corrections!.kind, 'change');
  for (const { title } of corrections!.results) assert.match(title, /^Correction: /);
});

test('one or two wrong letters lead to similar names', async () => {
  const [similar] = await find('brindelwick');
  assert.deepEqual(
    [similar?.kind, similar?.results[0]?.address],
    ['similar', '/providers/brindlewick-vaults'],
  );
  const { text } = await get('/search?q=mirormynt');
  assert.match(text, /Mirrormint Protocol/);
});

test('a sentence says that nothing was found, and where to go', async () => {
  const { text } = await get('/search?q=zzzznothing');
  assert.match(text, /Nothing was found for “zzzznothing”\./);
  for (const to of ['/docs', '/docs/api', '/', '/request']) assert.ok(text.includes(`<a href="${to}">`), to);
  assert.deepEqual(await find('zzzznothing'), []);
});

test('what is typed cannot harm the page, and the old address leads here', async () => {
  const attack = await get(`/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
  assert.doesNotMatch(attack.text, /<script>alert/);
  const odd = ['', '?q=', '?q=a&q=b', '?q[]=a', `?q=${'x'.repeat(2000)}`, '?q=%00', '?q=%FF', '?q=%ED%A0%80'];
  const letters = fc.sample(fc.string({ unit: anyCharacter, maxLength: 200 }), cases(30, 1000));
  const patterns = ['(((*+?[\\', "' or 1=1 --", '%', '_', '\u202e', '-'.repeat(300), 'RF-'.repeat(50)];
  for (const text of [...letters, ...patterns]) odd.push(`?q=${encodeURIComponent(text.toWellFormed())}`);
  for (const query of odd)
    for (const path of ['/search', '/search.json']) {
      const { response } = await get(path + query);
      assert.ok(response.status === 200 || response.status === 400, `${path}${query}: ${response.status}`);
    }
  const { response } = await get('/docs/search?q=rotate%20key');
  assert.equal(response.status, 301);
  assert.equal(response.headers.get('location'), '/search?q=rotate%20key');
});

test('every guide, operation and page can be found', async () => {
  const entries = documentEntries(await readGuides(url), await readReference());
  for (const { name } of GUIDES)
    assert.ok(
      entries.some(({ address }) => address === `/docs/${name}`),
      name,
    );
  for (const { address, kind } of entries)
    if (kind === 'page') assert.equal((await get(address)).response.status, 200, address);
});

test('the list is revalidated, and small', async () => {
  const address = `${url}/search.json?q=score`;
  const response = await fetch(address, { headers: { 'accept-encoding': 'identity' } });
  assert.ok((await response.text()).length < 12_000);
  const again = await fetch(address, {
    headers: { 'accept-encoding': 'identity', 'if-none-match': response.headers.get('etag')! },
  });
  assert.equal(again.status, 304);
});
