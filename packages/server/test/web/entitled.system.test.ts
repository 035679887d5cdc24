// What signed-in people see on the page of a provider, in real Chromium: figures that add up, evidence, changes, peers, and
// a what-if that is the engine's.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, test } from 'node:test';
import type { ComputationAnswer, EvidenceOutlook, ScoreSnapshot } from '@rf-indicators/contract';
import { writtenDate } from '@rf-indicators/web/charts/dates';
import type { Page } from '../../../../test/support/chromium.ts';
import { cases } from '../../../../test/support/counts.ts';
import { temporaryFolder } from '../../../../test/support/lifetime.ts';
import { rf } from '../../../../test/support/rf.ts';
import { openDemo, type Readers } from './entitled-readers.ts';

let readers: Readers;
let page: Page;

before(async () => {
  readers = await openDemo();
  page = await readers.open('ENTERPRISE');
});

async function visit(of: Page, slug: string): Promise<void> {
  await of.goto(`${readers.url}/providers/${slug}`);
  await of.locator('.waterfall').waitFor();
}

/** "−8.10" as -810. */
function hundredths(text: string): number {
  const sign = /^[−-]/.test(text) ? -1 : 1;
  return sign * Number(text.replace(/^[−-]/, '').replace('.', ''));
}

interface PrintedRow {
  label: string;
  points: string;
  total: string;
}

/** The rows as they are shown: with all modules shut, and then with each of them opened in turn. */
const PRINTED = `(() => {
  const shown = () => [...document.querySelectorAll('.waterfall tbody tr')]
    .filter((row) => row.checkVisibility())
    .map((row) => {
      const [label, , points, total] = [...row.children].map((cell) => cell.textContent.trim());
      return { label, points, total };
    });
  const openers = [...document.querySelectorAll('.opener')];
  return [shown(), ...openers.map((opener) => { opener.click(); return shown(); })];
})()`;

/** The total at the end. The row of an open module has no total: its criteria follow. */
function addUp(rows: readonly PrintedRow[], what: string): number {
  assert.deepEqual([rows[0]!.points, rows[0]!.total], ['', '100.00'], what);
  let sum = hundredths('100.00');
  for (const { label, points, total } of rows.slice(1)) {
    if (points !== '' && total !== '') sum += hundredths(points);
    if (total !== '') assert.equal(hundredths(total), sum, `${what}: ${label}`);
  }
  return sum;
}

test('the printed figures of the waterfall add up exactly, for every provider and every module', async () => {
  for (const slug of readers.slugs) {
    await visit(page, slug);
    const [shut, ...opened] = (await page.evaluate(PRINTED)) as PrintedRow[][];
    const score = addUp(shut!, slug);
    assert.equal(opened.length, 8);
    for (const rows of opened) {
      assert.equal(addUp(rows, slug), score);
      const modules = rows.filter(({ points, total }) => points !== '' && total === '');
      assert.equal(modules.length, 1, 'one module is open');
      const start = rows.indexOf(modules[0]!) + 1;
      const inner = rows.slice(start, start + rows.length - shut!.length);
      const lost = inner.reduce((sum, { points }) => sum + hundredths(points), 0);
      assert.equal(lost, hundredths(modules[0]!.points), `${slug}: ${modules[0]!.label}`);
    }
    const text = await page.locator('.sum .figures').innerText();
    const [first, ...others] = text.split(' = ')[0]!.split(' − ').map(hundredths);
    assert.equal(first! - others.reduce((sum, one) => sum + one, 0), score, text);
    assert.equal(hundredths(text.split(' = ')[1]!), score);
  }
  assert.deepEqual(readers.complaints, []);
});

test('the same figures are behind a table', async () => {
  await page.getByRole('button', { name: 'Show as a table' }).click();
  assert.equal(await page.locator('.waterfall').isVisible(), false);
  await page.getByRole('columnheader', { name: 'Weight' }).waitFor();
  await page.getByRole('button', { name: 'Show as a chart' }).click();
  assert.equal(await page.locator('.waterfall').isVisible(), true);
});

/** A small generator with a fixed seed. */
function drawer(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

async function packageOf(of: Page, slug: string): Promise<ComputationAnswer['data']> {
  const snapshot = (await inBrowser(of, `/api/console/v1/scores/${slug}`)) as ScoreSnapshot;
  return (
    (await inBrowser(of, `/api/console/v1/computation/${snapshot.verification_id}`)) as ComputationAnswer
  ).data;
}

function inBrowser(of: Page, address: string): Promise<unknown> {
  return of.evaluate((from) => fetch(from).then((response) => response.json()), address);
}

interface Criterion {
  id: string;
  max_age_days: number;
  planner_types: string[];
  requires_flag: string | null;
  input:
    | { type: 'number'; scale: number; breakpoints: [string, string][] }
    | { type: 'enum'; options: [string, string][] };
}

test('the what-if is what rf score says, for random changes', async (t) => {
  const draw = drawer(18);
  const count = cases(10, 200);
  const expected: object[] = [];
  const shown: { score: string; band: string; caps: string }[] = [];
  let data: ComputationAnswer['data'] | null = null;
  for (let at = 0; at < count; at += 1) {
    if (at % 5 === 0) {
      const slug = readers.slugs[draw(readers.slugs.length)]!;
      await visit(page, slug);
      await page.locator('[data-what-if="score"]').waitFor();
      data = await packageOf(page, slug);
    }
    const { package: packaged, methodology } = data!;
    const applicable = (methodology.criteria as unknown as Criterion[]).filter(
      ({ planner_types, requires_flag }) =>
        planner_types.includes(packaged.provider.planner_type) &&
        (requires_flag === null || packaged.provider.flags[requires_flag] !== false),
    );
    const { id, input, max_age_days } = applicable[draw(applicable.length)]!;
    await page.getByRole('button', { name: 'Reset all inputs' }).click();
    const control = page.locator(`#what-if-${id}`);
    await control.evaluate((made) => made.closest('details')!.setAttribute('open', ''));
    let value: string;
    if (input.type === 'enum') {
      value = input.options[draw(input.options.length)]![0];
      await control.selectOption(value);
    } else {
      const last = Number(input.breakpoints.at(-1)![0]);
      value = ((draw(10_000) / 10_000) * last * 1.2).toFixed(input.scale);
      await control.fill(value);
    }
    const today = packaged.as_of.slice(0, 10);
    const entry = packaged.inputs[id];
    const days = entry === undefined ? 0 : (Date.parse(today) - Date.parse(entry.evidence_date)) / 86_400_000;
    // An unchanged value changes nothing.
    const isSame = entry?.value === value;
    const dated = days <= max_age_days || isSame ? (entry?.evidence_date ?? today) : today;
    expected.push({
      provider_id: packaged.provider.id,
      planner_type: packaged.provider.planner_type,
      scoring_date: today,
      flags: packaged.provider.flags,
      gates: packaged.gates,
      inputs: { ...packaged.inputs, [id]: { value, grade: entry?.grade ?? 'A', evidence_date: dated } },
    });
    shown.push({
      score: await page.locator('[data-what-if="score"]').innerText(),
      band: await page.locator('[data-what-if="band"]').innerText(),
      caps: await page.locator('[data-what-if="caps"]').innerText(),
    });
  }
  const folder = temporaryFolder(t);
  const runs = path.join(folder, 'runs.json');
  const framework = path.join(folder, 'framework.json');
  writeFileSync(runs, JSON.stringify(expected));
  writeFileSync(framework, JSON.stringify(data!.methodology));
  const { stdout, code, stderr } = await rf(['score', '--runs', runs, '--methodology', framework]);
  assert.equal(code, 0, stderr);
  const results = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.equal(results.length, count);
  for (const [at, result] of results.entries()) {
    assert.equal(shown[at]!.score, result.final_score, JSON.stringify(expected[at]));
    assert.match(shown[at]!.band, new RegExp(`^${result.band} risk$`, 'i'));
    const fired: { rule_id: string; cap: string }[] = result.decision.hard_caps_fired;
    const told = [...shown[at]!.caps.matchAll(/(HR\d+)/g)].map(([rule]) => rule);
    assert.deepEqual(
      told,
      fired.map(({ rule_id }) => rule_id),
    );
    for (const { cap } of fired) assert.ok(shown[at]!.caps.includes(cap));
  }
  assert.ok(new Set(shown.map(({ score }) => score)).size > 1);
});

test('the smallest changes reach the next band and lose this one', async () => {
  for (const slug of readers.slugs.slice(0, cases(3, readers.slugs.length))) {
    await visit(page, slug);
    const nearest = page.locator('.nearest');
    await nearest.waitFor();
    const terms = await nearest.locator('dt').allInnerTexts();
    for (const [at, term] of terms.entries()) {
      const tryIt = nearest.locator('dd').nth(at).getByRole('button', { name: 'Try it' });
      if ((await tryIt.count()) === 0) continue;
      await tryIt.click();
      const band = await page.locator('[data-what-if="band"]').innerText();
      const [, does, named] = /^(Reaches|Loses) (.+)$/.exec(term)!;
      if (does === 'Reaches') assert.equal(band, named);
      else assert.notEqual(band, named);
    }
  }
});

test('nothing hypothetical is in the address or on paper', async () => {
  const address = page.url();
  assert.equal(new URL(address).search + new URL(address).hash, '');
  assert.match(await page.locator('.hypothetical').innerText(), /^Hypothetical\s/);
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('.what-if').isVisible(), false);
  await page.emulateMedia({ media: null });
});

test('a change between two dates is explained in parts that add up', async () => {
  const slug = 'brindlewick-vaults';
  await visit(page, slug);
  await page.getByLabel('From', { exact: true }).fill('2026-05-01');
  await page.getByLabel('To', { exact: true }).fill('2026-08-01');
  await page.getByRole('button', { name: 'Explain' }).click();
  const part = page.locator('.entitled-part', { hasText: 'The change between two dates' });
  await part.locator('.total', { hasText: '−' }).waitFor();
  const points = await part.locator('tbody .figure').allInnerTexts();
  const sum = points.slice(0, -1).reduce((total, text) => total + hundredths(text.replace('+', '')), 0);
  assert.equal(sum, hundredths(points.at(-1)!.replace('+', '')));
});

test('the evidence outlook has the days of the API, says where it ends, and what it is not', async () => {
  const slug = 'brindlewick-vaults';
  await visit(page, slug);
  const outlook = (await inBrowser(page, `/api/console/v1/scores/${slug}/outlook`)) as EvidenceOutlook;
  const part = page.locator('.entitled-part', { has: page.locator('.outlook-chart') });
  await part.getByText('It is not a forecast.').waitFor();
  const { label, lapses_on } = outlook.first_lapse!;
  await part.getByText(`${label} was last checked on`).waitFor();
  await part.getByText(`no score from ${writtenDate(lapses_on)}`).waitFor();
  await part.getByText('Show as a table').click();
  const rows = part.locator('table').first().locator('tbody tr');
  assert.deepEqual(
    await rows.evaluateAll((all) =>
      all.map(({ children: [from, score] }) => `${from.innerText} ${score.innerText}`),
    ),
    outlook.steps.map(({ from, final_score, state }) => {
      const shown = final_score?.toFixed(2) ?? (state === 'stale' ? 'stale, without a new score' : state);
      return `${writtenDate(from)} ${shown}`;
    }),
  );
});

test('the report has drivers, evidence and sensitivities for those who may read them', async () => {
  await page.goto(`${readers.url}/providers/brindlewick-vaults/report`);
  const report = page.locator('[data-entitled-report]');
  await report.getByRole('heading', { name: 'Sensitivities' }).waitFor();
  const [drivers, evidence] = [report.locator('.drivers'), report.locator('.evidence')];
  assert.equal(await drivers.locator('tbody tr').count(), 9, 'eight and the rest');
  assert.equal(await evidence.locator('tbody tr').count(), 12);
  await report.getByText('16 more.').waitFor();
  const points = await drivers.locator('tbody .figure').allInnerTexts();
  assert.equal(
    points.reduce((sum, text) => sum + hundredths(text), 0),
    hundredths('−23.02'),
  );
});

test('a held score is shown with where it would be without the rules, to those who may know', async () => {
  const slug = 'loopwright-finance';
  await visit(page, slug);
  const snapshot = (await inBrowser(page, `/api/console/v1/scores/${slug}`)) as ScoreSnapshot;
  const uncapped = snapshot.uncapped_score.toFixed(2);
  assert.equal(
    await page.locator('.held').innerText(),
    `Held at 39.99 by 2 hard rules. Without them it would be ${uncapped}, Elevated risk.`,
  );
  await page.locator('.band-scale', { hasText: `${uncapped} without hard rules` }).waitFor();
  const drawn = page.locator('.history-chart .plot', { hasText: `${uncapped} without hard rules` });
  await drawn.waitFor();
  assert.equal(await drawn.locator('.without').count(), 1);
  await page.click('[data-range]:has-text("90 days")');
  await page.locator('[data-range][aria-current]', { hasText: '90 days' }).waitFor();
  await drawn.waitFor();
  assert.equal(await drawn.locator('.without').count(), 1, 'once, in another period too');
  const nobody = await readers.open(null);
  await nobody.goto(`${readers.url}/providers/${slug}`, { waitUntil: 'networkidle' });
  assert.equal(await nobody.locator('.held').innerText(), 'Held at 39.99 by 2 hard rules.');
  assert.ok(!(await nobody.content()).includes(uncapped));
  await nobody.close();
});

test('ten compared providers have a heat map of their modules for those who may read them, on phones too', async () => {
  const compared = readers.slugs.slice(0, 10);
  const address = `${readers.url}/compare?providers=${compared.join(',')}`;
  await page.goto(address);
  await page.locator('.module-map').waitFor();
  assert.equal(await page.locator('.module-map tbody tr').count(), 10);
  const [first] = compared;
  const { modules } = (await inBrowser(page, `/api/console/v1/scores/${first}`)) as ScoreSnapshot;
  const cells = page.locator('.module-map tbody tr').first().locator('td');
  assert.deepEqual(
    await cells.allInnerTexts(),
    modules.map(({ score }) => score.toFixed(2)),
  );
  for (const width of [320, 768, 1024]) {
    await page.setViewportSize({ width, height: 844 });
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  const nobody = await readers.open(null);
  await nobody.goto(address, { waitUntil: 'networkidle' });
  assert.equal(await nobody.locator('.module-map').count(), 0);
  await nobody.close();
  assert.deepEqual(readers.complaints, []);
});

test('arrow keys walk through the peers, and Enter opens one', async () => {
  await visit(page, 'harbourglass-dollar');
  const strip = page.getByRole('slider', { name: /stablecoin providers/ });
  await strip.focus();
  await page.locator('.peer-strip .point', { hasText: 'Harbourglass Dollar: 91.52, Low risk' }).waitFor();
  await page.keyboard.press('Home');
  const lowest = await page.locator('.peer-strip .point').innerText();
  assert.match(lowest, /^Loopwright Finance: 39\.99, High risk/);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${readers.url}/providers/loopwright-finance`);
});

test('others are told why they see less, and the way on', async () => {
  const [slug] = readers.slugs;
  const professional = await readers.open('PROFESSIONAL');
  await visit(professional, slug!);
  assert.match(await professional.locator('.entitled-parts').innerText(), /comes with the Enterprise tier/);
  assert.equal(await professional.locator('.what-if').count(), 0);
  const free = await readers.open('FREE');
  await free.goto(`${readers.url}/providers/${slug}`);
  await free.getByText(/has the FREE tier, and this requires the PROFESSIONAL tier/).waitFor();
  assert.equal(await free.locator('.waterfall').count(), 0);
  const nobody = await readers.open(null);
  const asked: string[] = [];
  nobody.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await nobody.goto(`${readers.url}/providers/${slug}`, { waitUntil: 'networkidle' });
  assert.deepEqual(
    asked.filter((address) => address.startsWith('/api/')),
    ['/api/console/v1/reader'],
  );
  assert.ok(!asked.some((address) => /entitled-|nearest-/.test(address)), 'nothing more is loaded');
  for (const one of [professional, free, nobody]) await one.close();
});

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`at ${viewport.width} pixels the page does not scroll sideways`, async () => {
    await page.setViewportSize(viewport);
    await visit(page, 'brindlewick-vaults');
    await page.locator('.nearest').waitFor();
    await page.locator('.opener').first().click();
    const [inner, outer] = (await page.evaluate(
      '[document.documentElement.scrollWidth, innerWidth]',
    )) as number[];
    assert.ok(inner! <= outer!, `${inner} of ${outer}`);
    assert.deepEqual(readers.complaints, []);
  });
}
