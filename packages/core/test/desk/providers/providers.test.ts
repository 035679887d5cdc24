import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { asRows, readRows } from '@rf-indicators/core/desk/import/file';
import { importProviders } from '@rf-indicators/core/desk/providers/provider-import';
import {
  changeSlug,
  findProvider,
  listProviders,
  renameProvider,
  retireProvider,
} from '@rf-indicators/core/desk/providers/providers';
import { sampleProviders, staffedDesk } from '../../../../../test/support/sample-desk.ts';
import { onEachStore } from '../../../../../test/support/stores.ts';

const COLUMNS = 'slug,name,planner_type,yield_min,yield_max,payout_currency,website,flags.lends,aliases';

/** The places and codes of a refusal. */
async function problemsOf(act: Promise<unknown>): Promise<string[]> {
  try {
    await act;
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error));
    return error.details.map(({ place, code }) => `${place}: ${code}`);
  }
  return [];
}

onEachStore(
  'a file with invalid rows is refused as a whole, and every invalid line is listed',
  async (kind, t) => {
    const { desk, analyst } = await staffedDesk(kind, t);
    const file = [
      COLUMNS,
      'good,Good,fiat,1.00,2.00,USD,https://good.example,true,Fine|Well',
      'Bad Slug,Bad,gold,1.00,2.00,USD,,,',
      'runs-over,"Runs',
      'over",fiat,5.00,2.00,XQX,http://plain.example,perhaps,',
      ',,fiat,1e2,2.00,USD,,,',
      'good,Good again,fiat,1.00,2.00,USD,,,',
    ].join('\n');
    const problems = await problemsOf(importProviders(desk, analyst, readRows(file, 'csv')));
    assert.deepEqual(problems, [
      'line 3, slug: not_slug',
      'line 3, planner_type: unknown_planner_type',
      'line 4, payout_currency: unknown_currency',
      'line 4, website: not_https',
      'line 4, flags, lends: not_boolean',
      'line 4, yield_min: E5',
      'line 6, name: missing',
      'line 6, yield_min: not_decimal',
      'line 7, slug: duplicate_row',
    ]);
    assert.deepEqual(await listProviders(desk.store.db), []);
    const good = file.split('\n').slice(0, 2).join('\r\n');
    const { created } = await importProviders(desk, analyst, readRows(`\uFEFF${good}\r\n`, 'csv'));
    assert.equal(created.length, 1);
    const provider = await findProvider(desk.store.db, 'good');
    assert.deepEqual([provider?.aliases, provider?.flags.lends], [['Fine', 'Well'], true]);
  },
);

test('a file that cannot be read as rows is refused with the reason and the place', () => {
  const told = (text: string, format: 'csv' | 'json') => {
    try {
      readRows(text, format);
    } catch (error) {
      const { message, details } = error as Refusal;
      return [message, ...details.map(({ place, code }) => `${place}: ${code}`)];
    }
    return [];
  };
  assert.deepEqual(told('a,b\n1,2\n3\n4,5,6\n', 'csv'), [
    'Nothing was saved: 2 problems.',
    'line 3: wrong_cell_count',
    'line 4: wrong_cell_count',
  ]);
  assert.deepEqual(told('a,a,__proto__\n', 'csv').slice(1), [
    'line 1, column 2: duplicate_column',
    'line 1, column 3: bad_column',
  ]);
  assert.match(told('a\n"open', 'csv')[0]!, /The file is not CSV: .*line 2/);
  assert.match(told('', 'csv')[0]!, /first line must have the column names/);
  assert.match(told('[{"a":1}', 'json')[0]!, /The file is not JSON/);
  assert.deepEqual(told('{"a":1}', 'json'), ['The file is not a JSON array.']);
  assert.deepEqual(told('[{"a":1},{"a":1,"a":2}]', 'json')[1], '/1/a: duplicate_member');
});

onEachStore('structure flags and yields must be consistent', async (kind, t) => {
  const { desk, analyst } = await staffedDesk(kind, t);
  const base = sampleProviders[0]!;
  const refused = (change: object) =>
    problemsOf(importProviders(desk, analyst, asRows([{ ...base, ...change }])));
  const flags = base.flags;
  assert.deepEqual(await refused({ flags: { ...flags, redeemable: false } }), ['/0/flags: E3']);
  assert.deepEqual(await refused({ flags: { ...flags, bitcoin_backed: false } }), [
    '/0/flags: not_bitcoin_backed',
  ]);
  assert.deepEqual(await refused({ flags: { ...flags, lucky: true } }), ['/0/flags/lucky: unknown_member']);
  assert.deepEqual(await refused({ yield_min: '6.76' }), ['/0/yield_min: E5']);
  assert.deepEqual(await refused({ yield_min: 5 }), ['/0/yield_min: not_text']);
  assert.deepEqual(await refused({ yeild_min: '5.00' }), ['/0/yeild_min: unknown_member']);
  assert.deepEqual(await refused({ id: 'FX-01' }), ['/0/id: not_id']);
  assert.deepEqual(await problemsOf(importProviders(desk, analyst, asRows([7]))), [
    '/0: not_object',
    '/0/name: missing',
    '/0/yield_min: missing',
    '/0/yield_max: missing',
    '/0/planner_type: missing',
    '/0/payout_currency: missing',
  ]);
  const { flags: _, ...without } = base;
  await importProviders(desk, analyst, asRows([without]));
  const provider = await findProvider(desk.store.db, base.slug);
  assert.ok(Object.values(provider!.flags).every(Boolean), 'a flag that is absent counts as true');
});

onEachStore('an update keeps absent members, and an unchanged row writes nothing', async (kind, t) => {
  const { desk, analyst, reviewer } = await staffedDesk(kind, t);
  const { db } = desk.store;
  await assert.rejects(importProviders(desk, reviewer, asRows(sampleProviders)), {
    code: 'insufficient_role',
  });
  const first = await importProviders(desk, analyst, asRows(sampleProviders));
  assert.equal(first.created.length, 12);
  const again = await importProviders(desk, analyst, asRows(sampleProviders));
  assert.deepEqual(again, { created: [], changed: [], unchanged: 12 });
  const { slug } = sampleProviders[0]!;
  const update = { slug, yield_max: '7', flags: { onchain: true }, website: 'https://one.example' };
  const { changed } = await importProviders(desk, analyst, asRows([update]));
  const provider = await findProvider(db, slug);
  assert.deepEqual(changed, [provider?.id]);
  const { yield_min, yield_max, website, version } = provider!;
  assert.deepEqual([yield_min, yield_max, website, version], ['5.00', '7.00', 'https://one.example', 2]);
  assert.deepEqual(provider!.flags, { ...sampleProviders[0]!.flags, onchain: true });
  const acts = await db.selectFrom('audit').select('action').execute();
  assert.deepEqual(
    acts.map(({ action }) => action),
    ['providers.imported', 'providers.imported'],
  );
});

onEachStore('providers are found by old names and slugs, and retiring deletes nothing', async (kind, t) => {
  const { desk, analyst } = await staffedDesk(kind, t);
  const { db } = desk.store;
  const row = { ...sampleProviders[0]!, slug: undefined, name: 'Café Crédit & Co.' };
  await importProviders(desk, analyst, asRows([row, sampleProviders[1]]));
  const { id } = (await findProvider(db, 'cafe-credit-co'))!;

  await renameProvider(desk, analyst, 'cafe-credit-co', 'Crédit Nouveau');
  await changeSlug(desk, analyst, id, 'nouveau');
  await changeSlug(desk, analyst, 'cafe-credit-co', 'neu');
  await changeSlug(desk, analyst, 'neu', 'nouveau');
  for (const key of [id, 'nouveau', 'neu', 'cafe-credit-co']) {
    assert.equal((await findProvider(db, key))?.id, id, key);
  }
  const { name, aliases, slug } = (await findProvider(db, id))!;
  assert.deepEqual([name, aliases, slug], ['Crédit Nouveau', ['Café Crédit & Co.'], 'nouveau']);
  await assert.rejects(changeSlug(desk, analyst, 'fx-02', 'neu'), /neu is or was a slug of Crédit Nouveau/);
  const taken = importProviders(desk, analyst, asRows([{ ...row, slug: 'fx-02', id }]));
  assert.deepEqual(await problemsOf(taken), ['/0/slug: slug_differs']);
  const namesake = importProviders(desk, analyst, asRows([{ ...row, name: 'crédit nouveau' }]));
  assert.deepEqual(await problemsOf(namesake), ['/0/name: ambiguous']);

  await retireProvider(desk, analyst, id);
  assert.deepEqual(
    (await listProviders(db)).map(({ slug: left }) => left),
    ['fx-02'],
  );
  assert.equal((await findProvider(db, 'neu'))?.retired_at, desk.now);
  await assert.rejects(renameProvider(desk, analyst, id, 'Other'), /is retired/);
  assert.deepEqual(await problemsOf(importProviders(desk, analyst, asRows([{ ...row, id }]))), [
    '/0/slug: retired',
  ]);
});
