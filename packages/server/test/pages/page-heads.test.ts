// What search engines and previews of links read of each public page: title, description, address, picture, and data.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renameProvider } from '../../../../test/support/naming.ts';
import { until } from '../../../../test/support/until.ts';
import { linkedData } from '../../src/rendering/pages/linked-data.ts';
import { providerSite } from './provider-site.ts';

const { url, office, scores, textOf } = await providerSite();
const { slug, name } = scores[0]!;

const PAGES = [
  ...[
    '/',
    '/verify',
    '/methodology',
    '/changelog',
    '/changes/weeks',
    '/compare',
    '/access',
    '/issuances',
    '/request',
    '/status',
    '/why',
  ],
  ...[
    '/docs',
    '/docs/pages',
    '/docs/quick-start',
    '/docs/errors',
    '/docs/api',
    '/docs/api/console',
    '/search',
  ],
  ...['/clients/', '/prompts', '/terms/api', '/terms/agent'],
  ...[`/providers/${slug}`, `/providers/${slug}/report`, `/verify/${scores[0]!.verification_id}`],
];

const attribute = (text: string, pattern: RegExp) => pattern.exec(text)?.[1] ?? '';
const blocksIn = (text: string) =>
  [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, json]) => JSON.parse(json!) as Record<string, unknown>,
  );

test('every page has a title of its own, a description, one address and a picture', async () => {
  const titles = new Set<string>();
  for (const path of PAGES) {
    const text = await textOf(path);
    titles.add(attribute(text, /<title>([^<]+)<\/title>/));
    assert.ok(attribute(text, /<meta name="description" content="([^"]+)">/).length >= 50, path);
    assert.ok(attribute(text, /<meta property="og:title" content="([^"]+)">/) !== '', path);
    assert.ok(attribute(text, /<meta property="og:description" content="([^"]+)">/) !== '', path);
    assert.equal(attribute(text, /<link rel="canonical" href="([^"]+)">/), url + path);
    assert.equal(attribute(text, /<meta property="og:url" content="([^"]+)">/), url + path);
    assert.ok(
      attribute(text, /<meta property="og:image" content="([^"]+)">/).startsWith(`${url}/cards/`),
      path,
    );
    assert.ok(text.includes('<meta name="twitter:card" content="summary_large_image">'), path);
  }
  assert.equal(titles.size, PAGES.length);
});

test('the first page describes the site, its search and its data, and a provider its page and its history', async () => {
  const types = (text: string) => blocksIn(text).map((block) => block['@type']);
  const home = blocksIn(await textOf('/'));
  assert.deepEqual(
    home.map((block) => block['@type']),
    ['WebSite', 'Dataset'],
  );
  const { urlTemplate } = (home[0]!.potentialAction as { target: { urlTemplate: string } }).target;
  const found = await fetch(urlTemplate.replace('{search_term_string}', 'webhooks'));
  assert.match(await found.text(), /webhooks · Search/);
  const page = await textOf(`/providers/${slug}`);
  assert.deepEqual(types(page), ['WebPage', 'BreadcrumbList', 'Dataset']);
  for (const block of [home[1]!, blocksIn(page)[2]!]) {
    assert.ok(String(block.description).length >= 50);
    for (const { contentUrl, encodingFormat } of block.distribution as Record<string, string>[]) {
      const file = await fetch(contentUrl!);
      assert.equal(file.status, 200, contentUrl);
      assert.ok(file.headers.get('content-type')!.startsWith(encodingFormat!), contentUrl);
    }
  }
});

test('no page claims a rating or a review, which are opinions of customers', async () => {
  for (const path of PAGES) {
    for (const block of blocksIn(await textOf(path)))
      assert.doesNotMatch(JSON.stringify(block), /Rating|Review|"review|ratingValue/, path);
  }
});

test('a hostile name cannot end the block of data', async () => {
  const hostile = '</script><script>alert(1)</script><!--';
  assert.ok(
    !linkedData({ '@context': 'https://schema.org', '@type': 'Thing', hostile }).text.includes('</script><'),
  );
  const { desk, operator } = office;
  await renameProvider(desk, operator, slug, hostile);
  await until('the name is shown', async () =>
    blocksIn(await textOf(`/providers/${slug}`)).some((block) => block.name === hostile),
  );
  assert.ok(!(await textOf(`/providers/${slug}`)).includes('<script>alert'));
  await renameProvider(desk, operator, slug, name);
});
