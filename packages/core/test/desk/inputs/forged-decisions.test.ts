// A decision on a proposal that waits to be put in force, and that somebody wrote in the database, changed or put back,
// counts as if it did not exist.

import assert from 'node:assert/strict';
import { civilDate } from '@rf-indicators/core/context/times';
import { asRows } from '@rf-indicators/core/desk/import/rows';
import { countOpen } from '@rf-indicators/core/desk/inputs/open-count';
import { decidePending, takeBack, UNDO_MS } from '@rf-indicators/core/desk/inputs/pending-decisions';
import { requireProposal } from '@rf-indicators/core/desk/inputs/proposals';
import { proposeInputs } from '@rf-indicators/core/desk/inputs/propose';
import { settleDecisions } from '@rf-indicators/core/desk/inputs/settle';
import { recordShowing } from '@rf-indicators/core/desk/inputs/shown-evidence';
import { openDocument } from '@rf-indicators/core/desk/inputs/vault';
import { rowKey } from '@rf-indicators/core/store/records/tracker';
import type { Row } from '@rf-indicators/core/store/schema';
import { fictionalEvidence } from '../../../../../test/support/demo-parts.ts';
import { Forger } from '../../../../../test/support/forger.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import {
  FIRST_DAY,
  foundedWorld,
  MINUTE,
  methodology,
  type World,
} from '../../../../../test/support/world.ts';

type Given = Parameters<Parameters<typeof onEitherStore>[1]>;

const INPUT = 'assurance_level';
/** What counts before. */
const SEEN = 'audited_and_quarterly_attested';

async function worldWithProposal(...[kind, t]: Given) {
  const world = await foundedWorld(kind, t);
  world.desk.moveTo(FIRST_DAY + MINUTE);
  return { world, id: await propose(world), forger: await Forger.at(world.store) };
}

async function propose(world: World): Promise<string> {
  const { desk, people } = world;
  const evidence = {
    ...fictionalEvidence('Report', civilDate(desk.clock()), 'A'),
    ...{ page: '1', quote: 'It is so.' },
  };
  const rows = asRows([{ provider: world.slugOf('FX-01'), input: INPUT, value: 'none', evidence }]);
  return (await proposeInputs(desk, people.analyst, methodology, rows)).proposalIds[0]!;
}

/** As the reviewer's approval would be stored. */
function approvalOf({ desk, people }: World, id: string): Row {
  const decided_at = desk.clock() - UNDO_MS - 1;
  return {
    ...{ proposal_id: id, group_id: 'forged', proposed_by: people.analyst.id, decision: 'approved' },
    ...{ decided_by: people.reviewer.id, decided_at, in_force_at: desk.clock() - 1, reason: null },
    ...{ seen_value: SEEN, lapsed_at: null, lapsed_because: null },
  };
}

async function approve({ desk, store, people }: World, id: string): Promise<void> {
  const { evidence } = await requireProposal(store.db, id, people.reviewer.id);
  await openDocument(desk, people.reviewer, { evidence: evidence.id });
  await recordShowing(desk, people.reviewer, evidence.id, 'quote');
  await decidePending(desk, people.reviewer, {
    verdict: 'approve',
    proposals: [{ proposal: id, seen: SEEN }],
  });
}

const statusOf = async ({ store }: World, id: string) => (await requireProposal(store.db, id, null)).status;
const pass = ({ desk }: World) => desk.moveTo(desk.clock() + UNDO_MS);

async function requireUndecided(world: World, id: string): Promise<void> {
  const { store, people } = world;
  await settleDecisions(world.desk);
  const { status, pending } = await requireProposal(store.db, id, null);
  assert.deepEqual({ status, pending }, { status: 'open', pending: null });
  assert.equal((await countOpen(store.db, people.reviewer.id)).waiting, 1);
  assert.equal(
    (await store.db.selectFrom('decisions').where('proposal_id', '=', id).selectAll().execute()).length,
    0,
  );
}

onEitherStore('an approval that somebody inserted for the reviewer is none', async (kind, t) => {
  const { world, id, forger } = await worldWithProposal(kind, t);
  const row = approvalOf(world, id);
  await forger.insert('pending_decisions', row);
  await requireUndecided(world, id);
  // Nor with an entry of the record chain, whose MAC is that of another one.
  const entries = await forger.entries();
  await forger.append('pending_decisions', rowKey('pending_decisions', row), [row]);
  await requireUndecided(world, id);
  await forger.rewrite(entries);
  // It keeps nobody from deciding.
  await approve(world, id);
  pass(world);
  await settleDecisions(world.desk);
  assert.equal(await statusOf(world, id), 'approved');
});

onEitherStore('an approval in the group of another one is none', async (kind, t) => {
  const { world, id, forger } = await worldWithProposal(kind, t);
  const other = await propose(world);
  await approve(world, id);
  const [genuine] = await forger.rowsOf('pending_decisions');
  await forger.insert('pending_decisions', { ...genuine, proposal_id: other });
  pass(world);
  await settleDecisions(world.desk);
  assert.deepEqual([await statusOf(world, id), await statusOf(world, other)], ['approved', 'open']);
});

onEitherStore('a rejection that somebody made an approval is none', async (kind, t) => {
  const { world, id, forger } = await worldWithProposal(kind, t);
  await decidePending(world.desk, world.people.reviewer, {
    ...{ verdict: 'reject', reason: 'The report does not say this.' },
    proposals: [{ proposal: id, seen: SEEN }],
  });
  const [row] = await forger.rowsOf('pending_decisions');
  await forger.change('pending_decisions', row!, { decision: 'approved' });
  pass(world);
  await requireUndecided(world, id);
});

onEitherStore('an approval that was taken back stays so, also if somebody puts it back', async (kind, t) => {
  const { world, id, forger } = await worldWithProposal(kind, t);
  const { desk, people } = world;
  await approve(world, id);
  const [row] = await forger.rowsOf('pending_decisions');
  const own = (await forger.entries()).find(({ table_name }) => table_name === 'pending_decisions')!;
  await takeBack(desk, people.reviewer, [id]);
  pass(world);
  await forger.insert('pending_decisions', row!);
  await requireUndecided(world, id);

  // Nor with its entry, after the one that says that it was deleted was made one of something else, or was taken away.
  const { db } = world.store;
  const entries = await forger.entries();
  const deleted = entries.findLast(({ table_name }) => table_name === 'pending_decisions')!;
  const hidden = entries.map((entry) => {
    if (entry.seq === own.seq) return own;
    return entry.seq === deleted.seq ? { ...entry, row_key: '["another"]' } : entry;
  });
  const ALTERED = /Entry \d+ of the record chain is missing or was changed/;
  await db
    .updateTable('record_chain')
    .set({ row_key: '["another"]' })
    .where('seq', '=', deleted.seq)
    .execute();
  await db.updateTable('record_chain').set({ salt: own.salt }).where('seq', '=', own.seq).execute();
  await assert.rejects(settleDecisions(desk), ALTERED);
  await db.deleteFrom('record_chain').where('seq', '=', deleted.seq).execute();
  await assert.rejects(settleDecisions(desk), ALTERED);
  await forger.rewrite(hidden);
  await assert.rejects(settleDecisions(desk), ALTERED);
  assert.equal(await statusOf(world, id), 'open');
});
