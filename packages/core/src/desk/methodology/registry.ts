// The lifecycle of a framework in the store: imported, signed by a chief risk officer, activated. A framework that was
// used never changes; a change is a new version.

import {
  canonicalJson,
  digestOf,
  frameworkVersion,
  type JsonValue,
  loadMethodology,
  type Methodology,
  MethodologyError,
} from '@rf-indicators/engine';
import { type Actor, actAs } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { requirePlainTexts } from '../../context/names.ts';
import { Refusal } from '../../context/refusal.ts';

import { requireRunnable } from './desk-checks.ts';
import { newestOfVersion, recordReplacement, requireReplaceable } from './replacement.ts';
import { loadedMethodology } from './signed.ts';

export { draftImpactReport, type ImpactReport, impactReport } from './impact.ts';
export { listMethodologies, type MethodologyRecord } from './list.ts';
export { recordSignOff } from './sign-off.ts';
export {
  effectiveMethodology,
  findEffectiveMethodology,
  methodologyByDigest,
  requireSigned,
  type SignedMethodology,
  type StoredMethodology,
} from './signed.ts';

/**
 * Stores a framework and returns its digest. Importing the same framework again has no effect. A text with the same
 * version that was never used is replaced.
 */
export async function importMethodology(context: Context, actor: Actor, value: unknown): Promise<string> {
  const methodology = requireNamed(validatedMethodology(value));
  requirePlainTexts(value, 'The framework is not valid.');
  const { document, version } = methodology;
  const digest = await digestOf(document);
  requireRunnable(loadedMethodology(digest) ?? methodology);
  const text = canonicalJson(document as unknown as JsonValue);
  await actAs(context, actor, 'frameworks.import', async (writes) => {
    const stored = await newestOfVersion(writes, version);
    if (stored === digest) return;
    if (stored !== null) await requireReplaceable(writes, version, stored, digest);
    const row = {
      digest,
      version,
      framework_version: frameworkVersion(document),
      effective_from: document.effective_from,
    };
    await writes
      .insertInto('methodologies')
      .values({ ...row, document: text, imported_at: context.clock(), imported_by: actor.id })
      .execute();
    if (stored !== null) await recordReplacement(context, writes, actor, stored, digest);
    const replaces = stored === null ? {} : { replaces: stored };
    await recordAct(context, writes, actor, 'methodology.import', digest, null, { ...row, ...replaces });
  });
  return digest;
}

export function validatedMethodology(value: unknown): Methodology {
  try {
    return loadMethodology(value);
  } catch (error) {
    if (!(error instanceof MethodologyError)) throw error;
    const details = error.problems.map(({ pointer, code, message }) => ({ place: pointer, code, message }));
    throw new Refusal('validation_failed', 'The framework is not valid.', details);
  }
}

/** A framework without a name can never be signed. */
function requireNamed(methodology: Methodology): Methodology {
  if (methodology.document.framework_name !== undefined) return methodology;
  const message = 'is required before the framework can be imported';
  throw new Refusal('validation_failed', 'The framework has no name.', [
    { place: '/framework_name', code: 'missing_member', message },
  ]);
}
