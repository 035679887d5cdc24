// The map and the timeline as the server writes them, for readers without scripts.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { HistoryDay } from '@rf-indicators/contract';
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
const dayOf = async (date: string) =>
  (await (await fetch(`${url}/history/days/${date}.json`)).json()) as HistoryDay;
const rowsIn = (text: string) => text.match(/<tr data-id=[\s\S]*?<\/tr>/g) ?? [];

test('each view leads to the others, and keeps the filters', async () => {
  const text = await textOf('/?view=timeline&as_of=2026-07-29&type=btc&band=high');
  assert.ok(text.includes('href="/?type=btc&amp;band=high"'));
  assert.ok(text.includes('href="/?view=map&amp;type=btc&amp;band=high"'));
  assert.ok(text.includes('aria-current="page">Timeline</a>'));
  assert.ok((await textOf('/')).includes('href="/?view=map"'));
});

test('the timeline has the list of the chosen day in its order, and says what was corrected later', async () => {
  const { data } = await dayOf('2026-07-29');
  const text = await textOf('/?view=timeline&as_of=2026-07-29');
  const rows = rowsIn(text);
  assert.deepEqual(
    rows.map((row) => /href="\/providers\/([^"]+)"/.exec(row)![1]),
    data.map(({ slug }) => slug),
  );
  for (const [at, { final_score, slug, corrected_by, verification_id }] of data.entries()) {
    assert.ok(wordsIn(rows[at]!).includes(` ${final_score.toFixed(2)} `), slug);
    assert.equal(
      rows[at]!.includes(`href="/verify/${verification_id}">corrected later`),
      corrected_by !== null,
      slug,
    );
  }
  assert.ok(text.includes('As published on 29 Jul 2026: 5 of 24 at High risk; today 4 of 21'));
  assert.ok(text.includes('name="as_of" value="29 Jul 2026"'));
  assert.ok(text.includes('href="/datasets/2026-07-29.csv.gz"') || !text.includes('CSV of this day'));
});

test('a provider that was withdrawn later is listed, and one without a score on that day has a row without figures', async () => {
  const then = rowsIn(await textOf('/?view=timeline&as_of=2026-07-29'));
  const now = rowsIn(await textOf('/?view=timeline'));
  const mirrormint = (rows: string[]) => wordsIn(rows.find((row) => row.includes('mirrormint-protocol'))!);
  assert.match(mirrormint(then), /^ 23 Mirrormint Protocol 19\.99 .*withdrawn on 16 Sep 2026.* none · $/);
  assert.match(mirrormint(now), /^ · Mirrormint Protocol · /);
});

test('reviews are drawn, said in words, and rows of the table behind the timeline', async () => {
  const text = await textOf('/?view=timeline');
  const row = rowsIn(text).find((one) => one.includes('cobaltine-markets'))!;
  const reviews = row.match(/under review, up, (?:from|since) \d+ \w+ \d{4}/g) ?? [];
  assert.equal(reviews.length, 2);
  assert.equal(row.match(/class="reviewed"/g)?.length, 2);
  const table = text.slice(text.indexOf('bands-table'));
  const rows = table.match(/<tr><th[^>]*><a href="\/providers\/cobaltine-markets">.*<\/tr>/g)!;
  assert.equal(rows.filter((one) => one.includes('>Under review, up<')).length, 2);
});

test('the browser loads the files of the timeline together with its script', async () => {
  const text = await textOf('/?view=timeline&as_of=2026-07-29');
  const files = [...text.matchAll(/<link rel="preload" href="([^"]+)" as="fetch" crossorigin>/g)].map(
    ([, file]) => file!,
  );
  const today = /data-today="([^"]+)"/.exec(text)![1];
  assert.deepEqual(files.slice(1), [`/history/days/${today}.json`, '/history/days/2026-07-29.json']);
  assert.equal(files[0], '/history/2026.json');
  for (const file of files) assert.equal((await fetch(url + file)).status, 200, file);
  assert.ok(!(await textOf('/?view=map')).includes('as="fetch"'));
});

test('links lead to the publications before and after the day', async () => {
  const text = await textOf('/?view=timeline&as_of=2026-07-25');
  assert.match(text, /data-step="prev" href="\/\?view=timeline&amp;as_of=2026-07-22"/);
  assert.match(text, /data-step="next" href="\/\?view=timeline&amp;as_of=2026-07-29"/);
});

test('a day before the first publication or in the future is the nearest one, and a form leaves nothing empty', async () => {
  assert.ok((await textOf('/?view=timeline&as_of=2020-01-01')).includes('As published on 1 Apr 2026'));
  assert.match(await textOf('/?view=timeline&as_of=2999-01-01'), /Today, \d+ \w+ \d{4}: /);
  const response = await fetch(`${url}/?view=timeline&as_of=&q=&type=&band=`, { redirect: 'manual' });
  assert.equal(response.headers.get('location'), '/?view=timeline');
  // As the field has it.
  const written = await fetch(`${url}/?view=timeline&as_of=29+Jul+2026`, { redirect: 'manual' });
  assert.equal(written.headers.get('location'), '/?view=timeline&as_of=2026-07-29');
});

test('filters act on the timeline as on the table', async () => {
  const named = await textOf('/?view=timeline&as_of=2026-07-29&q=BRINDLE');
  assert.equal(rowsIn(named).length, 1);
  const high = await textOf('/?view=timeline&as_of=2026-07-29&band=high');
  assert.equal(rowsIn(high).length, 5);
  assert.ok((await textOf('/?view=timeline&q=zzz')).includes('No provider matches'));
});

test('the map draws every provider, and its table and its title say the same', async () => {
  const text = await textOf('/?view=map');
  const given = JSON.parse(/data-map="([^"]*)"/.exec(text)![1]!.replaceAll('&quot;', '"')) as unknown[];
  assert.equal(given.length, 21);
  assert.ok(text.includes('No provider that pays more than 6 % a year scores above 78.05'));
  const [table] = text.slice(text.indexOf('class="map-table')).split('</table>') as [string];
  assert.equal(table.match(/<tr><th scope="row">/g)?.length, 21);
  assert.ok(wordsIn(table).includes('Brindlewick Vaults'));
  // A finding about all providers is not claimed of some.
  assert.ok(!(await textOf('/?view=map&band=high')).includes('No provider that pays'));
  assert.ok((await textOf('/?view=map&q=zzz')).includes('matches name'));
});

test('the table of scores loads nothing of the other views', async () => {
  const text = await textOf('/');
  for (const file of ['views.css', 'score-map.js', 'score-timeline.js'])
    assert.ok(!text.includes(file), file);
});
