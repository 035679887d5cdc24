// The audit trail: every act leaves a record in the transaction that performs it.

import { countChange } from '../store/change-counter.ts';
import type { Writes } from '../store/store.ts';
import type { Actor } from './actor.ts';
import type { Context } from './context.ts';
import { nextSequence } from './sequence.ts';

/** `actor` is a member of staff, a member of a workspace, or the service. */
export async function recordAct(
  context: Context,
  writes: Writes,
  actor: Pick<Actor, 'id'>,
  action: string,
  subject: string,
  before: unknown,
  after: unknown,
): Promise<void> {
  await writes
    .insertInto('audit')
    .values({
      seq: await nextSequence(writes, 'audit'),
      id: context.newId(),
      at: context.clock(),
      actor: actor.id,
      action,
      subject,
      before: before === null ? null : JSON.stringify(before),
      after: after === null ? null : JSON.stringify(after),
    })
    .execute();
  await countChange(writes);
}
