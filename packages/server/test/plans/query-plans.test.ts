// No query that people wait for reads every row of a table that grows, on either database.

import assert from 'node:assert/strict';
import { type Scan, scansOf } from '../../../../test/support/query-plans.ts';
import { QueryRecorder } from '../../../../test/support/query-recorder.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { ACCEPTED_SCANS } from './accepted-scans.ts';
import { walkedWorld } from './plan-world.ts';
import { readDesk, readPublished } from './walk.ts';
import { performActs } from './walk-acts.ts';
import { askHandled } from './walk-handled.ts';
import { signIn } from './walk-sign-in.ts';

onEitherStore('no query that people wait for scans a table that grows', async (kind, t) => {
  const recorder = new QueryRecorder();
  const { store, walker } = await walkedWorld(kind, t, recorder);
  await readDesk(walker);
  await readPublished(walker);
  await askHandled(walker);
  await performActs(kind, t, recorder);
  await signIn(kind, t, recorder);
  const { queries } = recorder;
  assert.ok(queries.length > 800, `${queries.length} queries were recorded`);
  const scans = await scansOf(store, queries);
  const isAccepted = ({ by, table }: Scan) => ACCEPTED_SCANS[table]?.[by] !== undefined;
  assert.deepEqual(scans.filter((scan) => !isAccepted(scan)).map(described), []);
  // PostgreSQL has a plan without a scan for some of them.
  if (kind === 'postgres') return;
  const found = new Set(scans.map(({ by, table }) => `${table} ${by}`));
  const accepted = Object.entries(ACCEPTED_SCANS).flatMap(([table, acts]) =>
    Object.keys(acts).map((by) => `${table} ${by}`),
  );
  assert.deepEqual(
    accepted.filter((one) => !found.has(one)),
    [],
    'accepted, though nothing scans any more',
  );
});

function described({ by, table, step, text }: Scan): string {
  return `${by} reads all of ${table} (${step}): ${text.replaceAll('"', '')}`;
}
