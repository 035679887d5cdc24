// The pages about the service: status, access, and the form to request a score.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';

let url: string;

before(async () => {
  ({ url } = await startInProcess(wholeFile));
});

async function textOf(path: string): Promise<string> {
  const response = await fetch(url + path, { redirect: 'manual' });
  assert.equal(response.status, 200, path);
  return response.text();
}

const wordsIn = (text: string) => text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

test('the page of a stale provider and its badge name the same day, though a gate was checked again too late', async () => {
  const since = async (path: string) => /Stale since \d+ \w+ \d+/.exec(await textOf(path))?.[0];
  assert.ok(await since('/providers/pennythrift'));
  assert.equal(await since('/badges/pennythrift.svg'), await since('/providers/pennythrift'));
});

test('the status page says what the status operation says, and is never cached', async () => {
  const response = await fetch(`${url}/status`);
  const text = await response.text();
  assert.equal(response.headers.get('cache-control'), 'no-store');
  assert.match(text, /<h1>Everything works<\/h1>/);
  const status = (await (await fetch(`${url}/api/v1/status`)).json()) as { uptime: { days: unknown[] } };
  assert.equal(text.match(/<rect class="(?:up|unobserved)"/g)?.length, status.uptime.days.length);
});

test('the page of tiers shows each limit, and where to ask', async () => {
  const words = wordsIn(await textOf('/access'));
  const pilot = /Agent pilot[\s\S]*?<\/tr>/.exec(await textOf('/access'))![0];
  const cells = [...pilot.matchAll(/<td\b[^>]*>([\s\S]*?)<\/td>/g)].map(([, cell]) => wordsIn(cell!).trim());
  assert.deepEqual(
    cells,
    ['no', 'yes', 'yes', 'no'],
    'only Professional and Enterprise have the agent pilot',
  );
  for (const part of ['100', '1,000', '10,000', 'from the operators of RF Risk Indicators'])
    assert.ok(words.includes(part), part);
});

function send(fields: Record<string, string>, headers: Record<string, string> = { origin: url }) {
  return fetch(`${url}/request`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
}

test('a request for a score leads to its receipt, which tells its state', async () => {
  const response = await send({
    provider_name: 'Quillmere Lending',
    provider_url: '',
    planner_type: 'btc',
    contact_email: '',
    message: 'One\r\ntwo',
  });
  assert.equal(response.status, 303);
  const receipt = response.headers.get('location')!;
  assert.match(receipt, /^\/request\/[0-9a-f-]{36}$/);
  const text = await textOf(receipt);
  assert.match(text, /<h1>Received<\/h1>/);
  assert.ok(!text.includes('Quillmere'), 'a receipt does not repeat what was asked');
});

test('a request that is not accepted comes back with its values and an error beside each field', async () => {
  const response = await send({
    provider_name: ' ',
    provider_url: 'http://<b>',
    contact_email: 'ann@',
    message: 'kept <i>',
  });
  assert.equal(response.status, 422);
  const text = await response.text();
  assert.deepEqual(
    [...text.matchAll(/<a href="#(\w+)">/g)].map(([, name]) => name),
    ['provider_name', 'provider_url', 'contact_email'],
  );
  assert.equal(text.match(/aria-invalid="true"/g)?.length, 3);
  assert.ok(text.includes('value="http://&lt;b&gt;"'));
  assert.ok(text.includes('>kept &lt;i&gt;</textarea>'));
});

test('another site cannot send the form, and a body that is no form is refused', async () => {
  const fields = { provider_name: 'Quillmere Lending' };
  assert.equal((await send(fields, { origin: 'https://elsewhere.example' })).status, 403);
  assert.equal((await send(fields, {})).status, 403);
  const json = await fetch(`${url}/request`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'text/plain' },
    body: 'provider_name=x',
  });
  assert.equal(json.status, 415);
});

test('a receipt that does not exist is a page that says so', async () => {
  for (const id of ['nonsense', '00000000-0000-7000-8000-000000000000']) {
    const response = await fetch(`${url}/request/${id}`);
    assert.equal(response.status, 404);
    assert.match(await response.text(), /<h1>No such request<\/h1>/);
  }
});

test('the form counts under the same limit as the operation', async () => {
  const fields = { provider_name: 'Quillmere Lending' };
  const statuses = [];
  for (let count = 0; count < 6; count += 1) statuses.push((await send(fields)).status);
  assert.equal(statuses.at(-1), 429);
  assert.ok(statuses.includes(303));
});

test('every page of the sitemap says in one sentence what it is about', async () => {
  const sitemap = await textOf('/sitemap.xml');
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address]) => new URL(address!).pathname,
  );
  assert.ok(paths.length > 50, String(paths.length));
  const silent: string[] = [];
  for (const path of [...paths, '/terms/api', '/terms/agent', '/docs/pages', '/search'])
    if (!/<meta name="description" content="[^"]{20,}">/.test(await textOf(path))) silent.push(path);
  assert.deepEqual(silent, []);
});
