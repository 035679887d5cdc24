// Verify: replays an indicator, then proves who published it and that it is in the log. The caller supplies the
// key, because a key inside the file would prove nothing.

import { isObject } from '../json/canonical.ts';
import type { VerifierKey } from '../keys.ts';
import { leafHash, openCheckpoint, verifyInclusion } from '../log/index.ts';
import { fromBase64 } from '../platform.ts';
import type { ComputationAnswer, LogEntry } from './answer.ts';
import { canonicalBytes } from './digest.ts';
import { Checks, type ReplayFault, type Report, readAnswer, replayAnswer } from './replay.ts';
import { checkSignature, type Signature, type Statement } from './statement.ts';

export const VERIFY_FAULTS = {
  signature_missing: 'The statement is not signed.',
  signature_malformed: 'The signature is malformed.',
  key_not_pinned: 'The statement is signed with a key that you did not pin.',
  signature_invalid: 'The signature is not valid for this statement.',
  log_malformed: 'The log entry is malformed.',
  checkpoint_invalid: 'The checkpoint is not signed with a key that you pinned.',
  inclusion_invalid: 'The log does not contain this statement at the stated position.',
} as const;

export type VerifyFault = ReplayFault | keyof typeof VERIFY_FAULTS;

export async function verify(text: string, keys: readonly VerifierKey[]): Promise<Report<VerifyFault>> {
  const read = readAnswer(text);
  return 'report' in read ? read.report : verifyAnswer(read.answer, keys);
}

export async function verifyAnswer(
  answer: ComputationAnswer,
  keys: readonly VerifierKey[],
): Promise<Report<VerifyFault>> {
  const checks = new Checks<VerifyFault>();
  checks.checks.push(...(await replayAnswer(answer)).checks);
  const { statement, signature, log } = answer.data;
  await checkStatement(statement, signature, keys, checks);
  if (log !== null) await checkLog(statement, log, keys, checks);
  return checks.report(answer.data.verification_id);
}

async function checkStatement(
  statement: Statement,
  signature: Signature | null,
  keys: readonly VerifierKey[],
  checks: Checks<VerifyFault>,
): Promise<void> {
  const pointer = '/data/signature';
  if (signature === null) {
    checks.failed('signature', 'signature_missing', VERIFY_FAULTS.signature_missing, pointer);
    return;
  }
  const { algorithm, key_id, value } = signature;
  if (algorithm !== 'Ed25519' || typeof key_id !== 'string' || typeof value !== 'string') {
    checks.failed('signature', 'signature_malformed', VERIFY_FAULTS.signature_malformed, pointer);
    return;
  }
  const verdict = await checkSignature(statement, signature, keys);
  if (verdict === 'valid') checks.passed('signature', `Signed with ${key_id}.`);
  else if (verdict === 'invalid') {
    checks.failed('signature', 'signature_invalid', VERIFY_FAULTS.signature_invalid, `${pointer}/value`);
  } else checks.failed('signature', 'key_not_pinned', VERIFY_FAULTS.key_not_pinned, `${pointer}/key_id`);
}

async function checkLog(
  statement: Statement,
  log: LogEntry,
  keys: readonly VerifierKey[],
  checks: Checks<VerifyFault>,
): Promise<void> {
  const proof = logProof(log);
  if (proof === null) {
    checks.failed('log', 'log_malformed', VERIFY_FAULTS.log_malformed, '/data/log');
    return;
  }
  const checkpoint = await openPinned(log.checkpoint, keys);
  if (checkpoint === null) {
    const pointer = '/data/log/checkpoint';
    checks.failed('log', 'checkpoint_invalid', VERIFY_FAULTS.checkpoint_invalid, pointer);
    return;
  }
  const included =
    checkpoint.treeSize === log.tree_size &&
    (await verifyInclusion({
      index: log.index,
      treeSize: log.tree_size,
      leafHash: await leafHash(canonicalBytes(statement)),
      root: checkpoint.rootHash,
      proof,
    }));
  if (included) checks.passed('log', `Entry ${log.index} of ${log.tree_size} in ${checkpoint.origin}.`);
  else checks.failed('log', 'inclusion_invalid', VERIFY_FAULTS.inclusion_invalid, '/data/log');
}

/** The hashes of an inclusion proof; null if the log entry is malformed. */
function logProof(log: LogEntry): Uint8Array[] | null {
  if (!isObject(log) || typeof log.checkpoint !== 'string' || !Array.isArray(log.inclusion_proof))
    return null;
  if (!Number.isSafeInteger(log.index) || !Number.isSafeInteger(log.tree_size)) return null;
  const proof = log.inclusion_proof.map((hash) => (typeof hash === 'string' ? fromBase64(hash) : null));
  return proof.every((hash) => hash !== null) ? proof : null;
}

/** A log has the name of the key that signs it, so the expected origin is the name of the pinned key. */
async function openPinned(note: string, keys: readonly VerifierKey[]) {
  for (const key of keys) {
    try {
      return await openCheckpoint(note, key.name, [key]);
    } catch {
      // Not signed by this key; try the next one.
    }
  }
  return null;
}
