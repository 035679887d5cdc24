// The verification page while the store cannot be read: it says that it could not check, and never that an id is unknown.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { StoreUnavailable } from '../../src/http/overloaded.ts';
import { SharedReads } from '../../src/http/shared-reads.ts';
import type { PageDependencies } from '../../src/pages/dependencies.ts';
import { addKept } from '../../src/pages/verify/kept.ts';
import { addVerify } from '../../src/pages/verify/routes.ts';
import { NO_BRANDING } from '../../src/rendering/pages/site.ts';

test('an id that cannot be looked up gets a page with status 503', async (t) => {
  const published = {
    find: () => null,
    keep: () => undefined,
    swaps: 0,
  } as unknown as PageDependencies['published'];
  const dependencies = {
    baseUrl: 'https://rf.example',
    site: { ...NO_BRANDING, baseUrl: 'https://rf.example', disclosure: 'The disclosure.' },
    clock: () => 0,
    startedAt: 0,
    witnesses: [],
    published,
    sharedReads: new SharedReads(published),
    reader: { read: () => Promise.reject(new StoreUnavailable()) },
  } as unknown as PageDependencies;
  const app = fastify();
  addVerify(app, dependencies);
  addKept(app, dependencies);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  t.after(() => app.close());
  for (const path of ['', '/keep.html']) {
    const response = await fetch(`${url}/verify/RF-00000-00000-00000-00000-000000${path}`);
    assert.equal(response.status, 503);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.match(await response.text(), /<h1>Could not be checked here<\/h1>/);
  }
});
