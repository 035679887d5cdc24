// Activates a signed framework, and keeps a record of its impact on every provider.

import { endFounding, isFirstFounding } from '../../accounts/founding.ts';
import { approvalNote, type People } from '../../accounts/requests.ts';
import type { Actor } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { requireOwnRules } from '../facts/own-records.ts';
import { frameworkNews, writeActivationNews } from './announcements.ts';
import { requireRunnable } from './desk-checks.ts';
import { listDifferences } from './differences.ts';
import { type ImpactReport, impactReport, type OnProgress } from './impact.ts';
import { requireNotice } from './notice.ts';
import { requireNotReplaced } from './replacement.ts';
import { findEffectiveMethodology, requireSigned, type SignedMethodology } from './signed.ts';

const LONGEST_NOTES = 2000;

export interface Activation {
  digest: string;
  /** What changes with this version; public. */
  notes: string;
  /** Why it takes effect without the notice period; public. */
  urgent?: string | undefined;
}

/** Refuses what cannot be activated, before the slow impact report. */
export async function requireActivatable(
  db: Queries | Writes,
  { digest, notes, urgent }: Activation,
  now: number,
): Promise<{ signed: SignedMethodology; urgentReason: string | null }> {
  const text = notes.trim();
  if (text === '' || text.length > LONGEST_NOTES) {
    throw new Refusal(
      'validation_failed',
      `The notes must describe what this version changes, in 1 to ${LONGEST_NOTES} characters.`,
    );
  }
  await requireOwnRules(db, 'Nothing was activated');
  const signed = await requireSigned(db, digest);
  await requireNotReplaced(db, digest);
  await refuseActivated(db, digest);
  requireRunnable(signed.methodology);
  const urgentReason = await requireNotice(db, signed.methodology.document, urgent, now);
  return { signed, urgentReason };
}

/**
 * The first framework needs no approval: its activation takes the officer who signed it and somebody else, and ends the
 * founding of the store.
 */
export async function mayActivateAlone(db: Queries | Writes, actor: Actor, digest: string): Promise<boolean> {
  if (!(await isFirstFounding(db))) return false;
  const { staff_id } = await db
    .selectFrom('methodology_sign_offs')
    .select('staff_id')
    .where('digest', '=', digest)
    .executeTakeFirstOrThrow();
  return staff_id !== actor.id;
}

export interface ActivationOptions {
  urgent?: string | undefined;
  onProgress?: OnProgress;
}

/** Activates a framework from its effective date, and returns the impact report that is kept with the activation. */
export async function activateMethodology(
  context: Context,
  people: People,
  digest: string,
  notes: string,
  commit: (writes: Writes) => Promise<void>,
  { urgent, onProgress }: ActivationOptions = {},
): Promise<ImpactReport> {
  const { db } = context.store;
  const activation: Activation = { digest, notes, urgent };
  const now = context.clock();
  await requireActivatable(db, activation, now);
  const impact = await impactReport(context, digest, now, onProgress);
  const differences = await listDifferences(db, impact);
  await context.store.transaction(async (writes) => {
    await commit(writes);
    // The comparison can take long, so the notice is checked again at the time of the approval.
    const { signed, urgentReason } = await requireActivatable(writes, activation, context.clock());
    const before = await findEffectiveMethodology(writes, now);
    if ((before?.digest ?? null) !== (impact.compared_with?.digest ?? null)) {
      throw new Refusal(
        'conflict',
        'Another framework took effect while the impact was computed. Run the activation again.',
      );
    }
    const { requester, approver } = people;
    const row = { digest, notes: notes.trim(), urgent_reason: urgentReason };
    await writes
      .insertInto('methodology_activations')
      .values({
        ...row,
        activated_by: requester.id,
        approved_by: approver?.id ?? null,
        activated_at: await nextActivation(writes, now),
        impact: JSON.stringify(impact),
        differences: differences?.text ?? null,
        differences_digest: differences?.digest ?? null,
      })
      .execute();
    const news = frameworkNews(signed.methodology.document, row, differences);
    await writeActivationNews(context, writes, news);
    const was = before && { digest: before.digest, version: before.methodology.version };
    await recordAct(context, writes, requester, 'methodology.activate', digest, was, {
      ...news,
      ...approvalNote(people),
      counts: impact.counts,
    });
    await endFounding(context, writes, requester, 'The first framework was activated.');
  });
  return impact;
}

async function refuseActivated(db: Queries | Writes, digest: string): Promise<void> {
  const earlier = await db
    .selectFrom('methodology_activations')
    .select('digest')
    .where('digest', '=', digest)
    .executeTakeFirst();
  if (earlier !== undefined) throw new Refusal('conflict', 'This framework has already been activated.');
}

/** Of two frameworks with the same effective date, the last one activated is used, so each instant is unique. */
async function nextActivation(writes: Writes, now: number): Promise<number> {
  const earlier = await writes.selectFrom('methodology_activations').select('activated_at').execute();
  return Math.max(now, ...earlier.map(({ activated_at }) => activated_at + 1));
}
