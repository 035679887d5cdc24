import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { factsAsOf } from '@rf-indicators/core/desk/facts/facts';
import { readRows } from '@rf-indicators/core/desk/import/file';
import { asRows } from '@rf-indicators/core/desk/import/rows';
import { decide } from '@rf-indicators/core/desk/inputs/decisions';
import { listProposals } from '@rf-indicators/core/desk/inputs/proposals';
import { retireProvider } from '@rf-indicators/core/desk/provider-file/change-provider';
import { importProviders } from '@rf-indicators/core/desk/provider-file/provider-import';
import { findProvider, listProviders } from '@rf-indicators/core/desk/providers/providers';
import { changeSlug, renameProvider } from '../../../../../test/support/naming.ts';
import {
  importSampleProviders,
  methodology,
  type StaffedDesk,
  sampleProviders,
  sampleProvidersWith,
  staffedDesk,
} from '../../../../../test/support/sample-desk.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';

const COLUMNS =
  'slug,name,planner_type,yield_min,yield_max,payout_currency,website,flags.lends,aliases,' +
  'evidence.kind,evidence.title,evidence.evidence_date,evidence.grade';
const TERMS = 'terms,Terms,2026-03-31,D';
const EVIDENCE = {
  ...{ kind: 'terms', title: 'Terms', evidence_date: '2026-03-31', grade: 'D' },
  group: 'public register',
};

function importRows({ desk, analyst }: StaffedDesk, ...rows: unknown[]) {
  return importProviders(desk, analyst, asRows(rows), methodology);
}

/** What would count for a provider today. */
async function factsNow({ desk }: StaffedDesk, slug: string) {
  const { id } = (await findProvider(desk.store.db, slug))!;
  const [facts] = await factsAsOf(desk.store.db, methodology, [id], desk.now, desk.now);
  return facts!;
}

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

onEitherStore(
  'a file with invalid rows is refused as a whole, and every invalid line is listed',
  async (kind, t) => {
    const staffed = await staffedDesk(kind, t);
    const { desk, analyst } = staffed;
    const { db } = desk.store;
    const file = [
      COLUMNS,
      `good,Good,fiat,1.00,2.00,USD,https://good.example,true,Fine|Well,${TERMS}`,
      `Bad Slug,Bad,gold,1.00,2.00,USD,,,,${TERMS}`,
      'runs-over,"Runs',
      `over",fiat,5.00,2.00,XQX,http://plain.example,perhaps,,${TERMS}`,
      `,,fiat,1e2,2.00,USD,,,,${TERMS}`,
      `good,Good again,fiat,1.00,2.00,USD,,,,${TERMS}`,
    ].join('\n');
    const read = (text: string) => importProviders(desk, analyst, readRows(text, 'csv'), methodology);
    assert.deepEqual(await problemsOf(read(file)), [
      'line 3, planner_type: unknown_planner_type',
      'line 3, slug: not_slug',
      'line 4, payout_currency: unknown_currency',
      'line 4, flags, lends: not_boolean',
      'line 4, name: control_character',
      'line 4, website: not_https',
      'line 6, yield_min: not_percent',
      'line 6, name: missing',
      'line 7, slug: duplicate_row',
    ]);
    const lines = file.split('\n');
    // What does not fit together, and evidence that is not sound, show once every row can be read.
    const twoBad = [
      lines[0],
      lines[1],
      `crossed,Crossed,fiat,5.00,2.00,USD,,,,${TERMS}`,
      'ungraded,Ungraded,fiat,1.00,2.00,USD,,,,terms,Terms,2026-03-31,Z',
    ].join('\n');
    assert.deepEqual(await problemsOf(read(twoBad)), [
      'line 4, evidence, sha256: E6',
      'line 4, evidence, grade: unknown_grade',
      'line 3, yield_min: E5',
      'line 3, shared_reason: other_provider',
    ]);
    assert.deepEqual(await listProviders(db), []);
    assert.deepEqual(await listProposals(db), []);
    const { created, batch_id, proposed } = await read(`\uFEFF${lines.slice(0, 2).join('\r\n')}\r\n`);
    assert.deepEqual([created.length, proposed], [1, 5]);
    const provider = await findProvider(db, 'good');
    assert.deepEqual(provider?.aliases, ['Fine', 'Well'], 'the record is written at once');
    const waiting = await factsNow(staffed, 'good');
    assert.deepEqual(waiting.missing, ['planner_type', 'payout_currency', 'yield_min', 'yield_max']);
    await decide(desk, staffed.reviewer, { batchId: batch_id! }, 'approved', { unopened: true });
    const { planner_type, flags, missing } = await factsNow(staffed, 'good');
    assert.deepEqual([planner_type, flags, missing], ['fiat', { lends: true }, []]);
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

onEitherStore('structure flags and yields must be consistent', async (kind, t) => {
  const staffed = await staffedDesk(kind, t);
  const base = { ...sampleProviders[0]!, evidence: EVIDENCE };
  const refused = (change: object) => problemsOf(importRows(staffed, { ...base, ...change }));
  const flags = base.flags;
  assert.deepEqual(await refused({ flags: { ...flags, redeemable: false } }), ['/0/redeemable: E3']);
  assert.deepEqual(await refused({ flags: { ...flags, bitcoin_backed: false } }), [
    '/0/planner_type: not_bitcoin_backed',
  ]);
  assert.deepEqual(await refused({ flags: { ...flags, lucky: true } }), ['/0/flags/lucky: unknown_member']);
  assert.deepEqual(await refused({ yield_min: '6.76' }), ['/0/yield_min: E5']);
  assert.deepEqual(await refused({ yield_min: 5 }), ['/0/yield_min: not_text']);
  assert.deepEqual(await refused({ bitcoin_part: '0.00' }), ['/0/bitcoin_part: not_bitcoin_backed']);
  assert.deepEqual(await refused({ yeild_min: '5.00' }), ['/0/yeild_min: unknown_member']);
  assert.deepEqual(await refused({ id: 'FX-01' }), ['/0/id: not_id']);
  assert.deepEqual(await problemsOf(importRows(staffed, 7)), ['/0: not_object', '/0/name: missing']);
  assert.deepEqual(await listProviders(staffed.desk.store.db), []);
  const { flags: _, ...without } = base;
  const { batch_id } = await importRows(staffed, without);
  await decide(staffed.desk, staffed.reviewer, { batchId: batch_id! }, 'approved', { unopened: true });
  assert.deepEqual((await factsNow(staffed, base.slug)).flags, {}, 'a flag that is absent counts as true');
});

onEitherStore('facts without evidence are refused, once for each row', async (kind, t) => {
  const staffed = await staffedDesk(kind, t);
  const refusal = await importRows(staffed, ...sampleProviders.slice(0, 2)).then(
    () => assert.fail('it was taken'),
    (error: Refusal) => error,
  );
  assert.deepEqual(
    refusal.details.map(({ place, code }) => `${place}: ${code}`),
    ['/0/evidence: missing', '/1/evidence: missing'],
  );
  assert.match(
    refusal.details[0]!.message,
    /needed for planner_type, payout_currency, yield_min, yield_max,/,
  );
  assert.deepEqual(await listProviders(staffed.desk.store.db), [], 'nor is any record written');
  // A record alone needs none.
  const { created, batch_id, proposed } = await importRows(staffed, { name: 'Only A Name' });
  assert.deepEqual([created.length, batch_id, proposed], [1, null, 0]);
});

onEitherStore('an update keeps absent members, and an unchanged row writes nothing', async (kind, t) => {
  const staffed = await staffedDesk(kind, t);
  const { desk, analyst, reviewer, operator } = staffed;
  const { db } = desk.store;
  const sha256 = await importSampleProviders(staffed);
  const rows = sampleProvidersWith(sha256);
  await assert.rejects(importProviders(desk, reviewer, asRows(rows), methodology), {
    code: 'insufficient_role',
  });
  const before = (await db.selectFrom('audit').select('seq').execute()).length;
  const nothing = { created: [], changed: [], unchanged: 12, batch_id: null, proposed: 0 };
  assert.deepEqual(await importRows(staffed, ...rows), nothing);
  // Nor does it need evidence again.
  assert.deepEqual(await importRows(staffed, ...sampleProviders), nothing);
  assert.equal((await db.selectFrom('audit').select('seq').execute()).length, before);

  const { slug } = sampleProviders[0]!;
  const update = { slug, yield_max: '7', flags: { onchain: true }, website: 'https://one.example' };
  const { changed, proposed, batch_id } = await importRows(staffed, { ...update, evidence: EVIDENCE });
  const provider = (await findProvider(db, slug))!;
  assert.deepEqual([changed, proposed], [[provider.id], 2]);
  assert.deepEqual([provider.website, provider.version], ['https://one.example', 2]);
  const asBefore = await factsNow(staffed, slug);
  assert.deepEqual([asBefore.facts.yield_max?.value, asBefore.flags.onchain], ['6.75', false]);
  // What waits for a reviewer is not proposed twice.
  assert.deepEqual(await importRows(staffed, { ...update, evidence: EVIDENCE }), {
    ...nothing,
    unchanged: 1,
  });
  await decide(desk, reviewer, { batchId: batch_id! }, 'approved', { unopened: true });
  const { facts, flags } = await factsNow(staffed, slug);
  assert.deepEqual([facts.yield_min?.value, facts.yield_max?.value], ['5.00', '7.00']);
  assert.deepEqual(flags, { ...sampleProviders[0]!.flags, onchain: true });
  const acts = await db.selectFrom('audit').select('action').orderBy('seq').execute();
  assert.deepEqual(
    acts.slice(before).map(({ action }) => action),
    ['inputs.proposed', 'providers.imported', 'inputs.approved'],
  );

  // An operator keeps records, but only an analyst proposes facts.
  const byOperator = (row: object) => importProviders(desk, operator, asRows([row]), methodology);
  await byOperator({ slug, website: 'https://two.example' });
  await assert.rejects(byOperator({ slug, yield_max: '8.00', evidence: EVIDENCE }), {
    code: 'insufficient_role',
  });
  assert.equal((await listProposals(db, { status: 'open' })).length, 0);
  await importProviders(desk, analyst, asRows([{ slug, website: 'https://two.example' }]));
});

onEitherStore('providers are found by old names and slugs, and retiring deletes nothing', async (kind, t) => {
  const { desk, analyst } = await staffedDesk(kind, t);
  const { db } = desk.store;
  const row = { name: 'Café Crédit & Co.', provider_subtype: 'cefi' };
  const second = { name: sampleProviders[1]!.name, slug: sampleProviders[1]!.slug };
  await importProviders(desk, analyst, asRows([row, second]));
  const { id } = (await findProvider(db, 'cafe-credit-co'))!;

  await renameProvider(desk, analyst, 'cafe-credit-co', 'Crédit Nouveau');
  await changeSlug(desk, analyst, id, 'nouveau');
  await changeSlug(desk, analyst, 'cafe-credit-co', 'neu');
  await changeSlug(desk, analyst, 'neu', 'nouveau');
  for (const key of [id, 'nouveau', 'neu', 'cafe-credit-co']) {
    assert.equal((await findProvider(db, key))?.id, id, key);
  }
  const { name, aliases, slug } = (await findProvider(db, id))!;
  // Aliases are published, and nobody outside ever saw the first name.
  assert.deepEqual([name, aliases, slug], ['Crédit Nouveau', [], 'nouveau']);
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
