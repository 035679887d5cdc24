// The one search of the site: what people type, and what they find first.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type SearchEntry, SearchIndex } from '@rf-indicators/contract/search';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { GUIDES } from '../../src/rendering/guides/contents.ts';
import { providerEntries } from '../../src/rendering/search/entries.ts';

let url: string;
let entries: SearchEntry[];

before(async () => {
  ({ url } = await startInProcess(wholeFile));
  const files = ['/search/providers.json', '/search/documents.json'];
  const read = async (file: string) => (await fetch(url + file)).json() as Promise<SearchEntry[]>;
  entries = (await Promise.all(files.map(read))).flat();
});

async function get(address: string): Promise<{ response: Response; text: string }> {
  const response = await fetch(url + address, { headers: { accept: 'text/html' }, redirect: 'manual' });
  return { response, text: await response.text() };
}

function firstOnPage(text: string): string | undefined {
  return /search-results">\s*<li><a href="([^"]*)"/.exec(text)?.[1];
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

test('people find what they type first', () => {
  const index = SearchIndex.of(entries);
  const found = Object.fromEntries(
    Object.keys(FIRST).map((query) => [query, index.find(query)[0]?.entry.address]),
  );
  assert.deepEqual(found, FIRST);
});

test('the server finds the same for readers without scripts', async () => {
  for (const query of ['webhook', 'pagination', 'rotate secret', 'brindlewick']) {
    const { text } = await get(`/search?q=${encodeURIComponent(query)}`);
    assert.equal(firstOnPage(text), FIRST[query], query);
  }
  const { text } = await get('/search?q=rotate+secret');
  assert.match(text, /\d+ places for “rotate secret”/);
  assert.match(text, /<mark>secret<\/mark>/i);
  const groups = [...(await get('/search?q=score')).text.matchAll(/<h2>(.*?)<\/h2>/g)].map(
    ([, title]) => title,
  );
  assert.deepEqual(groups.toSorted(), ['API reference', 'Guides', 'Operations of the console', 'Pages']);
});

test('a sentence says that nothing was found, and where to go', async () => {
  const { text } = await get('/search?q=zzzznothing');
  assert.match(text, /Nothing was found for “zzzznothing”\./);
  for (const to of ['/docs', '/docs/api', '/', '/request']) assert.ok(text.includes(`<a href="${to}">`), to);
});

test('what is typed cannot harm the page, and the old address leads here', async () => {
  const attack = await get(`/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
  assert.doesNotMatch(attack.text, /<script>alert/);
  for (const odd of [
    '',
    '?q=',
    '?q=a&q=b',
    `?q=${encodeURIComponent('(((*+?[\\')}`,
    `?q=${'x'.repeat(2000)}`,
  ])
    assert.equal((await get(`/search${odd}`)).response.status, 200, odd);
  const { response } = await get('/docs/search?q=rotate%20key');
  assert.equal(response.status, 301);
  assert.equal(response.headers.get('location'), '/search?q=rotate%20key');
});

test('every guide, operation and page can be found, and leads somewhere', async () => {
  for (const { name } of GUIDES)
    assert.ok(
      entries.some(({ address }) => address === `/docs/${name}`),
      name,
    );
  const kinds = new Set(entries.map(({ kind }) => kind));
  assert.deepEqual([...kinds].toSorted(), ['console', 'guide', 'operation', 'page', 'provider']);
  for (const { address, kind } of entries)
    if (kind === 'page') assert.equal((await get(address)).response.status, 200, address);
});

test('withdrawn providers are a group of their own', () => {
  const withdrawn = [
    { name: 'Mirrormint Protocol', slug: 'mirrormint-protocol', withdrawn_at: '2026-07-22T06:00:00Z' },
  ];
  const index = SearchIndex.of([...entries, ...providerEntries({ data: [], withdrawn })]);
  const { entry } = index.find('mirrormint')[0]!;
  assert.deepEqual([entry.kind, entry.text], ['withdrawn', 'Withdrawn on 22 Jul 2026']);
});

test('the files of the search are revalidated, and no larger than a picture', async () => {
  for (const file of ['/search/providers.json', '/search/documents.json']) {
    const response = await fetch(url + file, { headers: { 'accept-encoding': 'br' } });
    const etag = response.headers.get('etag')!;
    assert.ok(Number(response.headers.get('content-length')) < 250_000, file);
    const again = await fetch(url + file, { headers: { 'accept-encoding': 'br', 'if-none-match': etag } });
    assert.equal(again.status, 304, file);
  }
});
