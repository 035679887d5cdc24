// Requests for withdrawals: the list, and how they end without a withdrawal.

import { type Actor, actAs } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { timeOrder } from '../../context/paging.ts';
import { Refusal } from '../../context/refusal.ts';
import { instantText } from '../../context/times.ts';
import { provedRow, wasRecorded } from '../../store/records/proved.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { cancelMatter } from '../matters/open-matter.ts';
import { providerName } from '../providers/names.ts';

const DAY = 24 * 60 * 60 * 1000;
/** As other requests. */
export const OPEN_DAYS = 30;

/** superseded: another indicator took its place, or it was withdrawn otherwise. */
export type WithdrawalStatus = 'open' | 'approved' | 'refused' | 'cancelled' | 'superseded' | 'expired';

export interface ListedWithdrawal {
  id: string;
  provider_id: string;
  slug: string;
  name: string;
  verification_id: string;
  final_score: number;
  risk_band: string;
  reason: string;
  requested_by: string;
  requester: string;
  requested_at: number;
  expires_at: number;
  status: WithdrawalStatus;
  decided_by: string | null;
  decider: string | null;
  decided_at: number | null;
  /** Of a refusal. */
  decision_reason: string | null;
}

export const WITHDRAWAL_ORDER = timeOrder<ListedWithdrawal>(
  'withdrawals',
  'oldest',
  ['requested_at', 'id'],
  ({ requested_at, id }) => [requested_at, id],
);

/** Oldest first. There are few in the life of a store. */
export async function listWithdrawals(
  db: Queries | Writes,
  now: number,
  { id, status }: { id?: string; status?: WithdrawalStatus | undefined } = {},
): Promise<ListedWithdrawal[]> {
  let query = db
    .selectFrom('withdrawal_requests as r')
    .innerJoin('providers', 'providers.id', 'r.provider_id')
    .innerJoin('indicators', 'indicators.verification_id', 'r.verification_id')
    .innerJoin('staff as requester', 'requester.id', 'r.asked_by')
    .leftJoin('provider_states', 'provider_states.provider_id', 'r.provider_id')
    .leftJoin('withdrawal_decisions as d', 'd.request_id', 'r.id')
    .leftJoin('withdrawals as w', (join) =>
      join.onRef('w.verification_id', '=', 'r.verification_id').onRef('w.withdrawn_by', '=', 'r.asked_by'),
    )
    .leftJoin('staff as decider', (join) =>
      join.on(({ eb, fn, ref }) =>
        eb('decider.id', '=', fn.coalesce(ref('d.decided_by'), ref('w.approved_by'))),
      ),
    )
    .select(['r.id', 'r.provider_id', 'providers.slug', 'r.verification_id', 'r.reason'])
    .select(providerName('r.provider_id').as('name'))
    .select(['indicators.final_score', 'indicators.risk_band', 'provider_states.verification_id as current'])
    .select(['r.asked_by as requested_by', 'requester.name as requester', 'r.asked_at as requested_at'])
    .select(['d.decision', 'd.decided_at', 'd.reason as decision_reason', 'w.withdrawn_at'])
    .select(['decider.id as decided_by', 'decider.name as decider'])
    .orderBy('r.asked_at')
    .orderBy('r.id');
  if (id !== undefined) query = query.where('r.id', '=', id);
  const listed = (await query.execute()).map(
    ({ decision, decided_at, withdrawn_at, current, ...row }): ListedWithdrawal => {
      const expires_at = row.requested_at + OPEN_DAYS * DAY;
      const isSuperseded = current !== row.verification_id;
      const ended = withdrawn_at !== null ? 'approved' : isSuperseded ? 'superseded' : null;
      const open = expires_at > now ? 'open' : 'expired';
      return {
        ...row,
        expires_at,
        status: decision ?? ended ?? open,
        decided_at: decided_at ?? withdrawn_at,
      };
    },
  );
  return status === undefined ? listed : listed.filter((one) => one.status === status);
}

/** The request, if it is open; otherwise throws a refusal that says what became of it. */
export async function requireOpenWithdrawal(
  context: Context,
  db: Queries | Writes,
  id: string,
): Promise<ListedWithdrawal> {
  const [request] = await listWithdrawals(db, context.clock(), { id });
  const own = await provedRow(db, 'withdrawal_requests', () =>
    db.selectFrom('withdrawal_requests').selectAll().where('id', '=', id).executeTakeFirst(),
  );
  // A decision that somebody deleted does not open the request again.
  const wasDecided = await wasRecorded(db, 'withdrawal_decisions', { request_id: id });
  if (request === undefined || own === undefined || (wasDecided && request.status === 'open'))
    throw new Refusal('not_found', `There is no withdrawal request ${id}.`);
  const { status, decided_at, expires_at } = request;
  if (status === 'open') return request;
  if (status === 'superseded')
    throw new Refusal(
      'conflict',
      'Another indicator was published after this request. Request the withdrawal again.',
    );
  const what = status === 'expired' ? 'expired' : `was ${status}`;
  throw new Refusal('conflict', `This request ${what} on ${instantText(decided_at ?? expires_at)}.`);
}

export async function cancelWithdrawal(context: Context, given: Actor, id: string): Promise<void> {
  await actAs(context, given, 'withdrawals.cancel', async (writes, actor) => {
    const request = await requireOpenWithdrawal(context, writes, id);
    if (request.requested_by !== actor.id)
      throw new Refusal('conflict', `${request.requester} made this request, and the committee decides it.`);
    await writes
      .insertInto('withdrawal_decisions')
      .values({
        request_id: id,
        decision: 'cancelled',
        decided_by: actor.id,
        decided_at: context.clock(),
        reason: null,
      })
      .execute();
    await cancelMatter(context, writes, actor.id, id);
    const after = { request_id: id };
    await recordAct(context, writes, actor, 'withdrawal.cancel', request.provider_id, null, after);
  });
}
