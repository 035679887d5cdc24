// Cancels an activation before anything was published under it. A cancelled framework is never in effect.

import { frameworkVersion } from '@rf-indicators/engine';
import type { People } from '../../accounts/requests.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import { writeEvent } from '../../events/write-event.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { frameworkNews } from './announcements.ts';
import { storedDifferences } from './differences.ts';
import { methodologyByDigest } from './signed.ts';

const LONGEST_REASON = 2000;

/** Refuses what cannot be cancelled. */
export async function requireCancellable(
  db: Queries | Writes,
  digest: string,
  reason: string,
): Promise<void> {
  const text = reason.trim();
  if (text === '' || text.length > LONGEST_REASON) {
    throw new Refusal(
      'validation_failed',
      `The reason is published and must have 1 to ${LONGEST_REASON} characters.`,
    );
  }
  await findActivation(db, digest);
  await requireNotCancelled(db, digest);
  const used = await db
    .selectFrom('indicators')
    .select('verification_id')
    .where('methodology_digest', '=', digest)
    .limit(1)
    .executeTakeFirst();
  if (used === undefined) return;
  throw new Refusal(
    'conflict',
    'Indicators were published under this framework, so it cannot be cancelled. Activate a new version instead.',
  );
}

export async function cancelMethodology(
  context: Context,
  writes: Writes,
  people: People & { approver: { id: string } },
  digest: string,
  reason: string,
): Promise<void> {
  await requireCancellable(writes, digest, reason);
  const activation = await findActivation(writes, digest);
  const { methodology } = await methodologyByDigest(writes, digest);
  const { requester, approver } = people;
  const cancelled_reason = reason.trim();
  await writes
    .insertInto('methodology_cancellations')
    .values({
      digest,
      cancelled_at: context.clock(),
      cancelled_by: requester.id,
      approved_by: approver.id,
      reason: cancelled_reason,
    })
    .execute();
  const news = frameworkNews(methodology.document, activation, storedDifferences(activation));
  await writeEvent(context, writes, 'methodology.announced', null, { ...news, cancelled_reason });
  const after = {
    framework_version: frameworkVersion(methodology.document),
    reason: cancelled_reason,
    approved_by: approver.id,
  };
  await recordAct(context, writes, requester, 'methodology.cancel', digest, null, after);
}

/** For publications: a draft may have been computed under a framework that was cancelled since. */
export async function requireNotCancelled(db: Queries | Writes, digest: string): Promise<void> {
  const cancelled = await db
    .selectFrom('methodology_cancellations')
    .select('reason')
    .where('digest', '=', digest)
    .executeTakeFirst();
  if (cancelled === undefined) return;
  throw new Refusal('conflict', `This framework was cancelled: ${cancelled.reason}`);
}

async function findActivation(db: Queries | Writes, digest: string) {
  const activation = await db
    .selectFrom('methodology_activations')
    .selectAll()
    .where('digest', '=', digest)
    .executeTakeFirst();
  if (activation !== undefined) return activation;
  throw new Refusal('conflict', 'This framework is not activated, so there is nothing to cancel.');
}
