// Notices to a workspace, such as a disabled endpoint. They are stored, because the service has no other sure way to
// reach its members.

import type { Context } from '../context/context.ts';
import type { Database } from '../store/schema.ts';
import type { Queries, Writes } from '../store/store.ts';

export type NoticeKind = 'webhook.disabled' | 'webhook.expired';
export type Notice = Database['workspace_notices'];

export async function writeNotice(
  context: Context,
  writes: Writes,
  workspaceId: string,
  kind: NoticeKind,
  subject: string,
  message: string,
): Promise<void> {
  const row = {
    id: context.newId(),
    workspace_id: workspaceId,
    kind,
    subject,
    message,
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
