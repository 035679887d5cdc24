// Nobody decides on a proposal, or on evidence, that somebody changed in the database: what the reviewer was shown would not
// be what is recorded.

import assert from 'node:assert/strict';
import { civilDate } from '@rf-indicators/core/context/times';
import { asRows } from '@rf-indicators/core/desk/import/rows';
import { decide } from '@rf-indicators/core/desk/inputs/decisions';
import { decidePending } from '@rf-indicators/core/desk/inputs/pending-decisions';
import { requireProposal } from '@rf-indicators/core/desk/inputs/proposals';
import { proposeInputs } from '@rf-indicators/core/desk/inputs/propose';
import { recordShowing } from '@rf-indicators/core/desk/inputs/shown-evidence';
import { openDocument } from '@rf-indicators/core/desk/inputs/vault';
import type { Row, Table } from '@rf-indicators/core/store/schema';
import { fictionalEvidence } from '../../../../../test/support/demo-parts.ts';
import { Forger } from '../../../../../test/support/forger.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import { FIRST_DAY, foundedWorld, MINUTE, methodology } from '../../../../../test/support/world.ts';

const ALTERED = /Nothing was decided, because the store was altered: (proposals|evidence) /;
const SEEN = 'audited_and_quarterly_attested';

type Given = Parameters<Parameters<typeof onEitherStore>[1]>;

/** Two proposals, the evidence of the first of which was shown to the reviewer. */
async function worldWithProposals(...[kind, t]: Given) {
  const world = await foundedWorld(kind, t);
  const { desk, store, people } = world;
  desk.moveTo(FIRST_DAY + MINUTE);
  const evidence = {
    ...fictionalEvidence('Report', civilDate(desk.clock()), 'A'),
    ...{ page: '1', quote: 'It is so.', group: 'public register' },
  };
  const rows = asRows([
    { provider: world.slugOf('FX-01'), input: 'assurance_level', value: 'none', evidence },
    { provider: world.slugOf('FX-02'), input: 'assurance_level', value: 'none', evidence },
  ]);
  const { proposalIds } = await proposeInputs(desk, people.analyst, methodology, rows);
  const [id] = proposalIds as [string];
  const { evidence: recorded } = await requireProposal(store.db, id, null);
  await openDocument(desk, people.reviewer, { evidence: recorded.id });
  await recordShowing(desk, people.reviewer, recorded.id, 'quote');

  const forger = await Forger.at(store);
  const rowOf = async (table: Table, wanted: string) =>
    (await forger.rowsOf(table)).find((row) => row.id === wanted)!;
  const approve = (digest?: string) =>
    decidePending(desk, people.reviewer, {
      verdict: 'approve',
      proposals: [{ proposal: id, seen: SEEN, ...(digest === undefined ? {} : { digest }) }],
    });
  return { world, ids: proposalIds as [string, string], recorded, forger, rowOf, approve };
}

onEitherStore('nobody decides on a proposal or evidence that somebody changed', async (kind, t) => {
  const { world, ids, recorded, forger, rowOf, approve } = await worldWithProposals(kind, t);
  const { desk, people } = world;
  const [id] = ids;
  const attempts = [
    () => approve(),
    () => decide(desk, people.reviewer, { proposalIds: [id] }, 'approved'),
    () => decide(desk, people.reviewer, { proposalIds: [id] }, 'rejected', { reason: 'It is not so.' }),
  ];
  const forgeries: [Table, string, Row][] = [
    ['proposals', id, { value: 'audited_annual' }],
    ['proposals', id, { proposed_by: people.operator.id }],
    // Another row that was proposed together with it.
    ['proposals', ids[1], { value: 'audited_annual' }],
    ['evidence', recorded.id, { grade: 'B' }],
    ['evidence', recorded.id, { quote: 'It is not so.' }],
  ];
  for (const [table, which, changes] of forgeries) {
    const row = await rowOf(table, which);
    await forger.change(table, row, changes);
    for (const attempt of attempts) await assert.rejects(attempt(), ALTERED);
    await forger.change(table, row, row);
  }
  await approve();
});

onEitherStore('nor on one that was proposed together with one that was decided before', async (kind, t) => {
  const { world, ids, forger, rowOf, approve } = await worldWithProposals(kind, t);
  const { desk, store, people } = world;
  await approve();
  const other = await rowOf('proposals', ids[1]);
  const reject = (id: string) =>
    decide(desk, people.reviewer, { proposalIds: [id] }, 'rejected', { reason: 'It is not so.' });
  await forger.change('proposals', other, { value: 'audited_annual' });
  await assert.rejects(reject(ids[1]), ALTERED);
  await forger.change('proposals', other, other);
  await forger.insert('proposals', { ...other, id: 'added' });
  await assert.rejects(reject('added'), ALTERED);
  await forger.insert('proposals', { ...other, id: 'unlisted', chain_list: null });
  await assert.rejects(reject('unlisted'), ALTERED);
  await reject(ids[1]);
  assert.equal((await requireProposal(store.db, ids[1], null)).status, 'rejected');
});

onEitherStore(
  'a decision is about what was shown, also if somebody puts the row back before it',
  async (kind, t) => {
    const { world, ids, forger, rowOf, approve } = await worldWithProposals(kind, t);
    const { store, people } = world;
    const [id] = ids;
    const proposal = await rowOf('proposals', id);
    await forger.change('proposals', proposal, { value: 'audited_annual' });
    const { digest } = await requireProposal(store.db, id, people.reviewer.id);
    await forger.change('proposals', proposal, proposal);
    await assert.rejects(approve(digest), /Nothing was decided: what was shown to you is not what is stored/);
    await approve((await requireProposal(store.db, id, people.reviewer.id)).digest);
  },
);
