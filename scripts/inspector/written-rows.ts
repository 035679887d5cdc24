// What somebody writes into the database before an attempt. They do not have the master key; triggers and constraints are out of
// their way.

import type { Row, Table } from '@rf-indicators/core/store/schema';
import { Forger } from '../../test/support/forger.ts';
import type { Attempt, Things } from './attempt.ts';
import type { Desk } from './desk.ts';

export type Forge = (forger: Forger, desk: Desk, things: Things) => Promise<Things | undefined>;

/** What others did, and then what was written into the database. */
export function written(forge: Forge, earlier?: Attempt['prepare']): NonNullable<Attempt['prepare']> {
  return async (desk) => {
    const things = { ...(await earlier?.(desk)) };
    return { ...things, ...(await forge(await Forger.at(desk.context.store), desk, things)) };
  };
}

/** The same after what the person does first. */
export function thenWritten(
  forge: Forge,
  earlier: NonNullable<Attempt['first']>,
): NonNullable<Attempt['first']> {
  return async (desk, given) => {
    const things = { ...given, ...(await earlier(desk, given)) };
    return { ...things, ...(await forge(await Forger.at(desk.context.store), desk, things)) };
  };
}

export async function rowOf(forger: Forger, table: Table, wanted: Row): Promise<Row> {
  const isWanted = (row: Row) => Object.entries(wanted).every(([column, value]) => row[column] === value);
  return (await forger.rowsOf(table)).find(isWanted)!;
}

export function changed(
  table: Table,
  which: (desk: Desk, things: Things) => Row,
  changes: Forge | Row,
): Forge {
  return async (forger, desk, things) => {
    const row = await rowOf(forger, table, which(desk, things));
    const to = typeof changes === 'function' ? await changes(forger, desk, things) : changes;
    await forger.change(table, row, to as Row);
    return undefined;
  };
}

/** A request of the insider, which the reviewer would have to approve. */
export async function ownRequest(desk: Desk): Promise<Things> {
  const { request } = await desk.perform('insider', 'staff.retire', { person: 'Tom' });
  return { request: request! };
}
