// The events that a workspace may learn of: those that are for everyone, and those about itself. Code that reads events for
// a workspace reads them here.

import type { Queries, Writes } from '../store/store.ts';

export function eventsFor(db: Queries | Writes, workspaceId: string) {
  return db
    .selectFrom('events')
    .selectAll()
    .where(({ eb, or }) => or([eb('workspace_id', 'is', null), eb('workspace_id', '=', workspaceId)]));
}
