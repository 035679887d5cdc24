// The Scores page, as readers and their browsers get it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { PublicScore } from '@rf-indicators/contract';
import { askToWithdraw } from '@rf-indicators/core/desk/publication/withdraw';
import { type Browser, launchChromium, type Page } from '../../../../test/support/chromium.ts';
import { decideMatter } from '../../../../test/support/deciding.ts';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { temporaryFolder, wholeFile } from '../../../../test/support/lifetime.ts';
import { renameProvider } from '../../../../test/support/naming.ts';
import { rf } from '../../../../test/support/rf.ts';
import { until } from '../../../../test/support/until.ts';
import { sentence } from '../../src/rendering/pages/page-words.ts';
import { type Office, officeOf } from '../http/customers.ts';

let url: string;
let office: Office;
let browser: Browser;
let scores: PublicScore[];

before(async () => {
  const server = await startInProcess(wholeFile);
  url = server.url;
  office = await officeOf({ dataDir: server.dataDir, databaseUrl: null }, wholeFile);
  browser = await launchChromium();
  scores = ((await (await fetch(`${url}/api/public/scores`)).json()) as { data: PublicScore[] }).data;
});

after(() => browser?.close());

async function textOf(path: string): Promise<string> {
  const response = await fetch(url + path, { redirect: 'manual' });
  assert.equal(response.status, 200, path);
  return response.text();
}

/** The names in the table, in the order of the page. */
function namesIn(text: string): string[] {
  return [...text.matchAll(/<th class="provider" scope="row"><a [^>]*>(.*?)<\/a>/g)].map(([, name]) => name!);
}

const wordsIn = (text: string) => text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
const safestFirst = () => scores.toSorted((a, b) => b.final_score - a.final_score).map(({ name }) => name);
const riskiestFirst = () => scores.toSorted((a, b) => a.final_score - b.final_score).map(({ name }) => name);

test('each row shows what the API says of the provider, safest first', async () => {
  const text = await textOf('/');
  assert.deepEqual(namesIn(text), safestFirst());
  const rows = text.match(/<tr class="band-[\s\S]*?<\/tr>/g)!;
  for (const { name, slug, final_score, risk_band, stale, stale_reason } of scores) {
    const row = rows.find((one) => one.includes(`>${name}</a>`))!;
    const band = risk_band.charAt(0) + risk_band.slice(1).toLowerCase();
    assert.ok(wordsIn(row).includes(` ${final_score.toFixed(2)} ${band} risk `), wordsIn(row));
    assert.ok(row.includes(`href="/providers/${slug}"`), name);
    assert.equal(row.includes('>stale<'), stale, name);
    if (stale) assert.ok(row.includes(`title="${sentence(stale_reason!)}"`));
  }
  const words = wordsIn(text);
  assert.ok(words.includes('higher is safer'));
  assert.ok(words.includes(`${scores.length} providers · 3 withdrawn · last run `));
  assert.match(text, /<title>Scores · RF Risk Indicators<\/title>/);
  assert.match(text, /<p class="demo">Demonstration/);
  assert.doesNotMatch(words, /\b(LOW|MEDIUM|ELEVATED|HIGH|NaN|null|undefined|btc)\b/);
  assert.doesNotMatch(words, /\s-\d/, 'a minus is not a hyphen');
});

test('filters and order come from the URL, and values that are not known are ignored', async () => {
  const names = (chosen: (score: PublicScore) => boolean) =>
    safestFirst().filter((name) => scores.some((score) => score.name === name && chosen(score)));
  const cases: [string, string[]][] = [
    ['/?band=high', names(({ risk_band }) => risk_band === 'HIGH')],
    ['/?type=btc', names(({ planner_type }) => planner_type === 'btc')],
    ['/?q=%20VAULTS', ['Brindlewick Vaults']],
    ['/?q=vaults&type=fiat', []],
    ['/?order=riskiest', riskiestFirst()],
    ['/?order=name', safestFirst().sort()],
    ['/?band=nonsense&type=x&order=y&page=-1&page=2&utm_source=mail', safestFirst()],
    ['/?page=99', safestFirst()],
    ['/?q=a&q=b', safestFirst()],
  ];
  for (const [path, expected] of cases) assert.deepEqual(namesIn(await textOf(path)), expected, path);
  const none = wordsIn(await textOf('/?q=zzz&type=fiat&band=low'));
  assert.ok(
    none.includes(
      'No provider that we have scored matches name “zzz”, type fiat and band Low risk. Request a score',
    ),
  );
  assert.ok(none.includes(' Clear '));
  const some = await textOf('/?band=high&order=name');
  assert.match(some, /4 of 21 <a href="\/\?order=name">Clear<\/a>/);
  assert.match(some, /<a class="segment band-high" href="\/\?order=name" [^>]*aria-current="true">/);
  assert.match(some, /href="\/scores.csv\?band=high&amp;order=name" download/);
});

test('a withdrawn provider is found, in a group of its own with the day and the reason', async () => {
  const group = (text: string) => wordsIn(/<section id="withdrawn"[\s\S]*?<\/section>/.exec(text)![0]);
  const all = group(await textOf('/'));
  const [, name, day] = /Reason (.+?) (?:bitcoin|fiat|stablecoin) (\d{1,2} [A-Z][a-z]{2} \d{4}) \S+/.exec(
    all,
  )!;
  const found = await textOf(`/?q=${encodeURIComponent(name!)}`);
  assert.deepEqual(namesIn(found), []);
  assert.ok(
    wordsIn(found).includes(`No provider with a current score matches name “${name}”. 1 withdrawn does.`),
    wordsIn(found),
  );
  assert.ok(group(found).includes(`${name} `) && group(found).includes(day!));
  // In no band, and not of every type.
  assert.equal(group(await textOf('/?band=high')).trim(), '');
  const types = await Promise.all(['btc', 'fiat', 'stablecoin'].map((type) => textOf(`/?type=${type}`)));
  assert.equal(types.filter((text) => group(text).includes(name!)).length, 1);
  // The comparison says the same, and so does its own page; a name that nobody has is another answer.
  const slug = /href="\/providers\/([^"]+)"/.exec(found.slice(found.indexOf('id="withdrawn"')))![1]!;
  const compared = wordsIn(await textOf(`/compare?providers=${slug},${scores[0]!.slug}`));
  assert.ok(compared.includes(`${name} has no current score. It was withdrawn on ${day}: `), compared);
  assert.ok(wordsIn(await textOf(`/providers/${slug}`)).includes(`Withdrawn on ${day}.`));
  const unknown = await fetch(`${url}/providers/nobody-has-this`);
  assert.equal(unknown.status, 404);
  assert.match(await unknown.text(), /No such provider/);
});

test('a form that was sent without a script leads to the URL of its filters', async () => {
  const response = await fetch(`${url}/?q=&type=&band=high&order=safest`, { redirect: 'manual' });
  assert.equal(response.status, 302);
  assert.equal(response.headers.get('location'), '/?band=high');
});

test('what a reader or a provider writes is escaped', async () => {
  const attack = '"><img src=x onerror=alert(1)>';
  assert.doesNotMatch(await textOf(`/?q=${encodeURIComponent(attack)}`), /<img/);
  const { slug, name } = scores[0]!;
  const { desk, operator } = office;
  await renameProvider(desk, operator, slug, '<img src=x onerror=alert(1)>');
  await until('the new name is shown', async () => !(await textOf('/')).includes(`>${name}</a>`));
  const text = await textOf('/');
  assert.doesNotMatch(text, /<img/);
  assert.ok(text.includes('&lt;img src=x onerror=alert(1)&gt;'));
  await renameProvider(desk, operator, slug, name);
  await until('the old name is back', async () => (await textOf('/')).includes(`>${name}</a>`));
});

test('the CSV file has the filtered rows, and no cell is a formula', async () => {
  const { slug, name } = scores[0]!;
  const { desk, operator } = office;
  await renameProvider(desk, operator, slug, '=HYPERLINK("https://evil.example","x")');
  await until('the new name is in the file', async () => (await textOf('/scores.csv')).includes('HYPERLINK'));
  const response = await fetch(`${url}/scores.csv?order=name`);
  assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8');
  const lines = (await response.text()).trimEnd().split('\r\n');
  assert.equal(lines.length, scores.length + 1);
  assert.match(
    lines[0]!,
    /^name,slug,planner_type,provider_subtype,final_score,risk_band,yield_min,yield_max,/,
  );
  assert.ok(lines[1]!.startsWith(`"'=HYPERLINK(""https://evil.example"",""x"")",${slug},`), lines[1]);
  assert.equal((await textOf('/scores.csv?band=high')).trimEnd().split('\r\n').length, 5);
  await renameProvider(desk, operator, slug, name);
  await until('the old name is back', async () => (await textOf('/')).includes(`>${name}</a>`));
});

test('the page does not spend the limit of the public scores, and its scripts are small', async () => {
  for (let at = 0; at < 65; at += 1) await textOf(at % 2 === 0 ? '/' : '/scores.csv');
  assert.equal((await fetch(`${url}/api/public/scores`)).status, 200);
  const scripts = await Promise.all(
    ['theme', 'site', 'site/scores'].map((name) => textOf(`/assets/${name}.js`)),
  );
  assert.ok(gzipSync(scripts.join('')).length < 6 * 1024);
});

test('a publication changes the prepared page', async () => {
  const before = await fetch(`${url}/`);
  const { id, name } = scores.at(-1)!;
  const { desk, operator } = office;
  const request = await askToWithdraw(desk, operator, { providerId: id, reason: 'It closed.' });
  await decideMatter(desk, request);
  await until('the provider is gone', async () => !namesIn(await textOf('/')).includes(name));
  scores = scores.slice(0, -1);
  const after = await fetch(`${url}/`, { headers: { 'if-none-match': before.headers.get('etag')! } });
  assert.equal(after.status, 200);
  assert.deepEqual(namesIn(await after.text()), safestFirst());
});

test('before the first publication the page says why it is empty, and what to read', async (t) => {
  const dataDir = temporaryFolder(t);
  assert.equal((await rf(['init'], { env: { RF_DATA_DIR: dataDir } })).code, 0);
  const empty = await startInProcess(t, { dataDir, demo: false });
  const text = await (await fetch(`${empty.url}/`)).text();
  assert.ok(wordsIn(text).includes('0 providers'));
  assert.ok(wordsIn(text).includes('No score has been published yet.'));
  assert.doesNotMatch(text, /<table|class="demo"|class="segment/);
  assert.match(await (await fetch(`${empty.url}/scores.csv`)).text(), /^name,[^\n]*\r\n$/);
});

async function visit(
  path: string,
  width: number,
  height: number,
): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage({ viewport: { width, height } });
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  await page.goto(url + path, { waitUntil: 'load' });
  return { page, complaints };
}

const LAYOUT = `(() => {
  const rows = [...document.querySelectorAll('.scores tbody tr')].map((row) => row.getBoundingClientRect());
  return {
    width: document.documentElement.scrollWidth,
    first: rows[0].top,
    heights: [...new Set(rows.map(({ height }) => height))],
    inFold: rows.filter(({ bottom }) => bottom <= innerHeight).length,
  };
})()`;
interface Layout {
  width: number;
  first: number;
  heights: number[];
  inFold: number;
}

test('the table fits its window: twelve rows on a desktop, five cards on a phone', async () => {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
    [320, 700],
    [1920, 1080],
  ] as const) {
    const { page } = await visit('/', width, height);
    const { width: needed, first, heights, inFold } = (await page.evaluate(LAYOUT)) as Layout;
    assert.equal(needed, width, 'nothing is wider than the window');
    if (width === 1440) {
      assert.ok(first <= 340, `the first row is at ${first}`);
      // One name takes two lines.
      assert.deepEqual(heights.sort(), [36, 49]);
      assert.ok(inFold >= 12, `${inFold} rows`);
    }
    if (width === 390) {
      assert.deepEqual(heights.sort(), [88, 94]);
      assert.ok(inFold >= 5, `${inFold} cards`);
    }
    await page.close();
  }
});

test('segments, selects, typing, the key / and the theme work in a browser', async () => {
  const { page, complaints } = await visit('/', 1440, 900);
  const shown = () => page.locator('.scores tbody tr').count();
  await page.getByRole('link', { name: /High risk/ }).click();
  await page.waitForURL(`${url}/?band=high`);
  assert.equal(await shown(), scores.filter(({ risk_band }) => risk_band === 'HIGH').length);
  await page.getByLabel('Order').selectOption('Riskiest first');
  await page.waitForURL(`${url}/?band=high&order=riskiest`);
  await page.goBack();
  await page.waitForURL(`${url}/?band=high`);
  assert.equal(await page.getByLabel('Order').inputValue(), 'safest');
  await page.getByRole('link', { name: 'Clear' }).click();
  await page.waitForURL(`${url}/`);

  await page.keyboard.press('/');
  assert.equal(await page.evaluate('document.activeElement.placeholder'), 'Search');
  await page.getByLabel('Filter by name').pressSequentially('vaults/');
  await page.getByText(/No provider that we have scored matches name “vaults\/”\./).waitFor();
  await page.keyboard.press('Backspace');
  await page.getByText(`1 of ${scores.length}`).waitFor();
  assert.equal(await shown(), 1);
  assert.equal(page.url(), `${url}/?q=vaults`);
  assert.equal(await page.evaluate('document.activeElement.value'), 'vaults');

  await page.getByLabel('Theme').selectOption('dark');
  await page.goto(`${url}/methodology`);
  assert.equal(await page.evaluate('getComputedStyle(document.body).backgroundColor'), 'rgb(14, 17, 22)');
  assert.equal(await page.getByLabel('Theme').inputValue(), 'dark');
  assert.deepEqual(complaints, []);
  await page.close();
});

test('axe finds nothing, in light and dark mode, on a desktop and on a phone', async () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  for (const width of [1440, 390]) {
    const { page } = await visit('/?order=name', width, 900);
    await page.evaluate(axe);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const found = await page.evaluate(
        "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))",
      );
      assert.deepEqual(found, [], `${width} ${colorScheme}`);
    }
    await page.close();
  }
});
