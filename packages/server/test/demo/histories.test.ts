// What the providers of the demo went through: the samples keep the figures that they always had, and the others live.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Store } from '@rf-indicators/core/store/store';
import { DAY } from '../../../../test/support/world.ts';
import { HISTORIES } from '../../src/demo/histories.ts';
import { NOW, toldStore } from './told-store.ts';

/** The score of each sample from each day on which it changed. */
const SAMPLES: Readonly<Record<string, string>> = {
  'aldertarn-bills': '04-01=89.97',
  'brindlewick-vaults': '04-01=76.98 07-22=39.99 09-02=76.98',
  'cobaltine-markets': '04-01=71.75 06-24=58.75',
  'ferrocline-treasury': '04-01=59.09 08-05=58.52',
  'gossamerle-yield': '04-01=4.99',
  'harbourglass-dollar': '04-01=91.52',
  'loopwright-finance': '04-01=39.99',
  'mirrormint-protocol': '04-01=19.99',
  pennythrift: [
    '04-01=38.93 04-08=36.53 04-15=34.13 04-22=31.70 04-29=28.63 05-06=26.63 05-13=25.28 05-20=23.90',
    '05-27=22.85 06-03=22.69 06-10=22.53 06-17=22.42 06-24=22.23 07-01=21.98 07-08=21.65 07-15=21.29',
    '07-22=20.93 07-29=20.57 08-05=20.21 08-12=19.84 08-19=19.48 08-26=19.15 09-02=18.82 09-09=18.49',
    '09-16=18.16 09-23=17.83 09-30=17.49 10-07=17.16 10-14=16.91 10-21=16.67 10-28=16.42',
  ].join(' '),
  'quillmere-bitcoin-bonds': '04-01=78.05',
  'sundialow-cash': '04-01=79.99',
  'zephyrwold-synthetic': '04-01=59.68 05-13=61.26',
};

/** Of Ferrocline Treasury, when a misread value was corrected. */
const CORRECTED =
  '58.52 58.52 58.52 58.52 58.52 58.52 58.52 58.25 57.76 57.27 56.79 56.30 55.82 55.33 54.85 54.36 53.87 53.39';

interface Published {
  slug: string;
  at: number;
  score: string;
  band: string;
  corrects: string | null;
}

async function publishedUntil({ db }: Store, until: number): Promise<Published[]> {
  const rows = await db
    .selectFrom('indicators')
    .innerJoin('providers', 'providers.id', 'indicators.provider_id')
    .select(['slug', 'published_at as at', 'final_score', 'risk_band as band', 'corrects'])
    .where('published_at', '<=', until)
    .orderBy('log_index')
    .execute();
  return rows.map(({ final_score, ...row }) => ({ ...row, score: (final_score / 100).toFixed(2) }));
}

const isChange = ({ score }: Published, at: number, all: readonly Published[]) =>
  all[at - 1]?.score !== score;

const told = (rows: readonly Published[]) =>
  rows
    .filter(isChange)
    .map(({ at, score }) => `${new Date(at).toISOString().slice(5, 10)}=${score}`)
    .join(' ');

const bandsOf = (rows: readonly Published[]) =>
  rows.map(({ band }) => band).filter((band, at, all) => band !== all[at - 1]);

async function historyOf(store: Store) {
  const published = await publishedUntil(store, NOW);
  const ofSlug = Map.groupBy(published, ({ slug }) => slug);
  return (slug: string) => (ofSlug.get(slug) ?? []).filter(({ corrects }) => corrects === null);
}

test('the twelve samples have the scores that they always had, on every day', async (t) => {
  const store = await toldStore('sqlite', t);
  const rowsOf = await historyOf(store);
  const found = Object.keys(SAMPLES).map((slug) => [slug, told(rowsOf(slug))]);
  assert.deepEqual(Object.fromEntries(found), SAMPLES);
  const corrected = (await publishedUntil(store, NOW)).filter(
    ({ slug, corrects }) => slug === 'ferrocline-treasury' && corrects !== null,
  );
  assert.equal(corrected.map(({ score }) => score).join(' '), CORRECTED);
});

test('twelve more have a history: of every type, few flat lines, bands that change in both directions', async (t) => {
  const store = await toldStore('sqlite', t);
  const rowsOf = await historyOf(store);
  const { db } = store;
  const types = await db
    .selectFrom('changelog')
    .select('planner_type')
    .where('kind', '=', 'initial')
    .execute();
  const count = (type: string) => types.filter(({ planner_type }) => planner_type === type).length;
  assert.deepEqual([count('btc'), count('fiat'), count('stablecoin')], [7, 8, 9]);
  const slugs = HISTORIES.map(({ name }) => name.toLowerCase().replace('ü', 'u').replaceAll(' ', '-'));
  for (const slug of slugs) {
    const moved = rowsOf(slug)
      .filter(isChange)
      .filter(({ at }) => at > NOW - 90 * DAY);
    assert.ok(moved.length >= 3, `${slug} moved ${moved.length} times in 90 days`);
  }
  const changes = await db
    .selectFrom('changelog')
    .select(['previous_score', 'new_score'])
    .where('kind', '=', 'band_change')
    .execute();
  const safer = changes.filter(({ previous_score, new_score }) => new_score! > previous_score!).length;
  assert.ok(safer >= 12, `${safer} band changes to the safer side`);
  assert.ok(changes.length - safer >= 12, `${changes.length - safer} to the riskier side`);
});

test('one failure was seen coming for months, the other was not, and both withdrawals say so', async (t) => {
  const store = await toldStore('sqlite', t);
  const rowsOf = await historyOf(store);
  const seen = rowsOf('tallowmere-credit');
  assert.deepEqual(bandsOf(seen), ['LOW', 'MEDIUM', 'ELEVATED', 'HIGH']);
  const changes = seen.filter(isChange);
  const suspended = changes.findIndex(({ score }) => score === '19.99');
  assert.ok(suspended >= 12, 'many steps before withdrawals were suspended');
  assert.ok(
    changes.every(({ score }, at) => at === 0 || Number(score) < Number(changes[at - 1]!.score)),
    'all of them down',
  );
  const unseen = rowsOf('vellumbridge-reserve');
  assert.deepEqual(bandsOf(unseen), ['LOW', 'HIGH']);
  const before = unseen.filter(({ band }) => band === 'LOW');
  assert.ok(Number(before.at(-1)!.score) > 90, 'a good score on the day before');
  const withdrawals = await store.db
    .selectFrom('changelog')
    .select('reason')
    .where('kind', '=', 'withdrawal')
    .where('provider_name', 'in', ['Tallowmere Credit', 'Vellumbridge Reserve'])
    .orderBy('provider_name')
    .execute();
  assert.match(withdrawals[0]!.reason, /The score saw it coming/);
  assert.match(withdrawals[1]!.reason, /The score did not see it coming/);
});
