// The audit trail: every act writes a record in the transaction that performs it, and moves the topics that it
// affects.

import { AUDIT_ACTIONS, type AuditAction } from '@rf-indicators/contract/audit-actions';
import type { Writes } from '../store/store.ts';
import { moveTopic } from '../store/topics.ts';
import type { Actor } from './actor.ts';
import type { Context } from './context.ts';
import { nextSequence } from './sequence.ts';

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
  for (const topic of AUDIT_ACTIONS[action].topics) {
    const version = await moveTopic(writes, topic);
    if (topic === 'access') await markAccessChange(writes, subject, version);
  }
}

/**
 * Marks the key or workspace whose access has changed, so that other processes reload only that row. `subject` is the
 * subject of the audit record: keys/{id} or workspaces/{id}.
 */
async function markAccessChange(writes: Writes, subject: string, version: number): Promise<void> {
  const [kind, id = ''] = subject.split('/', 2);
  const table = kind === 'keys' ? 'api_keys' : kind === 'workspaces' ? 'workspaces' : null;
  if (table === null)
    throw new Error(`The subject of an access change must be a key or a workspace, not ${subject}.`);
  await writes.updateTable(table).set({ access_version: version }).where('id', '=', id).execute();
}
