// Activates a signed framework, and keeps a record of its impact on every provider.

import { frameworkVersion } from '@rf-indicators/engine';
import { endFounding, isFirstFounding } from '../../accounts/founding.ts';
import { approvalNote, type People } from '../../accounts/requests.ts';
import type { Actor } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import { writeEvent } from '../../events/write-event.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { type ImpactReport, impactReport, type OnProgress } from './impact.ts';
import { findEffectiveMethodology, requireSigned, type SignedMethodology } from './signed.ts';

const LONGEST_NOTES = 2000;

/** Refuses what cannot be activated, before the slow impact report. */
export async function requireActivatable(
  db: Queries | Writes,
  digest: string,
  notes: string,
): Promise<SignedMethodology> {
  const text = notes.trim();
  if (text === '' || text.length > LONGEST_NOTES) {
    throw new Refusal(
      'validation_failed',
      `The notes must describe what this version changes, in 1 to ${LONGEST_NOTES} characters.`,
    );
  }
  const signed = await requireSigned(db, digest);
  await refuseActivated(db, digest);
  return signed;
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

/** Activates a framework from its effective date, and returns the impact report that is kept with the activation. */
export async function activateMethodology(
  context: Context,
  people: People,
  digest: string,
  notes: string,
  commit: (writes: Writes) => Promise<void>,
  onProgress?: OnProgress,
): Promise<ImpactReport> {
  await requireActivatable(context.store.db, digest, notes);
  const now = context.clock();
  const impact = await impactReport(context, digest, now, onProgress);
  await context.store.transaction(async (writes) => {
    await commit(writes);
    const { methodology } = await requireActivatable(writes, digest, notes);
    const before = await findEffectiveMethodology(writes, now);
    if ((before?.digest ?? null) !== (impact.compared_with?.digest ?? null)) {
      throw new Refusal(
        'conflict',
        'Another framework took effect while the impact was computed. Run the activation again.',
      );
    }
    const activated_at = await nextActivation(writes, now);
    const { requester, approver } = people;
    const text = notes.trim();
    await writes
      .insertInto('methodology_activations')
      .values({
        digest,
        activated_by: requester.id,
        approved_by: approver?.id ?? null,
        activated_at,
        impact: JSON.stringify(impact),
        notes: text,
      })
      .execute();
    const { document, version } = methodology;
    const data = {
      version,
      framework_version: frameworkVersion(document),
      digest,
      effective_from: document.effective_from,
      notes: text,
    };
    await writeEvent(context, writes, 'methodology.published', null, data);
    const was = before && { digest: before.digest, version: before.methodology.version };
    await recordAct(context, writes, requester, 'methodology.activate', digest, was, {
      ...data,
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
