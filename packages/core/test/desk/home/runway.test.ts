// What the desk says of the days ahead: the runway of the home page, the due board and the file of a provider agree with the sweep.

import assert from 'node:assert/strict';
import { civilDate } from '@rf-indicators/core/context/times';
import { listBoard } from '@rf-indicators/core/desk/due/board';
import { dueChecks } from '@rf-indicators/core/desk/due/checks';
import { refreshDue } from '@rf-indicators/core/desk/due/refresh';
import { readHome } from '@rf-indicators/core/desk/home/home';
import { providerFile } from '@rf-indicators/core/desk/provider-file/file';
import { sweepStaleness } from '@rf-indicators/core/desk/publication/staleness';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import {
  ALL_SAMPLES,
  DAY,
  FIRST_DAY,
  publishedWorld,
  publishNow,
  renewGates,
  type World,
} from '../../../../../test/support/world.ts';

const OTHERS = ALL_SAMPLES.filter((sample) => sample !== 'FX-05');
// FX-05's insolvency and withdrawal status are of 31 March, and lapse when they are 14 days old; the others' are of 6 April.
const LAPSE = '2026-04-14';
const OTHERS_LAPSE = '2026-04-20';

async function ahead({ desk, people, slugOf }: World) {
  await refreshDue(desk);
  const rows = await listBoard(desk, { time: 'all' }, { limit: 1000 });
  const { data } = await dueChecks(desk, { time: 'all' });
  return {
    runway: (await readHome(desk, people.reviewer, DEFAULT_POLICY)).runway,
    outlook: (await providerFile(desk, DEFAULT_POLICY, slugOf('FX-05'))).outlook!,
    board: rows.flatMap(({ slug, input, stale_from }) =>
      slug === slugOf('FX-05') && stale_from !== null ? [[input, stale_from]] : [],
    ),
    checks: data.flatMap(({ input, stale_from }) => (stale_from === null ? [] : [[input, stale_from]])),
  };
}

onEitherStore('the desk says from when indicators are stale if nothing is renewed', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { desk } = world;
  desk.moveTo(FIRST_DAY + 5 * DAY);
  await renewGates(world, OTHERS);
  await publishNow(world);
  const count = ALL_SAMPLES.length;
  const today = civilDate(desk.clock());
  const before = await ahead(world);
  assert.deepEqual(before.runway, {
    indicators: count,
    from: today,
    to: '2026-07-05',
    steps: [
      { from: today, stale: 0 },
      { from: LAPSE, stale: 1 },
      { from: OTHERS_LAPSE, stale: count },
    ],
  });
  const { first_lapse, steps, gates_renewed } = before.outlook;
  assert.deepEqual([first_lapse!.label, first_lapse!.lapses_on], ['Insolvency status', LAPSE]);
  assert.deepEqual(
    steps.slice(-2).map(({ from, state, score }) => [from, state, score]),
    [
      [LAPSE, 'stale', null],
      ['2026-04-28', 'withdrawn', null],
    ],
  );
  assert.ok(gates_renewed.steps.every(({ score }) => score !== null));
  const gates = [
    ['insolvency_status', LAPSE],
    ['withdrawal_status', LAPSE],
  ];
  assert.deepEqual(before.board.sort(), gates);
  assert.deepEqual(before.checks.slice(0, 3).sort(), [
    ['insolvency_status', LAPSE],
    ['integrity_finding', before.checks.find(([input]) => input === 'integrity_finding')![1]],
    ['withdrawal_status', LAPSE],
  ]);

  desk.moveTo(Date.parse(LAPSE));
  await sweepStaleness(desk, DEFAULT_POLICY);
  const after = await ahead(world);
  assert.deepEqual(after.runway.steps, [
    { from: LAPSE, stale: 1 },
    { from: OTHERS_LAPSE, stale: count },
  ]);
  assert.equal(after.outlook.steps[0]!.state, 'stale');
  assert.deepEqual(after.board.sort(), gates, 'since that day');
  assert.equal(after.checks.find(([input]) => input === 'insolvency_status')![1], OTHERS_LAPSE);
  assert.equal(
    (await providerFile(desk, DEFAULT_POLICY, world.slugOf('FX-06'))).outlook!.first_lapse!.lapses_on,
    OTHERS_LAPSE,
  );
});
