// The page of a provider and its report, as readers and their browsers get them.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Changelog, MethodologyDifferences, PublicHistory, PublicScore } from '@rf-indicators/contract';
import { changeSlug, renameProvider } from '@rf-indicators/core/desk/providers/change-provider';
import { findProvider } from '@rf-indicators/core/desk/providers/providers';
import { snapshotReader } from '@rf-indicators/core/desk/snapshots/read';
import { type Browser, launchChromium, type Page } from '../../../../test/support/chromium.ts';
import { cases } from '../../../../test/support/counts.ts';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { wholeFile } from '../../../../test/support/rf.ts';
import { until } from '../../../../test/support/until.ts';
import { NameIndex } from '../../src/rendering/names/name-index.ts';
import { readKnown } from '../../src/rendering/pages/provider/known.ts';
import { providerPage } from '../../src/rendering/pages/provider/page.ts';
import { PAGE_READS } from '../../src/rendering/pages/reads.ts';
import { NO_BRANDING } from '../../src/rendering/pages/site.ts';
import { shortDay } from '../../src/rendering/pages/words.ts';
import type { Reading } from '../../src/rendering/reading.ts';
import { writeSession } from '../console/served.ts';
import { customer, type Office, officeOf } from '../http/customers.ts';

const DAY = 24 * 60 * 60 * 1000;
const BROWSER = { accept: 'text/html' };

let url: string;
let office: Office;
let browser: Browser;
let scores: PublicScore[];
let changes: Changelog['data'];

before(async () => {
  const server = await startInProcess(wholeFile);
  url = server.url;
  office = await officeOf({ dataDir: server.dataDir, databaseUrl: null }, wholeFile);
  browser = await launchChromium();
  scores = (await getJson<{ data: PublicScore[] }>('/api/public/scores')).data;
  changes = (await getJson<Changelog>('/api/public/changelog?limit=1000')).data;
});

after(() => browser?.close());

async function getJson<T>(path: string): Promise<T> {
  return (await (await fetch(url + path)).json()) as T;
}

async function textOf(path: string): Promise<string> {
  const response = await fetch(url + path, { redirect: 'manual', headers: BROWSER });
  assert.equal(response.status, 200, path);
  return response.text();
}

const wordsIn = (text: string) =>
  text
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');
const bandWords = (band: string) => `${band.charAt(0)}${band.slice(1).toLowerCase()} risk`;
const partOf = (text: string, id: string) =>
  new RegExp(`<section id="${id}"[\\s\\S]*?</section>`).exec(text)![0];

/** The providers of withdrawn indicators that were not reinstated. */
function withdrawnIds(): string[] {
  const served = new Set(scores.map(({ id }) => id));
  return [...new Set(changes.map(({ provider_id }) => provider_id))].filter((id) => !served.has(id));
}

test('the page of each provider says what the public endpoints say of it, and nothing else', async () => {
  for (const score of scores) {
    const { slug, name, final_score, risk_band, scored_at, verification_id } = score;
    const text = await textOf(`/providers/${slug}`);
    const words = wordsIn(text);
    const figure = final_score.toFixed(2);
    assert.ok(text.includes(`<title>${figure} ${bandWords(risk_band)} · ${name} · RF Risk`), slug);
    assert.ok(words.includes(` ${figure} ${bandWords(risk_band)} of 100.00, higher is safer`), slug);
    assert.ok(words.includes(`scored ${shortDay(scored_at)}`), slug);
    assert.ok(text.includes(`data-copy="${verification_id}"`) && words.includes(verification_id), slug);
    assert.ok(text.includes(`<link rel="canonical" href="${url}/providers/${slug}">`), slug);
    assert.match(text, /<meta name="description" content="[^"]{40,}/);
    assert.ok(text.includes(`href="/providers/${slug}/report"`), slug);
    assert.ok(words.includes('not probabilities of default'), slug);
    assert.ok(text.includes(`<section id="entitled" class="entitled" data-entitled data-slug="${slug}">`));
    assert.doesNotMatch(text, / style="/, slug);
    assert.doesNotMatch(words, /\b(LOW|MEDIUM|ELEVATED|HIGH|NaN|null|undefined|btc)\b(?! ·)/, slug);
    assert.doesNotMatch(words, /\s-\d/, 'a minus is not a hyphen');
  }
});

test('what changed are the last three changes of the changelog, in words', async () => {
  const { id, slug } = scores.find(({ id }) => changes.filter((one) => one.provider_id === id).length > 3)!;
  const part = partOf(await textOf(`/providers/${slug}`), 'changes');
  const [newest] = changes.filter(({ provider_id }) => provider_id === id);
  assert.equal(part.match(/<tr><th scope="row">/g)!.length, 3);
  assert.ok(wordsIn(part).includes(shortDay(newest!.changed_at)));
  assert.ok(part.includes(`href="/verify/${newest!.verification_id}"`));
  for (const score of scores) {
    const words = wordsIn(partOf(await textOf(`/providers/${score.slug}`), 'changes'));
    const shown = changes.filter(({ provider_id, kind }) => provider_id === score.id && kind !== 'drift');
    for (const change of shown.slice(0, 1)) {
      const moved = change.previous_score !== null && change.new_score !== change.previous_score;
      if (!moved || change.new_score === null) continue;
      const figures = `${change.previous_score!.toFixed(2)} to ${change.new_score.toFixed(2)}`;
      const direction = change.new_score > change.previous_score! ? 'safer' : 'riskier';
      assert.ok(words.includes(`${figures} ${direction}`), `${score.slug}: ${words}`);
    }
  }
});

test('stale, corrected and withdrawn stand above the score, with date and reason', async () => {
  const stale = scores.find((score) => score.stale)!;
  const staleText = await textOf(`/providers/${stale.slug}`);
  assert.match(staleText, /<p class="warning"><strong>Stale since \d+ \w+ \d{4}\.<\/strong>/);
  assert.ok(staleText.indexOf('class="warning"') < staleText.indexOf('class="rating-score"'));

  const corrected = changes.find(
    ({ kind, changed_at, provider_id }) =>
      kind === 'correction' &&
      Date.parse(changed_at) > Date.now() - 89 * DAY &&
      scores.some(({ id }) => id === provider_id),
  );
  if (corrected !== undefined) {
    const { slug } = scores.find(({ id }) => id === corrected.provider_id)!;
    const words = wordsIn(await textOf(`/providers/${slug}`));
    assert.ok(words.includes(`Corrected on ${shortDay(corrected.changed_at)}.`), words.slice(0, 400));
  }

  const [id] = withdrawnIds();
  const withdrawn = await getJson<PublicHistory>(`/api/public/history/${id}`);
  const text = await textOf(`/providers/${withdrawn.slug}?range=all`);
  const words = wordsIn(text);
  assert.ok(text.includes(`<title>Withdrawn · ${withdrawn.name} · `));
  assert.match(words, /Withdrawn on \d+ \w+ \d{4}\. .* Do not rely on earlier scores\./);
  const last = withdrawn.data[0]!;
  assert.ok(words.includes(`${bandWords(last.risk_band)} · ${last.final_score.toFixed(2)}, until`), words);
  assert.ok(text.includes('class="cross"'), 'the lane has a cross');
  assert.doesNotMatch(text, /class="rating-score"|data-copy=|data-entitled/);
});

test('the chart and its table have the steps of the chosen period, and the title follows it', async () => {
  for (const { slug } of scores.slice(0, cases(4, 100))) {
    const { data: steps } = await getJson<PublicHistory>(`/api/public/history/${slug}?limit=1000`);
    for (const [range, days] of [
      ['', 90],
      ['?range=1y', 365],
      ['?range=all', 100_000],
      ['?range=nonsense', 90],
    ] as const) {
      const part = partOf(await textOf(`/providers/${slug}${range}`), 'history');
      const since = Math.floor(Date.now() / DAY) * DAY - days * DAY;
      const shown = steps.filter(({ until: end }) => end === null || Date.parse(end) > since);
      assert.equal(part.match(/<tr data-from=/g)?.length, shown.length, `${slug}${range}`);
      const change = Math.round((shown[0]!.final_score - shown.at(-1)!.final_score) * 100) / 100;
      const title = /<h2>(.*?)<\/h2>/.exec(part)![1]!;
      const expected =
        change === 0
          ? /^(Unchanged|Back) at/
          : new RegExp(`^${change > 0 ? 'Up' : 'Down'} ${Math.abs(change).toFixed(2)} (in|since) `);
      assert.match(title, expected, `${slug}${range}`);
      const whole = days === 90 || days === 365;
      const isOlder = Date.parse(shown.at(-1)!.from) <= since;
      if (whole && isOlder) assert.ok(title.includes(days === 90 ? 'in 90 days' : 'in 1 year'), title);
    }
  }
});

test('a former slug and an id lead to the page, and an unknown one to search and request', async () => {
  const { slug, id } = scores[0]!;
  const { desk, operator } = office;
  await changeSlug(desk, operator, slug, 'another-slug');
  const statusOf = async (path: string) =>
    (await fetch(`${url}/providers/${path}`, { redirect: 'manual' })).status;
  await until('the page has moved', async () => (await statusOf(slug)) === 302);
  for (const path of [slug, id]) {
    for (const rest of ['', '?range=1y', '/report']) {
      const response = await fetch(`${url}/providers/${path}${rest}`, { redirect: 'manual' });
      assert.equal(response.status, 302, path);
      assert.equal(response.headers.get('location'), `/providers/another-slug${rest}`);
    }
  }
  await changeSlug(desk, operator, 'another-slug', slug);
  await until('the page is back', async () => (await statusOf(slug)) === 200);
  for (const rest of ['', '/report']) {
    const response = await fetch(`${url}/providers/${slug}x${rest}`, { headers: BROWSER });
    const text = await response.text();
    assert.equal(response.status, 404);
    assert.ok(text.includes(`<li><a href="/providers/${slug}">`), 'a similar one is suggested');
    assert.ok(text.includes('href="/request"') && text.includes('<form class="ask" action="/">'));
  }
  const attack = await fetch(`${url}/providers/${encodeURIComponent('"><script>alert(1)</script>')}`);
  assert.equal(attack.status, 404);
  assert.doesNotMatch(await attack.text(), /<script>/);
});

/** The reads of a server on the same store, with a clock of their own. */
function readingAt(clock: () => number): Reading {
  const { db } = office.desk.store;
  const disclosure = 'The disclosure.';
  const baseUrl = 'https://rf.example';
  return {
    ...{ db, baseUrl, disclosure, clock },
    site: { ...NO_BRANDING, baseUrl, disclosure },
    snapshots: snapshotReader(db),
    names: async () => new NameIndex([]),
  };
}

test('a report is the same bytes whenever it is made, and has public rows only', async () => {
  for (const { slug, verification_id, final_score } of scores) {
    const reports = [0, 45 * DAY].map((later) =>
      PAGE_READS.providerReport(
        readingAt(() => Date.now() + later),
        { slug },
      ),
    );
    const [first, second] = (await Promise.all(reports)) as { content: string }[];
    assert.equal(first!.content, second!.content, slug);
    assert.ok(first!.content.includes(verification_id) && first!.content.includes(final_score.toFixed(2)));
    assert.match(
      wordsIn(first!.content),
      /Key fingerprint .* Checkpoint \S+ \d+ \S+= Log entry \d+ .* Page 1 of 1/,
    );
    assert.ok(first!.content.includes(`<section data-entitled-report data-slug="${slug}"></section>`));
  }
});

test('the page of a framework version has the old and the new score of every provider', async () => {
  const { data } = await getJson<MethodologyDifferences>('/api/public/methodology/2.0/differences');
  const { framework, providers, counts } = data;
  assert.ok((await textOf('/methodology')).includes(`href="/methodology/${framework.digest}/differences"`));
  const text = await textOf(`/methodology/${framework.digest}/differences`);
  assert.equal(text, await textOf('/methodology/2.0/differences?page=99'));
  const rows = text.match(/<tr><th scope="row"><a href="\/providers\/.*?<\/tr>/g)!;
  assert.equal(rows.length, providers.length);
  for (const { slug, old_score, new_score, delta } of providers) {
    const row = wordsIn(rows.find((one) => one.includes(`href="/providers/${slug}"`))!);
    for (const figure of [old_score, new_score, delta?.replace('-', '−')]) {
      if (figure !== null && figure !== undefined) assert.ok(row.includes(figure), `${row} has ${figure}`);
    }
  }
  assert.ok(wordsIn(text).includes(`${counts.higher} higher, ${counts.lower} lower`));
  for (const version of ['1.0', '9.9', 'x']) {
    const { status } = await fetch(`${url}/methodology/${version}/differences`, { headers: BROWSER });
    assert.equal(status, 404, version);
  }
});

async function visit(path: string, size: { width: number; height: number }) {
  const context = await browser.newContext({
    viewport: size,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  await page.goto(url + path, { waitUntil: 'load' });
  return { page, complaints, close: () => context.close() };
}

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/** Score, band and date without scrolling, and nothing wider than the window, in each window. */
async function assertFits(page: Page, what: string): Promise<void> {
  for (const size of [...SIZES, { width: 320, height: 700 }]) {
    await page.setViewportSize(size);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), size.width, what);
    for (const part of ['.rating-score', '.rating-band .chip', '.rating-note']) {
      const box = (await page.locator(part).boundingBox())!;
      assert.ok(box.y + box.height <= size.height, `${part} of ${what} ends at ${box.y + box.height}`);
    }
  }
}

test('score, band and date are visible without scrolling, also with long names', async () => {
  const { slug, name } = scores[0]!;
  const { desk, operator } = office;
  const { page, close } = await visit(`/providers/${slug}`, SIZES[0]!);
  await assertFits(page, name);
  for (const hard of [
    'Quarterly treasury reconciliation for the northern subsidiary',
    '東京証券決済株式会社の信用リスク評価および担保管理のための定期報告システム用の鍵',
  ]) {
    await renameProvider(desk, operator, slug, hard);
    await until('the name is shown', async () =>
      (await textOf(`/providers/${slug}`)).includes(`<h1>${hard}`),
    );
    await page.reload();
    await assertFits(page, hard);
  }
  await renameProvider(desk, operator, slug, name);
  await until('the old name is back', async () =>
    (await textOf(`/providers/${slug}`)).includes(`<h1>${name}`),
  );
  await close();
});

test('the least and the highest score are drawn inside the scale and the chart', async () => {
  const { slug } = scores[0]!;
  const reading = readingAt(Date.now);
  const provider = (await readKnown(reading, (await findProvider(reading.db, slug))!))!;
  const { page, close } = await visit('/', SIZES[0]!);
  for (const [score, band] of [
    [0, 'HIGH'],
    [10_000, 'LOW'],
  ] as const) {
    const steps = provider.steps.map((step) => ({ ...step, finalScore: score, riskBand: band }));
    const known = { ...provider, steps, current: { ...provider.current!, score, band, stale: null } };
    const { text } = providerPage({ site: reading.site, provider: known, range: 'all', now: Date.now() });
    await page.route(`${url}/edge`, (route) => route.fulfill({ contentType: 'text/html', body: text }));
    await page.goto(`${url}/edge`);
    await assertFits(page, String(score));
    assert.equal(await page.locator('.rating-score').innerText(), score === 0 ? '0.00' : '100.00');
    const plot = (await page.locator('.plot').boundingBox())!;
    const label = (await page.locator('.plot > text').first().boundingBox())!;
    assert.ok(label.y >= plot.y && label.y + label.height <= plot.y + plot.height, 'the label is inside');
    await page.unroute(`${url}/edge`);
  }
  await close();
});

test('in a browser: another period, arrow keys, and copying, at both widths', async () => {
  const { slug, verification_id } = scores.find(
    ({ id }) => changes.filter(({ provider_id }) => provider_id === id).length > 2,
  )!;
  for (const size of SIZES) {
    const { page, complaints, close } = await visit(`/providers/${slug}`, size);
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await page.waitForURL(`${url}/providers/${slug}?range=all`);
    await page.locator('.ranges a[aria-current]', { hasText: 'All' }).waitFor();
    const plot = page.getByRole('slider');
    await plot.focus();
    await page.keyboard.press('Home');
    await page.getByText('Show as a table').click();
    await plot.focus();
    const rows = page.locator('[data-steps] tbody tr');
    assert.equal(await plot.getAttribute('aria-valuemax'), String(await rows.count()));
    const firstWords = (await rows.last().locator('td.figure').innerText()).trim();
    assert.ok((await page.locator('.point').innerText()).includes(firstWords));
    await page.keyboard.press('ArrowRight');
    assert.equal(await plot.getAttribute('aria-valuenow'), '2');
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.point').count(), 0);
    await page.getByRole('button', { name: 'Copy id' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), verification_id);
    assert.deepEqual(complaints, []);
    await close();
  }
});

test('without scripts the periods are links, and nothing is shown that only a script can do', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${url}/providers/${scores[0]!.slug}`);
  await page.getByRole('link', { name: '1 year' }).click();
  assert.match(page.url(), /\?range=1y#history$/);
  assert.equal(await page.locator('.with-script:visible').count(), 0);
  await context.close();
});

async function sheetsOf(page: Page): Promise<number> {
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)!.length;
}

test('a report is one sheet of paper, also of a provider with a long name that is stale or withdrawn', async () => {
  const [id] = withdrawnIds();
  const { slug: withdrawn } = await getJson<PublicHistory>(`/api/public/history/${id}`);
  const stale = scores.find((score) => score.stale)!;
  await renameProvider(
    office.desk,
    office.operator,
    stale.slug,
    'Vermögensverwaltung der norddeutschen Sparkassen und Giroverbände',
  );
  const slugs = cases([stale.slug, withdrawn], [...scores.map(({ slug }) => slug), withdrawn]);
  for (const slug of slugs) {
    const { page, close } = await visit(`/providers/${slug}/report`, SIZES[0]!);
    assert.equal(await sheetsOf(page), 1, slug);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    assert.equal(
      await page.evaluate('getComputedStyle(document.body).backgroundColor'),
      'rgb(255, 255, 255)',
    );
    const qr = (await page.locator('.qr').boundingBox())!;
    assert.ok(Math.abs(qr.width - 90.7) < 1, `the QR code is ${qr.width} px wide, not 24 mm`);
    await close();
  }
});

test('the report of an entitled member is one sheet too, with drivers and evidence', async () => {
  const { desk, masterKey } = office;
  const { id, name } = await customer(office, 'ENTERPRISE');
  const cookie = await writeSession(desk, masterKey, url, { id, name, actingAs: `members/${id}` });
  const [cookieName = '', value = ''] = cookie.split('=', 2);
  const context = await browser.newContext();
  await context.addCookies([{ name: cookieName, value, url }]);
  const page = await context.newPage();
  for (const { slug } of scores.slice(0, cases(2, scores.length))) {
    await page.goto(`${url}/providers/${slug}/report`);
    await page.getByRole('heading', { name: 'What lowers the score' }).waitFor();
    await page.getByRole('heading', { name: 'Evidence', exact: true }).waitFor();
    assert.equal(await sheetsOf(page), 1, slug);
  }
  await context.close();
});
