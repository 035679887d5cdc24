// Checks what the leaves of the log say: key rotations and the baseline. Statements are checked with their indicators,
// and confirmations with their lists.

import { checkSignature, parseVerifierKey, type Signature } from '@rf-indicators/engine';
import type { LeafKind } from '../../store/schema.ts';
import type { Queries } from '../../store/store.ts';
import { baselineDifferences } from './baseline.ts';

/** The kind of a leaf, by what it says; null if it is not a leaf of this log. */
export function kindOf(leaf: string): LeafKind | null {
  try {
    const content = JSON.parse(leaf) as { leaf?: LeafKind; rotation?: object };
    if (content.rotation !== undefined) return 'key_rotation';
    return content.leaf ?? 'statement';
  } catch {
    return null;
  }
}

/** null if the leaf is sound. */
export async function leafProblem(db: Queries, kind: LeafKind, leaf: string): Promise<string | null> {
  try {
    if (kind === 'key_rotation') return await rotationProblem(leaf);
    if (kind === 'confirmation') return await confirmationProblem(db, leaf);
    if (kind === 'baseline') return await baselineProblem(db, leaf);
    return null;
  } catch (error) {
    return `cannot be read as a leaf of kind ${kind}: ${(error as Error).message}`;
  }
}

async function rotationProblem(leaf: string): Promise<string | null> {
  const { rotation, signatures } = JSON.parse(leaf) as {
    rotation: { old_key: string; new_key: string };
    signatures: Signature[];
  };
  for (const [index, text] of [rotation.old_key, rotation.new_key].entries()) {
    const key = await parseVerifierKey(text);
    const verdict = await checkSignature(rotation, signatures[index]!, [key]);
    if (verdict !== 'valid') return `is not signed by ${key.id}`;
  }
  return null;
}

async function confirmationProblem(db: Queries, leaf: string): Promise<string | null> {
  const { run } = JSON.parse(leaf) as { run: string };
  const row = await db
    .selectFrom('confirmations')
    .select('run_id')
    .where('run_id', '=', run)
    .executeTakeFirst();
  return row === undefined ? 'confirms indicators in a list that is missing' : null;
}

async function baselineProblem(db: Queries, leaf: string): Promise<string | null> {
  const different = await baselineDifferences(db, leaf);
  return different.length === 0 ? null : `covers rows that have changed since, in ${different.join(', ')}`;
}
