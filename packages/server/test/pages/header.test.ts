// The header of the site is on every page, and its bytes are the same for everybody.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';

let url: string;

before(async () => {
  ({ url } = await startInProcess(wholeFile, { env: { RF_SITE_COLOUR: '#0A7E3C' } }));
});

const PUBLIC = ['/', '/docs', '/docs/api', '/providers/brindlewick-vaults', '/nowhere-at-all'];
const APPLICATION = ['/sign-in', '/sign-in/forgot', '/console', '/console/larkfield-demo/keys', '/desk'];

const pageAt = async (path: string, cookie?: string) => {
  const response = await fetch(url + path, { headers: { accept: 'text/html', ...(cookie && { cookie }) } });
  return response.text();
};

const headerOf = (page: string) =>
  /<header class="site-header">[\s\S]*?<\/header>/.exec(page)?.[0].replaceAll(' aria-current="page"', '');

test('public pages, the console, the desk and the sign-in pages have the same header', async () => {
  const header = headerOf(await pageAt('/'))!;
  for (const to of ['/', '/changelog', '/docs', '/docs/api', '/sign-in'])
    assert.ok(header.includes(`href="${to}"`), to);
  assert.match(header, /type="search"/);
  for (const path of [...PUBLIC, ...APPLICATION]) {
    const page = await pageAt(path);
    assert.equal(headerOf(page), header, path);
    assert.ok(page.includes('href="/assets/brand.css"'), path);
    assert.ok(page.includes('href="#main"'), path);
  }
});

test('a session changes no byte of a page', async () => {
  for (const path of [...PUBLIC, ...APPLICATION])
    assert.equal(await pageAt(path, 'rf.session_token=made.up'), await pageAt(path), path);
});
