// A run scores nothing that somebody changed or added in the database, and nobody decides on a draft that somebody edited.

import assert from 'node:assert/strict';
import { digestRows, nextLink } from '@rf-indicators/core/store/records/chain';
import type { Row, Table } from '@rf-indicators/core/store/schema';
import { decideDraft } from '../../../../../test/support/deciding.ts';
import { Forger } from '../../../../../test/support/forger.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import { draft, enter, foundedWorld } from '../../../../../test/support/world.ts';

const ALTERED = /Nothing was scored, because the store was altered/;

onEitherStore('a run refuses values, decisions and evidence that somebody wrote', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const { store } = world;
  await enter(world, 'FX-05', 'equity_ratio', '4.00');
  await draft(world);
  const forger = await Forger.at(store);
  const one = async (table: Table, wanted: Row) => {
    const [[column, value]] = Object.entries(wanted) as [[string, unknown]];
    return (await forger.rowsOf(table)).find((row) => row[column] === value)!;
  };
  const proposal = await one('proposals', { value: '4.00' });
  await forger.change('proposals', proposal, { value: '40.00' });
  await assert.rejects(draft(world), ALTERED);
  await forger.change('proposals', proposal, proposal);

  const decision = await one('decisions', { proposal_id: proposal.id });
  await forger.change('decisions', decision, { decided_by: world.people.operator.id });
  await assert.rejects(draft(world), ALTERED);
  await forger.change('decisions', decision, decision);

  const evidence = await one('evidence', { id: proposal.evidence_id });
  await forger.change('evidence', evidence, { grade: evidence.grade === 'A' ? 'B' : 'A' });
  await assert.rejects(draft(world), ALTERED);
  await forger.change('evidence', evidence, evidence);
  await draft(world);

  // A value of the forger's own: without a list, in the list of another, and in one with an entry that fits.
  const list = 4711;
  for (const chain_list of [null, proposal.chain_list, list]) {
    const added = { ...proposal, id: 'forged', value: '99.00', chain_list };
    const decided = { ...decision, proposal_id: 'forged', decided_at: (decision.decided_at as number) + 1 };
    await forger.insert('proposals', added);
    await forger.insert('decisions', { ...decided, chain_list: chain_list === list ? list + 1 : chain_list });
    if (chain_list === list) {
      for (const [table, row, at] of [
        ['proposals', added, list],
        ['decisions', decided, list + 1],
      ] as const) {
        const { seq, link, mac } = (await forger.entries()).at(-1)!;
        const salt = Buffer.alloc(16, 1).toString('base64');
        const entry = {
          ...{ seq: seq + 1, table_name: table, row_key: null, list: at, row_count: 1, salt, mac },
          ...{ digest: digestRows(table, salt, [row]), kind: null, note: null, authority_seq: null },
        };
        await store.db
          .insertInto('record_chain')
          .values({ ...entry, link: nextLink(link, entry) })
          .execute();
      }
    }
    await assert.rejects(draft(world), ALTERED, `list ${chain_list}`);
    await forger.remove('proposals', added);
    await forger.remove('decisions', decided);
  }
});

onEitherStore('nobody approves a draft that somebody edited', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const { desk } = world;
  await enter(world, 'FX-05', 'equity_ratio', '4.00');
  const run = await draft(world);
  const forger = await Forger.at(world.store);
  const item = (await forger.rowsOf('run_items')).find(({ run_id }) => run_id === run)!;
  await forger.change('run_items', item, { kind: item.kind === 'drift' ? 'band_change' : 'drift' });
  await assert.rejects(
    decideDraft(desk, run),
    /Nothing was decided, because the store was altered: run_items /,
  );
  await forger.change('run_items', item, item);
  await decideDraft(desk, run);
});
