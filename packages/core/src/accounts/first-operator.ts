// The first operator, with whom the founding of a store begins.

import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import type { Writes } from '../store/store.ts';
import { beginFounding } from './founding.ts';
import { type IssuedToken, listStaff, writeStaff, writeToken } from './staff.ts';

export async function addFirstOperator(context: Context, writes: Writes, name: string): Promise<IssuedToken> {
  if ((await listStaff(writes)).length > 0) {
    throw new Refusal('conflict', 'The staff is not empty, so people are added by invitation.');
  }
  const operator = await writeStaff(context, writes, { name, roles: ['operator'] });
  const issued = await writeToken(context, writes, operator.id, { confirmed: true });
  await recordAct(context, writes, operator, 'staff.created', `staff/${operator.id}`, null, {
    name: operator.name,
    roles: operator.roles,
    token: issued.prefix,
  });
  await beginFounding(context, writes, operator, 'The store was initialised.');
  return issued;
}
