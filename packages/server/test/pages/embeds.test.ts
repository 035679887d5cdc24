// What pages of others can show of a provider: a frame, a picture, a badge, and the description of them.

import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { codeBlocks } from '../../../../test/support/guide-blocks.ts';
import { renameProvider } from '../../../../test/support/naming.ts';
import { until } from '../../../../test/support/until.ts';
import { scoreChart } from '../../src/rendering/embeds/chart.ts';
import { providerSite } from './provider-site.ts';

const { url, office, scores, textOf, withdrawnIds } = await providerSite();
const { slug, name } = scores[0]!;
const get = (path: string) => fetch(url + path, { redirect: 'manual' });
const policyOf = (response: Response) => response.headers.get('content-security-policy')!;

test('others may frame the embedded page and no other, and it has no script and no cookie', async () => {
  for (const path of [`/embed/${slug}`, `/embed/${slug}.svg`, '/embed/nobody']) {
    const response = await get(path);
    const text = await response.text();
    const policy = policyOf(response);
    assert.match(policy, /frame-ancestors \*/);
    assert.match(policy, /default-src 'none'/);
    assert.doesNotMatch(policy, /script-src|unsafe/);
    assert.equal(response.headers.get('x-frame-options'), null);
    assert.equal(response.headers.get('set-cookie'), null);
    assert.doesNotMatch(text, /<script|<form| on\w+=| style="/);
  }
  for (const path of ['/', `/providers/${slug}`, '/sign-in', '/embed', '/cards/site.png', '/request']) {
    const response = await fetch(url + path, { headers: { accept: 'text/html' } });
    assert.match(policyOf(response) ?? '', /frame-ancestors 'none'/, path);
  }
});

test('the policy of a picture allows its own style sheet and no other', async () => {
  for (const theme of ['auto', 'light', 'dark']) {
    const response = await get(`/embed/${slug}.svg?theme=${theme}`);
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(await response.text())!;
    const digest = hash('sha256', style, 'base64');
    assert.ok(policyOf(response).includes(`style-src 'sha256-${digest}'`), theme);
  }
});

test('an embedded page says what the public API says, in the theme that was asked for', async () => {
  const text = await textOf(`/embed/${slug}`);
  assert.ok(text.includes(`${scores[0]!.final_score.toFixed(2)}</span>`));
  assert.ok(text.includes(`/verify/${scores[0]!.verification_id}"`));
  assert.ok(text.includes('Demonstration: fictional.'));
  assert.doesNotMatch(text, /data-theme/);
  assert.match(await textOf(`/embed/${slug}?theme=dark`), /<html lang="en" data-theme="dark">/);
  assert.match(await textOf(`/embed/${slug}?theme=light`), /<html lang="en" data-theme="light">/);
  assert.doesNotMatch(await textOf(`/embed/${slug}?theme="><b>`), /data-theme|<b>/);
  const [stale] = scores.filter((score) => score.stale);
  assert.match(await textOf(`/embed/${stale!.slug}`), /stale since \d+ \w+ \d+/);
  const gone = await (await fetch(`${url}/providers/${withdrawnIds()[0]}`)).url.split('/').at(-1);
  assert.match(await textOf(`/embed/${gone}`), /Withdrawn/);
});

test('a provider is embedded by its slug, and unknown ones are not found', async () => {
  const moved = await get(`/embed/${scores[0]!.id}?theme=dark`);
  assert.equal(moved.status, 302);
  assert.equal(moved.headers.get('location'), `/embed/${slug}?theme=dark`);
  assert.equal((await get('/embed/nobody')).status, 404);
  assert.equal((await get('/embed/nobody.svg')).status, 404);
});

test('everything that the guide embeds is there', async () => {
  const code = codeBlocks('docs/use/embeds.md')
    .map(({ text }) => text.replace('GET /', 'https://rf.example/'))
    .join('');
  const addresses = [...code.matchAll(/https:\/\/rf\.example(\/[^\s"]+)/g)].map(([, path]) =>
    path!.replaceAll('brindlewick-vaults', slug).replaceAll('https://rf.example', url),
  );
  assert.equal(addresses.length, 5);
  for (const address of addresses) assert.equal((await get(address)).status, 200, address);
});

test('badge and chart have a dark variant, and otherwise follow the system', async () => {
  for (const path of [`/badges/${slug}.svg`, `/embed/${slug}.svg`]) {
    const [auto, light, dark] = [
      await textOf(path),
      await textOf(`${path}?theme=light`),
      await textOf(`${path}?theme=dark`),
    ];
    assert.match(auto, /prefers-color-scheme:\s*dark/);
    for (const fixed of [light, dark]) assert.doesNotMatch(fixed, /prefers-color-scheme/);
    assert.match(dark, /#E8EBF0/);
    assert.doesNotMatch(light, /#E8EBF0/);
  }
});

test('hostile names stay text in a frame and in a picture', async () => {
  const hostile = '<script>alert(1)</script>"\'&]]>';
  const { desk, operator } = office;
  await renameProvider(desk, operator, slug, hostile);
  await until('the name is shown', async () => (await textOf(`/embed/${slug}`)).includes('&lt;script&gt;'));
  for (const path of [`/embed/${slug}`, `/embed/${slug}.svg`])
    assert.doesNotMatch(await textOf(path), /<script/);
  await renameProvider(desk, operator, slug, name);
  const history = { steps: [], since: 0, until: 1 };
  const long = { name: '東京'.repeat(30), slug, current: null, withdrawnAt: null, history };
  const chart = scoreChart(long, { siteName: 'A'.repeat(80), isDemo: false, theme: 'auto' });
  assert.match(chart, />(?:東京){7}東…<\/text>/);
});

interface Description {
  version: string;
  type: string;
  title: string;
  html: string;
  width: number;
  height: number;
  thumbnail_url?: string;
}

const described = (query: Record<string, string>) => get(`/oembed?${new URLSearchParams(query)}`);

test('the page of a provider names its oEmbed description, which has the frame to embed', async () => {
  const page = await textOf(`/providers/${slug}`);
  const [, link] = /<link rel="alternate" type="application\/json\+oembed" href="([^"]+)"/.exec(page)!;
  const response = await fetch(link!.replaceAll('&amp;', '&'));
  assert.equal(response.headers.get('content-type'), 'application/json');
  assert.equal(response.headers.get('access-control-allow-origin'), '*');
  const description = (await response.json()) as Description;
  assert.equal(description.version, '1.0');
  assert.equal(description.type, 'rich');
  assert.ok(description.title.startsWith(name));
  assert.ok(description.html.startsWith(`<iframe src="${url}/embed/${slug}" width="480" height="280"`));
  assert.equal((await fetch(description.thumbnail_url!)).status, 200);
});

test('an oEmbed description fits the room that there is, and pictures that do not fit are left out', async () => {
  const page = `${url}/providers/${slug}`;
  const small = (await (
    await described({ url: page, maxwidth: '300', maxheight: '200' })
  ).json()) as Description;
  assert.deepEqual([small.width, small.height], [300, 200]);
  assert.match(small.html, /width="300" height="200"/);
  assert.equal(small.thumbnail_url, undefined);
  const large = (await (await described({ url: page, maxwidth: '4000' })).json()) as Description;
  assert.deepEqual([large.width, large.height], [480, 280]);
  for (const wrong of ['0', '-1', 'wide', '1e9']) {
    assert.equal((await described({ url: page, maxwidth: wrong })).status, 400, wrong);
  }
});

test('only pages of providers here are described, in JSON only', async () => {
  const page = `${url}/providers/${slug}`;
  assert.equal((await described({ url: page, format: 'xml' })).status, 501);
  assert.equal((await described({ url: `${url}/providers/${scores[0]!.id}` })).status, 200);
  assert.equal((await described({ url: `${page}/report?x=1#y`, format: 'json' })).status, 200);
  for (const other of [
    '',
    'https://elsewhere.example/providers/x',
    `${url}.elsewhere.example/providers/${slug}`,
    `${url}/methodology`,
    `${url}/providers/nobody`,
    `${url}/providers/${slug}/../../x`,
    `javascript:alert(1)//${page}`,
  ])
    assert.equal((await described({ url: other })).status, 404, other);
  assert.equal((await get('/oembed')).status, 404);
});
