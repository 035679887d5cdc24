// Notices to a workspace, such as a disabled endpoint or a quota that is used up. They are stored, because that is the
// only sure way to reach its members; its Contract Admins also get them by mail.

import type { Context } from '../context/context.ts';
import { type Portion, timeOrder } from '../context/paging.ts';
import type { Database } from '../store/schema.ts';
import type { Queries, Writes } from '../store/store.ts';
import { beginsWith } from '../store/text-match.ts';

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
  const admins = await writes
    .selectFrom('members')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('role', '=', 'contract_admin')
    .where('removed_at', 'is', null)
    .execute();
  for (const { id: member_id } of admins) {
    const mail = { notice_id: row.id, member_id, attempts: 0, next_attempt_at: row.created_at };
    await writes.insertInto('notice_mails').values(mail).execute();
  }
}

export interface NoticeFilter {
  /** A kind, or the beginning of several with a full stop at its end. */
  kind?: string | undefined;
  since?: number | undefined;
  until?: number | undefined;
}

export const NOTICE_ORDER = timeOrder<Notice>(
  'notices',
  'newest',
  ['created_at', 'id'],
  ({ created_at, id }) => [created_at, id],
);

/** Newest first. */
export function listNotices(
  db: Queries,
  workspaceId: string,
  { kind, since, until }: NoticeFilter = {},
  portion: Portion = {},
): Promise<Notice[]> {
  let query = db.selectFrom('workspace_notices').selectAll().where('workspace_id', '=', workspaceId);
  if (kind !== undefined)
    query = kind.endsWith('.') ? query.where(beginsWith('kind', kind)) : query.where('kind', '=', kind);
  if (since !== undefined) query = query.where('created_at', '>=', since);
  if (until !== undefined) query = query.where('created_at', '<=', until);
  return NOTICE_ORDER.select(query, portion).execute();
}
