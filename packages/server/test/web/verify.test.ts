// The verification page in a real browser: it checks for itself, with a key that the reader keeps; packages are replayed,
// memos read, and the file to keep works without a network.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Changelog, PublicScores, SigningKeys, Verification } from '@rf-indicators/contract';
import { keyFingerprint } from '@rf-indicators/engine';
import { type Api, startApi } from '../../../../test/support/api.ts';
import { type Browser, launchChromium, type Page } from '../../../../test/support/chromium.ts';
import { cases } from '../../../../test/support/counts.ts';
import { temporaryFolder, wholeFile } from '../../../../test/support/lifetime.ts';
import { PATIENCE_MS } from '../../../../test/support/until.ts';

let api: Api;
let browser: Browser;
let proof: Verification;
let second: Verification;
let key: string;

before(async () => {
  await import('../../../web/build/build.ts');
  api = await startApi(wholeFile);
  browser = await launchChromium();
  const { data } = await get<PublicScores>('/api/public/scores');
  const proofs = await Promise.all(
    data.slice(0, 6).map(({ verification_id }) => get<Verification>(`/api/public/verify/${verification_id}`)),
  );
  [proof, second] = proofs.filter(({ state, stale }) => state === 'current' && !stale) as [
    Verification,
    Verification,
  ];
  key = (await get<SigningKeys>('/api/public/keys')).data[0]!.public_key;
});

after(() => browser?.close());

async function get<T>(address: string, headers: Record<string, string> = {}): Promise<T> {
  return (await (await fetch(api.url + address, { headers })).json()) as T;
}

interface Opened {
  page: Page;
  /** What the page asked for after it was loaded, besides its own files. */
  requests: { url: string; body: string | null }[];
  complaints: string[];
}

async function open(
  address: string,
  prepare: (page: Page) => Promise<unknown> = async () => {},
): Promise<Opened> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(PATIENCE_MS);
  const requests: Opened['requests'] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    if (['fetch', 'xhr'].includes(request.resourceType()))
      requests.push({ url: request.url(), body: request.postData() });
  });
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) complaints.push(message.text());
  });
  await prepare(page);
  await page.goto(api.url + address);
  return { page, requests, complaints };
}

const address = () => `/verify/${proof.verification_id}`;
const verdict = (page: Page) => page.locator('h1');
const checkedHere = (page: Page) => page.getByText('Checked by this browser.').waitFor();
/** The browser's results, by the names of the checks. */
const results = (page: Page) =>
  page.evaluate(
    `[...document.querySelectorAll('.checks tbody tr')].map((row) => row.querySelector('th').textContent + ': ' + row.querySelector('[data-by=browser]').textContent)`,
  ) as Promise<string[]>;

test('the browser checks for itself, and the verdict stays', async () => {
  const { page, requests, complaints } = await open(address());
  await checkedHere(page);
  assert.equal(await verdict(page).innerText(), 'Genuine and current');
  assert.deepEqual(await results(page), [
    'Verification id: Passed',
    'Key: Not compared',
    'Signature: Passed',
    'Checkpoint: Passed',
    'Inclusion in the log: Passed',
    'Rationale, disclosures and review: Passed',
    'Later changes: Passed',
    'This page: Passed',
  ]);
  assert.deepEqual(requests.map(({ url }) => url.slice(api.url.length)).sort(), [
    '/api/public/keys',
    `/api/public/verify/${proof.verification_id}`,
  ]);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('whatever happened to an indicator later, its verdict stays when the browser has checked', async () => {
  const { data } = await get<Changelog>('/api/public/changelog?limit=1000');
  const byVerdict = new Map<string, string>();
  for (const { verification_id } of data) {
    const { state, stale, followed_by } = await get<Verification>(`/api/public/verify/${verification_id}`);
    byVerdict.set([state, stale, followed_by.renewed_by !== null].join(), verification_id);
  }
  assert.ok(byVerdict.size >= 4, [...byVerdict.keys()].join(' '));
  for (const id of [...byVerdict.values()].slice(0, cases(2, byVerdict.size))) {
    const { page } = await open(`/verify/${id}`);
    await checkedHere(page);
    assert.match(await verdict(page).innerText(), /^Genuine/);
    assert.ok((await results(page)).every((result) => !result.endsWith('Failed')));
    await page.close();
  }
});

test('a key or fingerprint of the reader is compared, and remembered', async () => {
  const { page } = await open(address());
  await checkedHere(page);
  const enter = async (text: string) => {
    await page.locator('#pins').fill(text);
    await page.getByRole('button', { name: 'Check with these' }).click();
  };
  await enter(await keyFingerprint(key));
  await page.getByText('Checked, and kept in this browser.').waitFor();
  assert.ok((await results(page)).includes('Key: Passed'));
  await page.reload();
  await checkedHere(page);
  assert.ok((await results(page)).includes('Key: Passed'), 'the browser remembers it');
  await enter('not a key');
  await page.getByText(/is neither a key nor a fingerprint/).waitFor();
  await enter('ab'.repeat(32));
  await page.getByRole('heading', { name: 'Altered, or not ours' }).waitFor();
  assert.ok((await results(page)).includes('Key: Failed'));
  await page.getByRole('button', { name: 'Forget' }).click();
  await page.getByRole('heading', { name: 'Genuine and current' }).waitFor();
  await page.close();
});

test('an answer that was altered on its way is caught, and the page says which check failed', async () => {
  const { statement, signature, log, disclosures } = proof;
  const note = log.checkpoint.replace(/\n\d+\n/, '\n1\n');
  const alterations: [failed: string, altered: Partial<Verification>][] = [
    ['Signature', { statement: { ...statement, final_score: '99.99' } }],
    ['Signature', { signature: { ...signature, value: `AAAA${signature.value.slice(4)}` } }],
    ['Inclusion in the log', { log: { ...log, index: log.index + 1 } }],
    ['Checkpoint', { log: { ...log, checkpoint: note } }],
    ['Later changes', { state: 'withdrawn' }],
    ['Rationale, disclosures and review', { attachments: [] }],
    [
      'Rationale, disclosures and review',
      { disclosures: { ...disclosures!, responsible_team: 'Another desk' } },
    ],
  ];
  // packages/web/test/verify/tampering.test.ts has them all, without a browser.
  for (const [failed, altered] of alterations.filter((_, at) => at % cases(2, 1) === 0)) {
    const copy = { ...proof, ...altered };
    const { page } = await open(address(), (opened) =>
      opened.route('**/api/public/verify/*', (route) => route.fulfill({ json: copy })),
    );
    await page.getByRole('heading', { name: 'Altered, or not ours' }).waitFor();
    assert.ok((await results(page)).includes(`${failed}: Failed`), failed);
    assert.match(await page.locator('.verdict .lead').innerText(), new RegExp(failed));
    assert.match(await page.title(), /^Altered, or not ours/);
    await page.close();
  }
});

test('a page that shows another score than was signed is caught', async () => {
  const { page } = await open(address(), (opened) =>
    opened.route(`**${address()}`, async (route) => {
      const response = await route.fetch();
      const text = (await response.text()).replace(
        `class="score-figure">${proof.statement.final_score}`,
        'class="score-figure">99.99',
      );
      await route.fulfill({ response, body: text });
    }),
  );
  await page.getByRole('heading', { name: 'Altered, or not ours' }).waitFor();
  assert.ok((await results(page)).includes('This page: Failed'));
  await page.close();
});

test('without a network, or in a browser without Ed25519, the page says that it could not check', async () => {
  const offline = await open(address(), (page) => page.route('**/api/public/**', (route) => route.abort()));
  await offline.page.getByRole('heading', { name: 'Could not be checked here' }).waitFor();
  assert.match(await offline.page.locator('.verdict .lead').innerText(), /offline.*Genuine and current/);
  await offline.page.close();
  const old = await open(address(), (page) =>
    page.addInitScript(
      `crypto.subtle.importKey = () => Promise.reject(new DOMException('', 'NotSupportedError'));`,
    ),
  );
  await old.page.getByRole('heading', { name: 'Could not be checked here' }).waitFor();
  assert.match(await old.page.locator('.verdict .lead').innerText(), /does not know Ed25519/);
  await old.page.close();
});

test('without scripts the page shows what the server found', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(api.url + address());
  assert.equal(await verdict(page).innerText(), 'Genuine and current');
  assert.ok((await page.locator('main').innerText()).includes(proof.statement.final_score));
  assert.equal(await page.locator('#memo-text').isVisible(), false);
  assert.equal(await page.getByText('With scripts, you could also').isVisible(), true);
  await context.close();
});

test('a package that is dropped or chosen is replayed; a changed one is named with the part that differs', async () => {
  const { page, requests } = await open('/verify');
  const headers = { 'x-api-key': api.keys.ENTERPRISE };
  const answer = await get<{ data: { package: { result: { final_score: string } } } }>(
    `/api/v1/computation/${proof.verification_id}`,
    headers,
  );
  const choose = (name: string, buffer: Buffer) =>
    page.locator('#package').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  const outcome = page.locator('[data-replayed]');
  await choose('package.json', Buffer.from(JSON.stringify(answer)));
  await outcome.getByText('Equal: computing again gives the same').waitFor();
  await choose('package.json.gz', gzipSync(JSON.stringify(answer)));
  await outcome.getByText('Equal: computing again gives the same').waitFor();
  answer.data.package.result.final_score = '99.99';
  await choose('package.json', Buffer.from(JSON.stringify(answer)));
  await outcome.getByRole('heading', { name: 'Different' }).waitFor();
  assert.match(await outcome.innerText(), /First difference at \/data\/package\/result\/final_score/);
  await choose('picture.png', Buffer.of(0x89, 0x50, 0x4e, 0x47, 0xff));
  await outcome.getByText('This file cannot be read').waitFor();
  // Dropped, as a reader does it.
  const dropped = await page.evaluateHandle(
    `((transfer) => (transfer.items.add(new File(['{}'], 'x.json')), transfer))(new DataTransfer())`,
  );
  await page.dispatchEvent('[data-drop]', 'drop', { dataTransfer: dropped });
  await outcome.getByRole('heading', { name: 'Different' }).waitFor();
  assert.ok(requests.every(({ url, body }) => url === `${api.url}/api/public/keys` && body === null));
  await page.close();
});

test('a memo is read in the browser: altered figures are named, and only ids leave', async () => {
  const { page, requests } = await open('/verify');
  const { verification_id: id, statement } = proof;
  const altered = statement.final_score.replace(/.$/, (digit) => String((Number(digit) + 1) % 10));
  const memo = `A secret plan: we buy. ${statement.provider_name} scores ${statement.final_score} (${id}).\n
| Provider | Score | Id |\n| ${second.statement.provider_name} | ${second.statement.final_score} | ${second.verification_id} |`;
  const check = async (text: string) => {
    await page.locator('#memo-text').fill(text);
    await page.getByRole('button', { name: 'Check the memo' }).click();
  };
  const outcome = page.locator('[data-memo-result]');
  await check(memo);
  await outcome.getByRole('heading', { name: 'All 4 details beside an id match' }).waitFor();
  await check(memo.replace(`scores ${statement.final_score}`, `scores ${altered}`));
  await outcome.getByRole('heading', { name: '1 of 4 details does not match' }).waitFor();
  // The id of another provider, as somebody would forge it.
  await check(`${second.statement.provider_name} scores ${statement.final_score} (${id}).`);
  await outcome.getByRole('heading', { name: '1 of 2 details does not match' }).waitFor();
  assert.match(await outcome.innerText(), /The id belongs to another provider/);
  assert.match(await outcome.innerText(), /Not checked/);
  await check(`Nothing is certain, not even ${'RF-00000-00000-00000-00000-000000'} at 12.34.`);
  await outcome.getByText('No such id').waitFor();
  const allowed = [
    '/api/public/keys',
    '/provider-names.json',
    ...[id, second.verification_id, 'RF-00000-00000-00000-00000-000000'].map(
      (one) => `/api/public/verify/${one}`,
    ),
  ];
  for (const { url, body } of requests) {
    assert.ok(allowed.includes(url.slice(api.url.length)), url);
    assert.equal(body, null);
  }
  assert.ok(requests.length >= 5);
  await page.close();
});

test('the file to keep verifies from file:// without a network, and fails when it was altered', async (t) => {
  const response = await fetch(`${api.url}${address()}/keep.html`);
  assert.equal(response.status, 200);
  assert.equal(
    response.headers.get('content-disposition'),
    `attachment; filename="${proof.verification_id}.html"`,
  );
  const kept = await response.text();
  const folder = temporaryFolder(t);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, offline: true });
  t.after(() => context.close());
  const openKept = async (text: string) => {
    const file = path.join(folder, 'kept.html');
    writeFileSync(file, text);
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const complaints: string[] = [];
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('request', (request) => {
      // Its fonts are inside of it.
      if (!/^(file|data):/.test(request.url())) complaints.push(`asks for ${request.url()}`);
    });
    await page.goto(pathToFileURL(file).href);
    return { page, complaints };
  };
  const { page, complaints } = await openKept(kept);
  await page.getByRole('heading', { name: 'Unaltered, if the key is the publisher’s' }).waitFor();
  const fonts = await page.evaluate(
    'document.fonts.ready.then((fonts) => [...fonts].filter((face) => face.status === "loaded").map((face) => face.family.replaceAll(`"`, "")).sort())',
  );
  assert.deepEqual(fonts, ['IBM Plex Mono', 'Inter']);
  const fingerprint = await keyFingerprint(key);
  assert.equal((await page.locator('[data-fingerprint]').innerText()).replaceAll(' ', ''), fingerprint);
  assert.match(await page.locator('main').innerText(), /cannot vouch for itself/);
  await page.locator('#pins').fill(key);
  await page.getByRole('button', { name: 'Check with these' }).click();
  await page.getByRole('heading', { name: 'Genuine', exact: true }).waitFor();
  await page.locator('#pins').fill('ab'.repeat(32));
  await page.getByRole('button', { name: 'Check with these' }).click();
  await page.getByRole('heading', { name: 'Altered, or not ours' }).waitFor();
  assert.deepEqual(complaints, []);
  await page.close();

  const { statement, signature, log } = proof;
  const swapped = (text: string) => (text.startsWith('A') ? `B${text.slice(1)}` : `A${text.slice(1)}`);
  const alterations: [what: string, from: string, to: string][] = [
    ['the statement', `"final_score":"${statement.final_score}"`, '"final_score":"99.99"'],
    ['the signature', signature.value, swapped(signature.value)],
    ['the proof', log.inclusion_proof[0]!, swapped(log.inclusion_proof[0]!)],
    ['the checkpoint', `\\n${log.tree_size}\\n`, `\\n${log.tree_size + 1}\\n`],
    ['what it shows', `class="score-figure">${statement.final_score}`, 'class="score-figure">99.99'],
  ];
  for (const [what, from, to] of alterations) {
    assert.ok(kept.includes(from), what);
    const altered = await openKept(kept.replace(from, to));
    await altered.page.getByRole('heading', { name: 'Altered, or not ours' }).waitFor();
    await altered.page.close();
  }
});
