// Reads the news for all streams of this process at once, in the thread that performs acts.

import { answerForCallers } from '@rf-indicators/core/acts/instants';
import type { Context } from '@rf-indicators/core/context/context';
import { readOpenRows } from '@rf-indicators/core/desk/presence';
import { liveProgress } from '@rf-indicators/core/desk/runs/progress';
import { liveVerifications } from '@rf-indicators/core/desk/verification/verifications';
import { type SessionSettings, stillActsAs } from '@rf-indicators/core/identity/sessions';
import { readTopics } from '@rf-indicators/core/store/topics';
import { movedDeliveries } from '@rf-indicators/core/webhooks/moved-deliveries';
import type { DeliveryNews, DeskNews, News, NewsRequest } from '../messages.ts';

export async function readNews(
  context: Context,
  sessions: (baseUrl: string) => SessionSettings,
  { since, workspaceIds, desk, followers }: NewsRequest,
): Promise<News> {
  const mayFollow: boolean[] = [];
  for (const { cookie, person, baseUrl } of followers)
    mayFollow.push(await stillActsAs(context, sessions(baseUrl), cookie, person));
  return {
    moved: await readDeliveryNews(context, workspaceIds, since),
    desk: desk ? await readDeskNews(context) : null,
    mayFollow,
  };
}

async function readDeliveryNews(
  { store }: Context,
  workspaceIds: readonly string[],
  since: number,
): Promise<Map<string, DeliveryNews>> {
  const news = new Map<string, DeliveryNews>();
  for (const [workspaceId, moved] of await movedDeliveries(store.db, workspaceIds, since)) {
    const listed = answerForCallers('deliveries.list', { data: moved.deliveries, next_cursor: null });
    news.set(workspaceId, { deliveries: listed.data, more: moved.more });
  }
  return news;
}

async function readDeskNews({ store: { db }, clock }: Context): Promise<DeskNews> {
  const now = clock();
  const work = [await liveProgress(db, now), await liveVerifications(db, now)];
  return {
    versions: await readTopics(db),
    work: JSON.stringify(work),
    open: await readOpenRows(db, now),
  };
}
