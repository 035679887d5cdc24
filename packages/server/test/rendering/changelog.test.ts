import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hundredths } from '@rf-indicators/core/desk/snapshots/wire-numbers';
import { type ChangelogRow, readChangelog } from '@rf-indicators/core/log/changelog';
import { changelogFacts } from '@rf-indicators/core/log/changelog-entry';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { DAY, enter, foundedWorld, publishNow } from '../../../../test/support/world.ts';

const seqs = (rows: readonly ChangelogRow[]) => rows.map(({ seq }) => seq);

onEitherStore('the changelog is read newest first, page after page, each entry once', async (kind, t) => {
  const { store } = await publishedTwice(kind, t);
  const read: number[] = [];
  let page = await readChangelog(store.db, { limit: 5 });
  for (;;) {
    read.push(...seqs(page.rows));
    if (!page.more) break;
    assert.equal(page.rows.length, 5);
    page = await readChangelog(store.db, { limit: 5, before: read.at(-1) });
  }
  assert.deepEqual(read, [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
});

onEitherStore('a page that ends with the last entry says that there are no more', async (kind, t) => {
  const { store } = await publishedTwice(kind, t);
  const all = await readChangelog(store.db, { limit: 13 });
  assert.deepEqual([all.rows.length, all.more], [13, false]);
  const most = await readChangelog(store.db, { limit: 12 });
  assert.deepEqual([most.rows.length, most.more], [12, true]);
  assert.deepEqual(await readChangelog(store.db, { limit: 5, before: 1 }), { rows: [], more: false });
});

onEitherStore('entries since an instant include that instant', async (kind, t) => {
  const { store, desk } = await publishedTwice(kind, t);
  const second = desk.clock();
  const since = async (instant: number) =>
    seqs((await readChangelog(store.db, { limit: 3, since: instant })).rows);
  assert.deepEqual(await since(second), [13]);
  assert.deepEqual(await since(second + 1), []);
  assert.deepEqual(await since(second - DAY), [13, 12, 11]);
});

onEitherStore('the changelog can be filtered by provider', async (kind, t) => {
  const { store, idOf } = await publishedTwice(kind, t);
  const { rows, more } = await readChangelog(store.db, { limit: 10, providerId: idOf('FX-05') });
  assert.deepEqual(
    rows.map((row) => row.kind),
    ['score_change', 'initial'],
  );
  assert.equal(more, false);
  const before = await readChangelog(store.db, { limit: 10, providerId: idOf('FX-05'), before: 13 });
  assert.deepEqual(
    before.rows.map((row) => row.kind),
    ['initial'],
  );
  const none = await readChangelog(store.db, {
    limit: 10,
    providerId: idOf('FX-04'),
    since: rows[0]!.changed_at,
  });
  assert.deepEqual(none.rows, []);
});

onEitherStore('the changelog can be filtered by kind', async (kind, t) => {
  const { store } = await publishedTwice(kind, t);
  const only = async (...kinds: ChangelogRow['kind'][]) =>
    seqs((await readChangelog(store.db, { limit: 20, kinds })).rows);
  assert.deepEqual(await only('score_change'), [13]);
  assert.deepEqual(await only('drift'), []);
  assert.equal((await only('initial', 'score_change')).length, 13);
});

async function publishedTwice(...[kind, t]: Parameters<typeof foundedWorld>) {
  const world = await foundedWorld(kind, t);
  await publishNow(world);
  world.desk.moveTo(world.desk.clock() + DAY);
  await enter(world, 'FX-05', 'equity_ratio', '4.00');
  await publishNow(world, { providerIds: [world.idOf('FX-05')] });
  return world;
}

/** Without what analysts publish beside the change, which is in tables of its own. */
const entryOf = (row: ChangelogRow) => changelogFacts(row, hundredths);

const ROW: ChangelogRow = {
  seq: 7,
  id: '0196a0b0-0000-7000-8000-000000000007',
  provider_id: '0196a0b0-0000-7000-8000-000000000001',
  provider_name: 'Northgate Lending',
  planner_type: 'btc',
  kind: 'score_change',
  previous_score: 7410,
  new_score: 7120,
  previous_band: 'MEDIUM',
  new_band: 'MEDIUM',
  reason: 'New facts in Reserves.',
  framework_version: 'RF Framework v1.0',
  verification_id: 'RF-484Z5-BPZS1-EQWRF-4E9RZ-YJJPKG',
  changed_at: Date.parse('2026-04-26T12:00:00Z'),
};

test('an entry has the members of the API', () => {
  assert.equal(
    JSON.stringify(entryOf(ROW), null, 1).replaceAll(/\n\s*/g, '\n'),
    `{
"id": "0196a0b0-0000-7000-8000-000000000007",
"provider_id": "0196a0b0-0000-7000-8000-000000000001",
"provider_name": "Northgate Lending",
"planner_type": "btc",
"kind": "score_change",
"previous_score": 74.10,
"new_score": 71.20,
"delta": -2.90,
"previous_band": "MEDIUM",
"new_band": "MEDIUM",
"reason": "New facts in Reserves.",
"framework_version": "RF Framework v1.0",
"verification_id": "RF-484Z5-BPZS1-EQWRF-4E9RZ-YJJPKG",
"changed_at": "2026-04-26T12:00:00Z"
}`,
  );
});

test('an old entry does not name the hard rules that fired', () => {
  const { reason } = entryOf({ ...ROW, reason: 'New facts in Reserves; hard rule HR04 fired.' });
  assert.equal(reason, 'New facts in Reserves; a cap was applied.');
});

test('first and withdrawn indicators have no difference; an unchanged score has a difference of zero', () => {
  const scores = (changes: Partial<ChangelogRow>) => {
    const { previous_score, new_score, delta } = entryOf({ ...ROW, ...changes });
    return JSON.stringify([previous_score, new_score, delta]);
  };
  assert.equal(scores({ kind: 'initial', previous_score: null }), '[null,71.20,null]');
  assert.equal(scores({ kind: 'withdrawal', new_score: null }), '[74.10,null,null]');
  assert.equal(scores({ previous_score: 7120 }), '[71.20,71.20,0.00]');
  assert.equal(scores({ kind: 'initial', previous_score: null, new_score: 0 }), '[null,0.00,null]');
});
