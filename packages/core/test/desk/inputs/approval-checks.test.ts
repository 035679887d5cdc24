// Proposals that are sound one by one can be unsound together. No approval leaves a provider with inputs and facts
// that a run would have to reject.

import assert from 'node:assert/strict';
import type { Refusal } from '@rf-indicators/core/context/refusal';
import { civilDate } from '@rf-indicators/core/context/times';
import { asRows } from '@rf-indicators/core/desk/import/rows';
import { decide } from '@rf-indicators/core/desk/inputs/decisions';
import { listProposals } from '@rf-indicators/core/desk/inputs/proposals';
import { proposeInputs } from '@rf-indicators/core/desk/inputs/propose';
import { fictionalEvidence } from '../../../../../test/support/demo-parts.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import {
  DAY,
  FIRST_DAY,
  foundedWorld,
  MINUTE,
  methodology,
  type World,
} from '../../../../../test/support/world.ts';
import { CONFIRMATION } from '../../../../../test/support/evidence.ts';

/** Proposed one after the other, so that each is checked against what is approved and not against the others. */
async function proposeEach(world: World, sample: string, ...values: [input: string, value: string][]) {
  const { desk, people } = world;
  const ids: string[] = [];
  for (const [input, value] of values) {
    const evidence = fictionalEvidence(`${input} ${value}`, civilDate(desk.clock()), 'A');
    const rows = asRows([{ provider: world.slugOf(sample), input, value, evidence, confirmation: CONFIRMATION }]);
    ids.push(...(await proposeInputs(desk, people.analyst, methodology, rows)).proposalIds);
  }
  return ids;
}

async function problemsOf(world: World, proposalIds: readonly string[]): Promise<string[]> {
  const { desk, people } = world;
  return decide(desk, people.reviewer, { proposalIds }, 'approved', { unopened: true, confirmation: CONFIRMATION }).then(
    () => [],
    ({ details }: Refusal) => details.map(({ place, code }) => `${place} ${code}`),
  );
}

onEitherStore('an approval that leaves figures which do not fit together is refused', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const { desk, store } = world;
  desk.moveTo(FIRST_DAY + DAY);

  /** Each agrees with what is approved, but not with the other: either may be approved, and then not the other. */
  const requireEither = async (sample: string, code: string, ...values: [string, string][]) => {
    const [first, second] = (await proposeEach(world, sample, ...values)) as [string, string];
    const refusal = [`${world.slugOf(sample)} ${code}`];
    assert.deepEqual(await problemsOf(world, [first, second]), refusal);
    const open = await listProposals(store.db, { status: 'open' });
    assert.deepEqual(open.map(({ id }) => id).sort(), [first, second].sort(), 'nothing was decided');
    assert.deepEqual(await problemsOf(world, [first]), []);
    assert.deepEqual(await problemsOf(world, [second]), refusal);
    await decide(desk, world.people.reviewer, { proposalIds: [second] }, 'rejected', {
      reason: 'Does not fit.',
    });
  };
  await requireEither('FX-07', 'E1', ['yield_source', 'overcollateralised_credit'], ['lends', 'false']);
  await requireEither('FX-01', 'E5', ['yield_max', '5.50'], ['yield_min', '6.00']);
  await requireEither('FX-02', 'not_bitcoin_backed', ['planner_type', 'btc'], ['bitcoin_backed', 'false']);
  const [obligations] = await proposeEach(world, 'FX-05', ['fixed_obligations', 'true']);
  assert.deepEqual(await problemsOf(world, [obligations!]), []);
  desk.moveTo(desk.clock() + MINUTE);
  await requireEither('FX-05', 'E3', ['redeemable', 'false'], ['fixed_obligations', 'false']);

  // A currency whose rate nobody has approved would leave the spread without a value.
  const [currency] = await proposeEach(world, 'FX-12', ['payout_currency', 'EUR']);
  assert.deepEqual(await problemsOf(world, [currency!]), [`${world.slugOf('FX-12')} E2`]);
  const evidence = fictionalEvidence('Rate', civilDate(desk.clock()), 'A');
  const rate = asRows([{ currency: 'EUR', input: 'reference_rate', value: '2.00', evidence }]);
  const { proposalIds } = await proposeInputs(desk, world.people.analyst, methodology, rate);
  assert.deepEqual(await problemsOf(world, proposalIds), []);
  assert.deepEqual(await problemsOf(world, [currency!]), []);
});
