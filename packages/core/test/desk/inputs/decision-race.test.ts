import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Context } from '@rf-indicators/core/context/context';
import { factsAsOf } from '@rf-indicators/core/desk/facts/facts';
import { asRows } from '@rf-indicators/core/desk/import/rows';
import { decide } from '@rf-indicators/core/desk/inputs/decisions';
import { proposeInputs } from '@rf-indicators/core/desk/inputs/propose';
import type { Store } from '@rf-indicators/core/store/store';
import { fictionalEvidence } from '../../../../../test/support/demo-parts.ts';
import { draft, foundedWorld, methodology } from '../../../../../test/support/world.ts';

test('a decision that is being written while a run starts is never recorded before the run (postgres)', async (t) => {
  const world = await foundedWorld('postgres', t);
  const { desk, people, store } = world;
  const id = world.idOf('FX-01');
  const evidence = fictionalEvidence('x', '2026-04-01', 'A');
  const rows = asRows([
    { provider: world.slugOf('FX-01'), input: 'assurance_level', value: 'none', evidence },
  ]);
  const { proposalIds } = await proposeInputs(desk, people.analyst, methodology, rows);
  const lookedAt = desk.clock();

  // The decision begins; a run by another connection starts and looks, and ends only after the decision.
  const looked = Promise.withResolvers<void>();
  const decided = Promise.withResolvers<void>();
  let transactions = 0;
  const slow: Store = {
    ...store,
    transaction: async (work) => {
      if (transactions === 2) await decided.promise;
      const result = await store.transaction(work);
      transactions += 1;
      if (transactions === 2) looked.resolve();
      return result;
    },
  };
  let running: Promise<string> | null = null;
  const interrupted: Store = {
    ...store,
    transaction: (work) =>
      store.transaction(async (writes) => {
        await writes.selectFrom('runs').select('id').execute();
        running ??= draft({ ...world, desk: { ...desk, store: slow } }, { providerIds: [id] });
        await looked.promise;
        return work(writes);
      }),
  };
  const late: Context = { ...desk, store: interrupted, clock: () => lookedAt - 5 };
  await decide(late, people.reviewer, { proposalIds }, 'approved', { unopened: true });
  decided.resolve();
  await running;

  const [facts] = await factsAsOf(store.db, methodology, [id], lookedAt, lookedAt);
  assert.notEqual(facts!.inputs.assurance_level!.value, 'none', 'what the run looked at stays as it was');
  const { decided_at } = await store.db
    .selectFrom('decisions')
    .select('decided_at')
    .where('proposal_id', '=', proposalIds[0]!)
    .executeTakeFirstOrThrow();
  assert.ok(decided_at > lookedAt);
});
