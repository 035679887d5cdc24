import assert from 'node:assert/strict';
import { awaySince, notePresence, readOpenRows } from '@rf-indicators/core/desk/presence';
import { fixtureDesk, person, START } from '../../../../test/support/desk-fixture.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';

const MINUTE = 60_000;

onEitherStore('open rows are those of tabs that were seen lately', async (kind, t) => {
  const desk = await fixtureDesk(kind, t);
  await person(desk, 'ann', 'reviewer');
  await person(desk, 'ben', 'analyst');
  const at = { page: 'approvals', isAttended: true };
  await notePresence(desk, 'ann', { ...at, tab: 't1', row: 'p1' });
  await notePresence(desk, 'ann', { ...at, tab: 't2', row: 'p1' });
  await notePresence(desk, 'ben', { ...at, tab: 't3', row: 'p2' });
  const open = async () =>
    (await readOpenRows(desk.store.db, desk.now)).map((row) => [row.staff_id, row.row_id]);
  assert.deepEqual(await open(), [
    ['ann', 'p1'],
    ['ben', 'p2'],
  ]);
  await notePresence(desk, 'ben', { ...at, tab: 't3', row: null });
  assert.deepEqual(await open(), [['ann', 'p1']]);
  desk.now += MINUTE;
  assert.deepEqual(await open(), []);
});

onEitherStore('a visit begins after half an hour without a sign of the person', async (kind, t) => {
  const desk = await fixtureDesk(kind, t);
  await person(desk, 'ann', 'reviewer');
  const presence = { tab: 't1', page: 'desk', row: null };
  const away = () => awaySince(desk.store.db, 'ann', desk.now);
  assert.equal(await away(), null);
  await notePresence(desk, 'ann', { ...presence, isAttended: true });
  assert.equal(await away(), null);
  desk.now += 29 * MINUTE;
  await notePresence(desk, 'ann', { ...presence, isAttended: true });
  const left = desk.now;
  assert.equal(await away(), null);
  desk.now += 60 * MINUTE;
  // A page that was only left open is no visit.
  await notePresence(desk, 'ann', { ...presence, isAttended: false });
  assert.equal(await away(), left);
  await notePresence(desk, 'ann', { ...presence, isAttended: true });
  desk.now += MINUTE;
  await notePresence(desk, 'ann', { ...presence, isAttended: true });
  assert.equal(await away(), left);
  assert.ok(left > START);
});
