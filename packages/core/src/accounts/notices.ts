// Notices to a workspace, such as a disabled endpoint or a quota that is used up. They are stored, because the service has
// no other sure way to reach its members.

import type { Context } from '../context/context.ts';
import type { Database } from '../store/schema.ts';
import type { Queries, Writes } from '../store/store.ts';

export type NoticeKind = 'webhook.disabled' | 'webhook.expired' | 'quota.nearly_used' | 'quota.used_up';
export type Notice = Database['workspace_notices'];

export interface NewNotice {
  kind: NoticeKind;
  /** What the notice is about, as in audit records. */
  subject: string;
  message: string;
}

/** The one way to tell the members of a workspace something, in the transaction of what it is about. */
export async function tellWorkspace(
  context: Context,
  writes: Writes,
  workspaceId: string,
  notice: NewNotice,
): Promise<void> {
  const row = {
    id: context.newId(),
    workspace_id: workspaceId,
    ...notice,
    created_at: context.clock(),
  };
  await writes.insertInto('workspace_notices').values(row).execute();
}

/** Newest first. */
export function listNotices(db: Queries, workspaceId: string, limit = 100): Promise<Notice[]> {
  return db
    .selectFrom('workspace_notices')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
