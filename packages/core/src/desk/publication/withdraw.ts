// Withdraws indicators: the provider's entry then shows when and why. The record itself is never deleted.

import { type Actor, actAs, SERVICE } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import { nextSequence } from '../../context/sequence.ts';
import { eventRow } from '../../events/score-events.ts';
import { changeTime } from '../../log/change-times.ts';
import type { Database } from '../../store/schema.ts';
import type { Writes } from '../../store/store.ts';
import type { DecidedMatter } from '../committee/close-decided.ts';
import { openMatter } from '../matters/open-matter.ts';
import { publishRationales } from '../rationales/publish.ts';
import { requireWithdrawalRationale } from '../rationales/require-rationales.ts';
import { endReview } from '../reviews/reviews.ts';
import { refreshServed } from '../served/refresh.ts';
import { requireOpenWithdrawal } from './withdrawal-requests.ts';

export interface WithdrawalRequest {
  providerId: string;
  reason: string;
}

/** Brings a withdrawal before the committee, and returns the id of the request, which is that of the matter too. */
export async function askToWithdraw(
  context: Context,
  actor: Actor,
  { providerId, reason }: WithdrawalRequest,
): Promise<string> {
  if (reason.trim() === '') throw new Refusal('validation_failed', 'A withdrawal needs a reason.');
  const requestId = context.newId();
  await actAs(context, actor, 'withdrawals.request', async (writes) => {
    const verificationId = await currentOf(writes, providerId);
    await writes
      .insertInto('withdrawal_requests')
      .values({
        id: requestId,
        provider_id: providerId,
        verification_id: verificationId,
        reason,
        asked_by: actor.id,
        asked_at: context.clock(),
      })
      .execute();
    await openMatter(context, writes, actor.id, requestId, {
      ...{ kind: 'withdrawal', provider_id: providerId, verification_id: verificationId, reason },
      ...{ direction: null, until: null },
    });
    await recordAct(context, writes, actor, 'withdrawal.ask', providerId, null, {
      request_id: requestId,
      reason,
    });
  });
  return requestId;
}

/** What follows from the decision on a request: an accepted one withdraws the indicator in the same transaction. */
export async function withdrawDecided(
  context: Context,
  writes: Writes,
  actor: Actor,
  { id, outcome, because, inFavour }: DecidedMatter,
): Promise<void> {
  if (outcome === 'refused') {
    const decided = { decided_by: actor.id, decided_at: context.clock(), reason: because };
    await writes
      .insertInto('withdrawal_decisions')
      .values({ request_id: id, decision: outcome, ...decided })
      .execute();
    return;
  }
  const { requested_by, requester, provider_id, verification_id, reason } = await requireOpenWithdrawal(
    context,
    writes,
    id,
  );
  await requireWithdrawalRationale(writes, id);
  const approvedBy = inFavour.find((voter) => voter !== requested_by)!;
  const asker = { id: requested_by, name: requester, roles: [] };
  const withdrawal = { providerId: provider_id, verificationId: verification_id, reason, requestId: id };
  await withdraw(context, writes, asker, withdrawal, approvedBy);
}

async function currentOf(writes: Writes, providerId: string): Promise<string> {
  const state = await writes
    .selectFrom('provider_states')
    .select('verification_id')
    .where('provider_id', '=', providerId)
    .executeTakeFirst();
  if (state?.verification_id) return state.verification_id;
  throw new Refusal('not_found', 'This provider has no published indicator.');
}

/** Withdraws a stale indicator without an approval; false if it is no longer the current one. */
export async function withdrawLapsed(
  context: Context,
  writes: Writes,
  providerId: string,
  verificationId: string,
  reason: string,
): Promise<boolean> {
  const state = await writes
    .selectFrom('provider_states')
    .select('verification_id')
    .where('provider_id', '=', providerId)
    .executeTakeFirst();
  if (state?.verification_id !== verificationId) return false;
  await withdraw(context, writes, SERVICE, { providerId, verificationId, reason, requestId: null }, null);
  return true;
}

interface Withdrawal {
  providerId: string;
  verificationId: string;
  reason: string;
  /** null if it happens by itself, and then without a rationale. */
  requestId: string | null;
}

async function withdraw(
  context: Context,
  writes: Writes,
  actor: Actor,
  { providerId, verificationId, reason, requestId }: Withdrawal,
  approvedBy: string | null,
): Promise<void> {
  await endReview(context, writes, actor, { providerId, reason: 'The indicator was withdrawn.' });
  const now = await changeTime(writes, context.clock());
  await writes
    .insertInto('withdrawals')
    .values({
      id: context.newId(),
      provider_id: providerId,
      verification_id: verificationId,
      reason,
      withdrawn_at: now,
      withdrawn_by: actor.id,
      approved_by: approvedBy,
    })
    .execute();
  await writes
    .updateTable('provider_states')
    .set({
      verification_id: null,
      withdrawn_at: now,
      withdrawn_reason: reason,
      stale_since: null,
      stale_reason: null,
      contested: '[]',
      confirmed_by: null,
      unscorable_since: null,
      unscorable_reason: null,
    })
    .where('provider_id', '=', providerId)
    .execute();
  await refreshServed(writes, [providerId]);
  const entry = await changelogEntry(context, writes, verificationId, reason, now);
  await writes.insertInto('changelog').values(entry).execute();
  if (requestId !== null) await publishRationales(writes, { withdrawalId: requestId }, [entry], now);
  const event = eventRow(entry, await nextSequence(writes, 'events'), context.newId());
  await writes.insertInto('events').values(event).execute();
  await recordAct(context, writes, actor, 'indicator.withdraw', verificationId, null, {
    reason,
    approved_by: approvedBy,
  });
}

async function changelogEntry(
  context: Context,
  writes: Writes,
  verificationId: string,
  reason: string,
  now: number,
): Promise<Database['changelog']> {
  const indicator = await writes
    .selectFrom('indicators')
    .selectAll()
    .where('verification_id', '=', verificationId)
    .executeTakeFirstOrThrow();
  const statement = JSON.parse(indicator.statement) as Record<string, string>;
  return {
    seq: await nextSequence(writes, 'changelog'),
    id: context.newId(),
    provider_id: indicator.provider_id,
    provider_name: statement.provider_name!,
    planner_type: statement.planner_type!,
    kind: 'withdrawal',
    previous_score: indicator.final_score,
    new_score: null,
    previous_band: indicator.risk_band,
    new_band: null,
    reason: `Withdrawn: ${reason}`,
    framework_version: statement.framework_version!,
    verification_id: verificationId,
    changed_at: now,
  };
}
