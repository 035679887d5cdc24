// The guides as a client gets them, from a real server with the demo's world. guides.system.test.ts uses them in a browser.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { before, test } from 'node:test';
import { renderGuide } from '../../../../scripts/guides/markdown.ts';
import { cases } from '../../../../test/support/counts.ts';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { repository } from '../../../../test/support/repository.ts';
import { GUIDES, MOVED_GUIDES } from '../../src/rendering/guides/contents.ts';
import { withAddress } from '../../src/rendering/guides/rendered.ts';

let url: string;

before(async () => {
  ({ url } = await startInProcess(wholeFile));
  if (!existsSync(path.join(repository, 'dist/clients/packages.json')))
    await import('../../../../scripts/build-clients.ts');
});

async function get(address: string): Promise<{ response: Response; text: string }> {
  const response = await fetch(url + address, { headers: { accept: 'text/html,*/*' } });
  return { response, text: await response.text() };
}

test('every guide is a page with its title, its canonical address and its Markdown', async () => {
  for (const { name, file } of GUIDES) {
    const { response, text } = await get(`/docs/${name}`);
    assert.equal(response.status, 200, name);
    assert.ok(text.includes(`<link rel="canonical" href="${url}/docs/${name}">`), name);
    assert.equal(text.match(/<h1>/g)?.length, 1, name);
    assert.doesNotMatch(text, /generated: |&lt;!--|&lt;br|\]\(/, name);
    const markdown = await get(`/docs/${name}.md`);
    assert.equal(markdown.response.headers.get('content-type'), 'text/markdown; charset=utf-8');
    const source = readFileSync(path.join(repository, file), 'utf8');
    assert.equal(markdown.text, withAddress(source, url), name);
  }
  assert.equal((await get('/docs/no-such-guide')).response.status, 404);
  assert.equal((await get('/docs/tables')).response.status, 404);
});

test('the address of a guide that became part of another one leads there', async () => {
  assert.deepEqual(Object.keys(MOVED_GUIDES), ['customers', 'desk-in-the-browser']);
  for (const [name, now] of Object.entries(MOVED_GUIDES))
    for (const form of ['', '.md']) {
      const response = await fetch(`${url}/docs/${name}${form}`, { redirect: 'manual' });
      assert.equal(response.status, 301, name);
      assert.equal(response.headers.get('location'), `/docs/${now}${form}`);
      assert.equal((await get(`/docs/${now}${form}`)).response.status, 200, now);
    }
});

test('HTML in a guide is shown as text, and links lead only to what is served', () => {
  const markdown = `# A & B\n\nText <script>alert(1)</script> and <!-- no --> \`<b>\`.\n\n<!-- generated: x -->\n\n<img src=x onerror=y>\n
[guide](webhooks.md#events) [source](../packages/core/src/a.ts) [out](https://example.org) [bad](javascript:alert(1)) [up](../../etc/passwd)
\n## Same\n\n## Same\n\n### \`code\` in it\n`;
  const { title, html, headings } = renderGuide(
    { name: 'x', label: 'X', about: 'X.', file: 'docs/use/limits.md' },
    markdown,
  );
  assert.equal(title, 'A & B');
  assert.doesNotMatch(html, /<script|<img|generated|javascript:|passwd"|core\/src/);
  assert.ok(html.includes('&lt;script&gt;') && html.includes('&lt;img src=x onerror=y&gt;'));
  assert.ok(
    html.includes(
      '<a href="/docs/webhooks#events">guide</a> source <a href="https://example.org">out</a> bad up',
    ),
  );
  assert.deepEqual(
    headings.map(({ id }) => id),
    ['same', 'same-1', 'code-in-it'],
  );
});

/** Of pages that there are many of, such as those of providers, some are visited. */
const MANY = /^\/(verify|providers|compare|changes)\b|\?/;
const MOST_OF_A_KIND = cases(3, 1000);
/** Pages of the web application, which are made in the browser. */
const APPLICATION = /^\/(sign-in|console|desk|components)\b/;

/** Not a word in capitals, the reader's own machine or a name that is reserved for examples. */
const LEADS_SOMEWHERE = /^https?:\/\/([a-z0-9-]+\.)+(?!example\b|test\b|invalid\b)[a-z]+(\/|$)/;

test('every link and anchor of every public page resolves', async () => {
  const pages = new Map<string, Promise<{ response: Response; text: string }>>();
  const load = (address: string) => {
    const known = pages.get(address) ?? get(address);
    pages.set(address, known);
    return known;
  };
  const queue = ['/', '/docs', '/docs/pages', '/terms/api'];
  const seen = new Set(queue);
  const kinds = new Map<string, number>();
  const broken: string[] = [];
  let count = 0;
  for (const from of queue) {
    const { text } = await load(from);
    const body = text.replace(/^.*?<body>/s, '');
    for (const [, quoted] of body.matchAll(/(?:href|src)="([^"]*)"/g)) {
      const link = quoted!.replaceAll('&amp;', '&');
      if (/^https?:/.test(link) && !LEADS_SOMEWHERE.test(link) && !link.startsWith(url))
        broken.push(`${from} links to ${link}`);
      if (/^(https?:|mailto:|data:)/.test(link)) continue;
      count += 1;
      const [target, anchor = ''] = link.split('#') as [string, string | undefined];
      const address = target === '' ? from : new URL(target, url + from).href.slice(url.length);
      const isMany = MANY.test(address) && !seen.has(address);
      const kind = `${address.split(/[/?]/)[1]} ${address.split('/').length}`;
      if (isMany && (kinds.get(kind) ?? 0) >= MOST_OF_A_KIND) continue;
      if (isMany) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      const { response, text: found } = await load(address);
      if (!response.ok) broken.push(`${from} links to ${link}: ${response.status}`);
      else if (anchor !== '' && !found.includes(`id="${anchor}"`)) broken.push(`${from} links to ${link}`);
      const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false;
      if (!isPage || seen.has(address) || APPLICATION.test(address)) continue;
      seen.add(address);
      queue.push(address);
    }
  }
  assert.deepEqual(broken, []);
  assert.ok(count > 1000 && seen.size > GUIDES.length + 10, `${count} links on ${seen.size} pages`);
});

test('llms.txt lists every guide as Markdown, and the sitemap has pages, providers and guides', async () => {
  const { response, text } = await get('/llms.txt');
  assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8');
  assert.match(text, /^# .+\n\n> .+\n/);
  for (const { name } of GUIDES) assert.ok(text.includes(`(${url}/docs/${name}.md)`), name);
  for (const [, address] of text.matchAll(/\]\((.*?)\)/g))
    assert.equal((await fetch(address!)).status, 200, address);

  const sitemap = await get('/sitemap.xml');
  assert.equal(sitemap.response.headers.get('content-type'), 'application/xml');
  assert.match(sitemap.text, /^<\?xml [^>]*>\s*<urlset /);
  for (const address of ['/', '/docs', '/docs/webhooks', '/providers/brindlewick-vaults'])
    assert.ok(sitemap.text.includes(`<loc>${url}${address}</loc>`), address);
  assert.ok((await get('/robots.txt')).text.includes(`Sitemap: ${url}/sitemap.xml`));
});

test('the manifest of the agent tools leads to the guide, and problems to their section', async () => {
  const { documentation_url } = JSON.parse((await get('/api/mcp')).text);
  assert.equal(documentation_url, `${url}/docs/agents`);
  const { type } = JSON.parse((await get('/api/v1/scores')).text);
  assert.ok((await get(new URL(type).pathname)).text.includes(`id="${new URL(type).hash.slice(1)}"`));
});

test('the packages of the clients have the digests that their page shows', async () => {
  const { text } = await get('/clients/');
  const files = [...text.matchAll(/href="(\/clients\/[^"]+)" download/g)].map(([, file]) => file!);
  assert.deepEqual(
    files.map((file) => path.extname(file)),
    ['.tgz', '.whl', '.tgz'],
  );
  assert.match(text, /npm install --global [^<]*\/clients\/rf-indicators-cli-/);
  for (const file of files) {
    const bytes = await (await fetch(url + file)).bytes();
    assert.ok(text.includes(createHash('sha256').update(bytes).digest('hex')), file);
  }
  assert.equal((await get('/clients/packages.json')).response.status, 404);
  assert.equal((await get('/clients/..%2f..%2fpackage.json')).response.status, 404);
});
