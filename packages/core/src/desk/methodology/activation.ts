// Activates a signed framework, and keeps a record of its impact on every provider.

import { frameworkVersion } from '@rf-indicators/engine';
import { type Actor, requireMay } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import { writeEvent } from '../../events/write-event.ts';
import type { Writes } from '../../store/store.ts';
import { type ImpactReport, impactReport, type OnProgress } from './impact.ts';
import { findEffectiveMethodology, requireSigned } from './signed.ts';

const LONGEST_NOTES = 2000;

/** Activates a framework from its effective date, and returns the impact report that is kept with the activation. */
export async function activateMethodology(
  context: Context,
  actor: Actor,
  digest: string,
  notes: string,
  onProgress?: OnProgress,
): Promise<ImpactReport> {
  requireMay(actor, 'frameworks.activate');
  const text = notes.trim();
  if (text === '' || text.length > LONGEST_NOTES) {
    throw new Refusal(
      'validation_failed',
      `The notes must describe what this version changes, in 1 to ${LONGEST_NOTES} characters.`,
    );
  }
  // Checked here to fail early, before the slow impact report, and again in the transaction.
  await requireSigned(context.store.db, digest);
  const now = context.clock();
  const impact = await impactReport(context, digest, now, onProgress);
  await context.store.transaction(async (writes) => {
    const { methodology } = await requireSigned(writes, digest);
    const before = await findEffectiveMethodology(writes, now);
    if ((before?.digest ?? null) !== (impact.compared_with?.digest ?? null)) {
      throw new Refusal(
        'conflict',
        'Another framework took effect while the impact was computed. Run the activation again.',
      );
    }
    const activated_at = await nextActivation(writes, digest, now);
    await writes
      .insertInto('methodology_activations')
      .values({ digest, activated_by: actor.id, activated_at, impact: JSON.stringify(impact), notes: text })
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
    await recordAct(context, writes, actor, 'methodology.activate', digest, was, {
      ...data,
      counts: impact.counts,
    });
  });
  return impact;
}

/** Of two frameworks with the same effective date, the last one activated is used, so each instant is unique. */
async function nextActivation(writes: Writes, digest: string, now: number): Promise<number> {
  const earlier = await writes
    .selectFrom('methodology_activations')
    .select(['digest', 'activated_at'])
    .execute();
  if (earlier.some((activation) => activation.digest === digest)) {
    throw new Refusal('conflict', 'This framework has already been activated.');
  }
  return Math.max(now, ...earlier.map(({ activated_at }) => activated_at + 1));
}
