// Notices to workspaces that have used 80 % or all of their requests per hour: at most one per tier, level and hour.

import type { Tier } from '@rf-indicators/contract';
import type { Context } from '../context/context.ts';
import type { Queries, Writes } from '../store/store.ts';
import { NEARLY_USED } from './limit-windows.ts';
import { type NoticeKind, tellWorkspace } from './notices.ts';

const HOUR = 60 * 60 * 1000;

/** What the keys of one tier have used of their window. */
export interface QuotaUse {
  workspaceId: string;
  tier: Tier;
  used: number;
  limit: number;
}

type QuotaNoticeKind = Extract<NoticeKind, `quota.${string}`>;

export class QuotaNotices {
  readonly #context: Context;
  /** When each notice was last known to be on record, so that a busy workspace does not cost a query per second. */
  readonly #told = new Map<string, number>();

  constructor(context: Context) {
    this.#context = context;
  }

  async tell(uses: readonly QuotaUse[]): Promise<void> {
    const now = this.#context.clock();
    for (const use of uses) {
      const kind = levelOf(use);
      if (kind === null || this.#isTold(use, kind, now)) continue;
      await this.#context.store.transaction((writes) => tellOnce(this.#context, writes, use, kind));
      this.#told.set(nameOf(use, kind), now);
    }
    for (const [name, at] of this.#told) if (now - at >= HOUR) this.#told.delete(name);
  }

  #isTold(use: QuotaUse, kind: QuotaNoticeKind, now: number): boolean {
    return covering(kind).some((one) => now - (this.#told.get(nameOf(use, one)) ?? -HOUR) < HOUR);
  }
}

function levelOf({ used, limit }: QuotaUse): QuotaNoticeKind | null {
  if (used >= limit) return 'quota.used_up';
  return used >= limit * NEARLY_USED ? 'quota.nearly_used' : null;
}

/** Who was told that everything is used up need not be told that most of it is. */
function covering(kind: QuotaNoticeKind): QuotaNoticeKind[] {
  return kind === 'quota.nearly_used' ? [kind, 'quota.used_up'] : [kind];
}

function nameOf({ workspaceId, tier }: QuotaUse, kind: QuotaNoticeKind): string {
  return `${workspaceId} ${tier} ${kind}`;
}

/** Another process, or this one before it was restarted, may have told the workspace already. */
async function tellOnce(
  context: Context,
  writes: Writes,
  use: QuotaUse,
  kind: QuotaNoticeKind,
): Promise<void> {
  const subject = `quotas/${use.tier}`;
  if (await isOnRecord(writes, use.workspaceId, subject, kind, context.clock() - HOUR)) return;
  await tellWorkspace(context, writes, use.workspaceId, { kind, subject, message: messageOf(use, kind) });
}

async function isOnRecord(
  db: Queries | Writes,
  workspaceId: string,
  subject: string,
  kind: QuotaNoticeKind,
  since: number,
): Promise<boolean> {
  const found = await db
    .selectFrom('workspace_notices')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('created_at', '>', since)
    .where('subject', '=', subject)
    .where('kind', 'in', covering(kind))
    .executeTakeFirst();
  return found !== undefined;
}

function messageOf({ tier, used, limit }: QuotaUse, kind: QuotaNoticeKind): string {
  return kind === 'quota.used_up'
    ? `The ${tier} keys of the workspace have used all of their ${limit} requests per hour. Further requests are refused with 429 until earlier ones are an hour old.`
    : `The ${tier} keys of the workspace have used ${used} of their ${limit} requests per hour. Requests over the limit are refused with 429.`;
}
