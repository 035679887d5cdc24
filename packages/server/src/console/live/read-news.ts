// Reads the news for all streams of this process at once, in the thread that performs acts.

import type { Context } from '@rf-indicators/core/context/context';
import { readOpenRows } from '@rf-indicators/core/desk/presence';
import { type SessionSettings, stillActsAs } from '@rf-indicators/core/identity/sessions';
import { readTopics } from '@rf-indicators/core/store/topics';
import { movedDeliveries } from '@rf-indicators/core/webhooks/moved-deliveries';
import type { News, NewsRequest } from '../messages.ts';

export async function readNews(
  context: Context,
  sessions: (baseUrl: string) => SessionSettings,
  { since, workspaceIds, desk, followers }: NewsRequest,
): Promise<News> {
  const { store, clock } = context;
  const mayFollow: boolean[] = [];
  for (const { cookie, person, baseUrl } of followers)
    mayFollow.push(await stillActsAs(context, sessions(baseUrl), cookie, person));
  return {
    moved: await movedDeliveries(store.db, workspaceIds, since),
    desk: desk ? { versions: await readTopics(store.db), open: await readOpenRows(store.db, clock()) } : null,
    mayFollow,
  };
}
