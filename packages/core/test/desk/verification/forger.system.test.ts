// A forger with the database repairs the record chain after every forgery. rf verify --all finds each of them, and no forged
// entry is sealed.

import assert from 'node:assert/strict';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import { sealRecords } from '@rf-indicators/core/log/seal';
import { CHAINED_TABLES, type Table } from '@rf-indicators/core/store/schema';
import { cases, seededNumbers } from '../../../../../test/support/counts.ts';
import { FORGERIES, Forger, isAlterable, isByRows } from '../../../../../test/support/forger.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import { enter, publishedWorld } from '../../../../../test/support/world.ts';

onEitherStore(
  'forgeries that repair the record chain are found, and no forged entry is sealed',
  async (kind, t) => {
    const world = await publishedWorld(kind, t);
    const { desk, store, publisher } = world;
    const { db } = store;
    await sealRecords(desk, publisher);
    // What is not sealed yet is what MACs protect.
    await enter(world, 'FX-05', 'equity_ratio', '4.00');
    assert.deepEqual((await verifyAll(db)).findings, []);
    const forger = await Forger.at(store);
    const random = seededNumbers(57);
    const tables: Table[] = [];
    for (const table of CHAINED_TABLES.filter(isByRows)) {
      const [row] = await forger.rowsOf(table);
      if (row !== undefined && isAlterable(table, row)) tables.push(table);
    }
    const chain = await forger.entries();
    const refused: string[] = [];
    for (const [name, forge] of Object.entries(FORGERIES)) {
      const tried = cases([tables[random(tables.length)]!, 'audit' as const], tables);
      for (const table of new Set(tried)) {
        const rows = await forger.rowsOf(table);
        const isTaken = await forge(forger, table, rows[random(rows.length)]!).then(
          () => true,
          () => false,
        );
        // The database itself may refuse a row, by a constraint that the forger did not remove.
        if (!isTaken) refused.push(`${table}: ${name}`);
        else assert.notDeepEqual((await verifyAll(db)).findings, [], `${table}: ${name}`);
        // A seal covers the links of entries that were sealed before. What is hidden under one is found above.
        if (isTaken && !name.startsWith('hidden'))
          await assert.rejects(sealRecords(desk, publisher), /Nothing was signed/, `${table}: ${name}`);
        // Undone, so that the next forgery is the only one.
        await db.deleteFrom('record_chain').execute();
        for (let at = 0; at < chain.length; at += 200)
          await db
            .insertInto('record_chain')
            .values(chain.slice(at, at + 200))
            .execute();
        for (const row of await forger.rowsOf(table)) await forger.remove(table, row);
        for (const row of rows) await forger.insert(table, row);
      }
    }
    assert.ok(refused.length < cases(2, 10), refused.join('\n'));
    assert.deepEqual((await verifyAll(db)).findings, []);
  },
);
