// The due list has its own order over the rows of the due board, which no reader makes again.

import assert from 'node:assert/strict';
import { civilDate } from '@rf-indicators/core/context/times';
import { listBoard } from '@rf-indicators/core/desk/due/board';
import { dueChecks } from '@rf-indicators/core/desk/due/checks';
import { listDue, type WantedDue } from '@rf-indicators/core/desk/due/due';
import { refreshBriefly, refreshDue } from '@rf-indicators/core/desk/due/refresh';
import { asRows } from '@rf-indicators/core/desk/import/rows';
import { decide } from '@rf-indicators/core/desk/inputs/decisions';
import { renewUnchanged } from '@rf-indicators/core/desk/inputs/propose';
import { listProvidersAtDesk } from '@rf-indicators/core/desk/provider-file/desk-list';
import { importProviders } from '@rf-indicators/core/desk/provider-file/provider-import';
import { sql } from 'kysely';
import { fictionalEvidence, REGISTER_CHECK } from '../../../../../test/support/demo-parts.ts';
import { changeSlug } from '../../../../../test/support/naming.ts';
import { announce, nextFramework } from '../../../../../test/support/next-framework.ts';
import { watchReads } from '../../../../../test/support/read-rows.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import { DAY, enter, foundedWorld, methodology, type World } from '../../../../../test/support/world.ts';

async function allPages({ desk }: World, wanted: WantedDue) {
  const rows = [];
  let cursor: string | undefined;
  do {
    const page = await listDue(desk, { ...wanted, ...(cursor === undefined ? {} : { cursor }) });
    assert.ok(page.data.length <= wanted.limit!);
    rows.push(...page.data);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return rows;
}

onEitherStore('the pages of the due list together are the list', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  await refreshDue(world.desk);
  for (const wanted of [{ days: 40 }, { days: 40, missing: true }, { days: 400, missing: true }]) {
    const { data } = await listDue(world.desk, { ...wanted, limit: 1000 });
    assert.ok(data.length > 30);
    for (const limit of [1, 7, 50]) assert.deepEqual(await allPages(world, { ...wanted, limit }), data);
    const order = data.map(({ is_gate, loses_from }) => [is_gate ? 0 : 1, loses_from ?? '']);
    assert.deepEqual(order, [...order].sort(), 'gates first, without evidence first, then by day');
    assert.equal(
      data.some(({ value }) => value === null),
      wanted.missing === true,
    );
  }
});

onEitherStore('the checks of the due board are its rows, grouped by input', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const { people } = world;
  await renewUnchanged(world.desk, people.analyst, methodology, {
    input: 'withdrawal_status',
    providers: [world.slugOf('FX-05'), world.slugOf('FX-04')],
    evidence: fictionalEvidence('a check', civilDate(world.desk.clock()), 'A', REGISTER_CHECK),
  });
  await refreshDue(world.desk);
  for (const filter of [{ time: 'all' }, { time: 'missing' }, { time: 'lapsed' }] as const) {
    const rows = await listBoard(world.desk, filter, {});
    const { data } = await dueChecks(world.desk, filter);
    assert.deepEqual(
      data.map(({ input, inputs, in_review }) => [input, inputs, in_review]).toSorted(),
      [...Map.groupBy(rows, ({ input }) => input)]
        .map(([input, of]) => [input, of.length, of.filter((row) => row.in_review).length])
        .toSorted(),
    );
    for (const { input, providers, days_left, points_at_stake, lapsed } of data) {
      const of = rows.filter((row) => row.input === input);
      const days = of.flatMap((row) => row.days_left ?? []);
      assert.equal(days_left, days.length === 0 ? null : Math.min(...days));
      assert.equal(lapsed, days.filter((left) => left <= 0).length);
      assert.equal(points_at_stake, Math.max(...of.map((row) => row.points_at_stake)));
      assert.equal(providers.length, Math.min(3, of.length));
      assert.ok(providers.every((name) => of.some((row) => row.name === name)));
    }
    assert.deepEqual(
      data.map(({ is_gate }) => is_gate),
      data.map(({ is_gate }) => is_gate).toSorted((a, b) => Number(b) - Number(a)),
      'gates first',
    );
  }
});

onEitherStore('a page of the due list is read from an index in its order', async (kind, t) => {
  if (kind !== 'sqlite') return;
  const { desk } = await foundedWorld(kind, t);
  await refreshDue(desk);
  const reads = watchReads(desk.store.db);
  const context = { ...desk, store: { ...desk.store, db: reads.db } };
  await refreshBriefly(context);
  const { next_cursor } = await listDue(context, { days: 400, missing: true, limit: 20 });
  await listDue(context, { days: 400, missing: true, limit: 20, cursor: next_cursor! });
  const plans = (await reads.plans()).filter((steps) => steps.includes('due_'));
  assert.ok(plans.some((detail) => detail.includes('due_inputs_by_gate')));
  assert.ok(plans.some((detail) => detail.includes('due_providers_by_state')));
  const slow = plans.filter((steps) => /SCAN due_|TEMP B-TREE/.test(steps));
  assert.deepEqual(slow, []);
});

onEitherStore(
  'statistics from before there were many providers do not make the board read all of them',
  async (kind, t) => {
    if (kind !== 'sqlite') return;
    const { desk } = await foundedWorld(kind, t);
    await refreshDue(desk);
    const { db } = desk.store;
    await sql`analyze`.execute(db);
    await sql`update sqlite_stat1 set stat = '1 1 1 1' where tbl = 'due_providers'`.execute(db);
    await sql`update sqlite_stat1 set stat = '400000 40 1 1 1 1 1 1' where tbl = 'due_inputs'`.execute(db);
    await sql`delete from sqlite_stat1 where tbl = 'open_proposals'`.execute(db);
    await sql`insert into sqlite_stat1 values ('open_proposals', null, '100000')`.execute(db);
    await sql`analyze sqlite_schema`.execute(db);
    const reads = watchReads(db);
    await listBoard({ ...desk, store: { ...desk.store, db: reads.db } }, {}, { limit: 20 });
    const plans = await reads.plans();
    assert.ok(plans.some((steps) => steps.includes('due_inputs_by_points')));
    assert.deepEqual(
      plans.filter((steps) => /SCAN (due_providers|proposals)/.test(steps)),
      [],
    );
  },
);

onEitherStore('on a day with another framework, the rows are still those of the board', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const { desk } = world;
  const document = nextFramework('1.1', '2026-06-01');
  for (const criterion of document.criteria) criterion.max_age_days = 1;
  await announce(world, document);
  await refreshDue(desk);
  const days = 70;
  const { data } = await listDue(desk, { days, limit: 1000 });
  const later = await listDue(desk, { days: 0, as_of: desk.clock() + days * DAY, limit: 1000 });
  assert.deepEqual(
    later.data.map((row) => ({ ...row, days_left: row.days_left! + days })),
    data,
  );
});

onEitherStore('a provider is on the due list at once, with its own names', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const { desk, people } = world;
  await refreshDue(desk);
  const evidence = { kind: 'terms', title: 'Terms', evidence_date: '2026-03-31', grade: 'D' };
  const facts = { planner_type: 'btc', provider_subtype: 'lender', yield_min: '1.00', yield_max: '2.00' };
  const row = { name: 'Newcomer', ...facts, payout_currency: 'USD', evidence };
  const { batch_id } = await importProviders(desk, people.analyst, asRows([row]), methodology);
  await decide(desk, people.reviewer, { batchId: batch_id! }, 'approved', { unopened: true });
  const slugs = async () => {
    assert.equal(await refreshBriefly(desk), 0);
    const { data } = await listDue(desk, { days: 4000, missing: true, limit: 1000 });
    return new Set(data.map(({ slug }) => slug));
  };
  assert.ok((await slugs()).has('newcomer'));
  await changeSlug(desk, people.analyst, 'newcomer', 'latecomer');
  assert.ok((await slugs()).has('latecomer') && !(await slugs()).has('newcomer'));
});

onEitherStore('the list of providers is the same with the board and without', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const { desk } = world;
  const listed = async () => (await listProvidersAtDesk(desk, { limit: 100 })).data;
  const assessed = await listed();
  assert.ok(assessed.every(({ next_due, yield_max }) => next_due !== null && yield_max !== null));
  await refreshDue(desk);
  assert.deepEqual(await listed(), assessed);
  const reads = watchReads(desk.store.db);
  await listProvidersAtDesk({ ...desk, store: { ...desk.store, db: reads.db } }, { limit: 100 });
  if (kind === 'sqlite') {
    const evidence = (await reads.plans()).filter((steps) => steps.includes('evidence'));
    assert.deepEqual(evidence, [], 'nothing is put together again');
  }

  // The row of a provider about which something has just been approved is not up to date.
  await enter(world, 'FX-01', 'insolvency_status', 'none');
  const changed = await listed();
  await refreshDue(desk);
  assert.deepEqual(await listed(), changed);
});

onEitherStore('the list of providers by type knows a type that was just approved', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const { desk, people } = world;
  const slugs = async () =>
    (await listProvidersAtDesk(desk, { planner_type: 'btc', limit: 100 })).data.map(({ slug }) => slug);
  const before = await slugs();
  assert.ok(before.length > 0);
  await refreshDue(desk);
  assert.deepEqual(await slugs(), before);
  const evidence = { kind: 'terms', title: 'Terms', evidence_date: '2026-03-31', grade: 'D' };
  const facts = { planner_type: 'btc', provider_subtype: 'lender', yield_min: '1.00', yield_max: '2.00' };
  const row = { name: 'Newcomer', ...facts, payout_currency: 'USD', evidence };
  const { batch_id } = await importProviders(desk, people.analyst, asRows([row]), methodology);
  assert.deepEqual(await slugs(), before, 'it is proposed');
  await decide(desk, people.reviewer, { batchId: batch_id! }, 'approved', { unopened: true });
  assert.deepEqual(await slugs(), [...before, 'newcomer'].sort());
  await refreshDue(desk);
  assert.deepEqual(await slugs(), [...before, 'newcomer'].sort());
});

onEitherStore(
  'somebody who waits for the board gets what was just changed, and nothing else',
  async (kind, t) => {
    const world = await foundedWorld(kind, t);
    const { desk } = world;
    await refreshDue(desk);
    desk.moveTo(desk.clock() + DAY);
    await enter(world, 'FX-01', 'independent_oversight', '70.00');
    assert.equal(await refreshBriefly(desk), 11, 'the others are of the day before');
    const rows = await desk.store.db
      .selectFrom('due_providers')
      .select('slug')
      .where('computed_on', '=', civilDate(desk.clock()))
      .execute();
    assert.deepEqual(
      rows.map(({ slug }) => slug),
      [world.slugOf('FX-01')],
    );
  },
);
