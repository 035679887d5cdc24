// Reads the news for all streams of this process at once, in the thread that performs acts.

import type { Context } from '@rf-indicators/core/context/context';
import { type SessionSettings, stillActsAs } from '@rf-indicators/core/identity/sessions';
import { movedDeliveries } from '@rf-indicators/core/webhooks/moved-deliveries';
import type { News, NewsRequest } from './exchange.ts';

export async function readNews(
  context: Context,
  sessions: (baseUrl: string) => SessionSettings,
  { since, workspaceIds, followers }: NewsRequest,
): Promise<News> {
  const mayFollow: boolean[] = [];
  for (const { cookie, person, baseUrl } of followers)
    mayFollow.push(await stillActsAs(context, sessions(baseUrl), cookie, person));
  return { moved: await movedDeliveries(context.store.db, workspaceIds, since), mayFollow };
}
