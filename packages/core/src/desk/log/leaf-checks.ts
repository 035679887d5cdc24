// Checks what the leaves of the log say: key rotations, confirmations and the baseline. Statements are checked with
// their indicators.

import {
  checkSignature,
  makeConfirmation,
  parseVerifierKey,
  type Signature,
  type VerifierKey,
} from '@rf-indicators/engine';
import type { LeafKind } from '../../store/schema.ts';
import type { Queries } from '../../store/store.ts';
import { baselineDifferences } from './baseline.ts';
import { parseCanonical, parseSignature } from './stored-texts.ts';

/** null if the leaf is sound. */
export async function leafProblem(
  db: Queries,
  kind: LeafKind,
  leaf: string,
  keys: readonly VerifierKey[],
): Promise<string | null> {
  try {
    if (kind === 'key_rotation') return await rotationProblem(leaf);
    if (kind === 'confirmation') return await confirmationProblem(db, leaf, keys);
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

/** The list of confirmed indicators is kept beside the leaf, which has its digest. */
async function confirmationProblem(
  db: Queries,
  leaf: string,
  keys: readonly VerifierKey[],
): Promise<string | null> {
  const record = parseCanonical(leaf) as { run: string; at: string };
  const row = await db
    .selectFrom('confirmations')
    .selectAll()
    .where('run_id', '=', record.run)
    .executeTakeFirst();
  if (row === undefined) return 'confirms indicators in a list that is missing';
  const signature = parseSignature(row.signature);
  const verdict = signature ? await checkSignature(record, signature, keys) : 'unreadable';
  if (verdict !== 'valid') return `has a signature that does not verify (${verdict})`;
  if (Date.parse(record.at) !== row.confirmed_at) return 'has another time than its row';
  const verificationIds = JSON.parse(row.verification_ids) as string[];
  const expected = await makeConfirmation({ at: record.at, run: record.run, verificationIds });
  const isSame =
    JSON.stringify(expected.verification_ids) === row.verification_ids &&
    JSON.stringify(parseCanonical(leaf)) === JSON.stringify(parseCanonical(row.record)) &&
    Object.entries(expected.record).every(([name, value]) => Object(record)[name] === value);
  return isSame ? null : 'does not match its list of indicators';
}

async function baselineProblem(db: Queries, leaf: string): Promise<string | null> {
  const different = await baselineDifferences(db, leaf);
  return different.length === 0 ? null : `covers rows that have changed since, in ${different.join(', ')}`;
}
