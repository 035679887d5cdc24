// The audit trail: every act writes a record in the transaction that performs it, and moves the topics that it
// affects.

import { AUDIT_ACTIONS, type AuditAction } from '@rf-indicators/contract/audit-actions';
import type { Writes } from '../store/store.ts';
import { moveTopic } from '../store/topics.ts';
import { type Actor, SERVICE } from './actor.ts';
import { requireDemo, requireSinceBeginning } from './beginning.ts';
import type { Context } from './context.ts';
import { nextSequence } from './sequence.ts';
import { requireAfterSeal } from './service-days.ts';

/** `actor` is a member of staff, a member of a workspace, or the service. */
export async function recordAct(
  context: Context,
  writes: Writes,
  actor: Pick<Actor, 'id'>,
  action: AuditAction,
  subject: string,
  before: unknown,
  after: unknown,
): Promise<void> {
  await requireSinceBeginning(writes, context.clock());
  // What the service does by itself follows the order of the log; to stop a return to the founding is never too late.
  const isExempt = actor.id === SERVICE.id || action === 'founding.stopped';
  if (context.isStory) await requireDemo(writes);
  else if (!isExempt) await requireAfterSeal(writes, context.clock());
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
      via: context.via ?? null,
    })
    .execute();
  for (const topic of AUDIT_ACTIONS[action].topics) await moveTopic(writes, topic);
}
