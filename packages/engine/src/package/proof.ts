// Checks the signature of an object and its entry in the log, with keys that the caller pins, and the cosignatures of
// witnesses that the caller names.

import { isObject } from '../json/canonical.ts';
import type { VerifierKey } from '../keys.ts';
import { leafHash, openCheckpoint, verifyInclusion } from '../log/index.ts';
import { fromBase64 } from '../platform.ts';
import type { LogEntry } from './answer.ts';
import { canonicalBytes } from './digest.ts';
import type { Checks } from './report.ts';
import { checkSignature, type Signature } from './statement.ts';
import { type WitnessPolicy, witnessVerdict } from './witnesses.ts';

export type ProofFault =
  | 'signature_missing'
  | 'signature_malformed'
  | 'key_not_pinned'
  | 'signature_invalid'
  | 'log_malformed'
  | 'checkpoint_invalid'
  | 'inclusion_invalid'
  | 'witnesses_missing';

/** The object that was signed and logged, and the texts that describe faults of its proof. */
export interface Proved {
  value: unknown;
  keys: readonly VerifierKey[];
  texts: Readonly<Record<ProofFault, string>>;
  /** Absent if the caller knows no witnesses. */
  policy?: WitnessPolicy | undefined;
}

/** The part of a collector of checks that a proof needs, whatever other faults the collector takes. */
type ProofChecks = Pick<Checks<ProofFault>, 'passed' | 'failed'>;

export async function checkSigned(
  { value, keys, texts }: Proved,
  signature: Signature | null,
  checks: ProofChecks,
): Promise<void> {
  const pointer = '/data/signature';
  if (signature === null) {
    checks.failed('signature', 'signature_missing', texts.signature_missing, pointer);
    return;
  }
  const { algorithm, key_id } = signature;
  if (algorithm !== 'Ed25519' || typeof key_id !== 'string' || typeof signature.value !== 'string') {
    checks.failed('signature', 'signature_malformed', texts.signature_malformed, pointer);
    return;
  }
  const verdict = await checkSignature(value, signature, keys);
  if (verdict === 'valid') checks.passed('signature', `Signed with ${key_id}.`);
  else if (verdict === 'invalid') {
    checks.failed('signature', 'signature_invalid', texts.signature_invalid, `${pointer}/value`);
  } else checks.failed('signature', 'key_not_pinned', texts.key_not_pinned, `${pointer}/key_id`);
}

export async function checkLogged(
  { value, keys, texts }: Proved,
  log: LogEntry,
  checks: ProofChecks,
): Promise<void> {
  const proof = logProof(log);
  if (proof === null) {
    checks.failed('log', 'log_malformed', texts.log_malformed, '/data/log');
    return;
  }
  const checkpoint = await openPinned(log.checkpoint, keys);
  if (checkpoint === null) {
    checks.failed('log', 'checkpoint_invalid', texts.checkpoint_invalid, '/data/log/checkpoint');
    return;
  }
  const included =
    checkpoint.treeSize === log.tree_size &&
    (await verifyInclusion({
      index: log.index,
      treeSize: log.tree_size,
      leafHash: await leafHash(canonicalBytes(value)),
      root: checkpoint.rootHash,
      proof,
    }));
  if (included) checks.passed('log', `Entry ${log.index} of ${log.tree_size} in ${checkpoint.origin}.`);
  else checks.failed('log', 'inclusion_invalid', texts.inclusion_invalid, '/data/log');
}

/** Nothing is checked without a policy. The report then does not mention witnesses. */
export async function checkWitnessed(
  { policy }: Proved,
  log: LogEntry | null,
  checks: ProofChecks,
): Promise<void> {
  if (policy === undefined) return;
  const { ok, detail } = await witnessVerdict(isObject(log) ? log.checkpoint : null, policy);
  if (ok) checks.passed('witnesses', detail);
  else checks.failed('witnesses', 'witnesses_missing', detail, '/data/log/checkpoint');
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
