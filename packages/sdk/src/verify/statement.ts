// Checks the public proof of one indicator: its statement, signature and log entry, without the package.

import {
  canonicalBytes,
  checkAttachments,
  checkSignature,
  leafHash,
  type VerifierKey,
  verificationId,
  verifyInclusion,
  type WitnessPolicy,
} from '@rf-indicators/engine';
import type { LogEntry, Verification } from '../generated/wire.ts';
import { Checks } from './checks.ts';
import type { Report, StatementFault } from './forms.ts';
import { openPinned } from './keys.ts';
import { witnessesCheck } from './witnesses.ts';

export async function statementReport(
  verification: Verification,
  keys: readonly VerifierKey[],
  policy?: WitnessPolicy,
): Promise<Report<StatementFault>> {
  const checks = new Checks<StatementFault>();
  // JavaScript callers may give anything.
  const { statement, signature, log, verification_id: id } = (verification ?? {}) as Verification;
  if (!isObject(statement) || !/^[0-9a-f]{64}$/.test(String(statement.package_hash))) {
    checks.failed('form', 'wrong_form', 'The answer does not contain a statement.', '/statement');
    return checks.report(null);
  }
  const expected = verificationId(statement.package_hash);
  if (expected === statement.verification_id && expected === id) checks.passed('verification id', expected);
  else {
    const detail = `The statement's hash gives ${expected}.`;
    checks.failed('verification id', 'verification_id_differs', detail, '/verification_id');
  }
  await checkSigned(statement, signature, keys, checks);
  await checkIncluded(statement, log, keys, checks);
  for (const { kind, passed, found } of await checkAttachments(verification, keys)) {
    if (passed) checks.passed(kind, found);
    else checks.failed(kind, 'attachment_invalid', `${kind}: ${found}`, '/attachments');
  }
  if (policy !== undefined) checks.add(await witnessesCheck(log?.checkpoint, policy, '/log/checkpoint'));
  return checks.report(id);
}

async function checkSigned(
  statement: object,
  signature: Verification['signature'],
  keys: readonly VerifierKey[],
  checks: Checks<StatementFault>,
): Promise<void> {
  const { algorithm, key_id, value } = isObject(signature) ? signature : {};
  if (algorithm !== 'Ed25519' || typeof key_id !== 'string' || typeof value !== 'string') {
    checks.failed('signature', 'signature_malformed', 'The signature is malformed.', '/signature');
    return;
  }
  const verdict = await checkSignature(statement, { algorithm, key_id, value }, keys);
  if (verdict === 'valid') checks.passed('signature', `Signed with ${key_id}.`);
  else if (verdict === 'unknown_key') {
    checks.failed(
      'signature',
      'key_not_pinned',
      'The statement is signed with a key that you did not pin.',
      '/signature/key_id',
    );
  } else {
    const detail = 'The signature does not match this statement.';
    checks.failed('signature', 'signature_invalid', detail, '/signature/value');
  }
}

async function checkIncluded(
  statement: object,
  log: LogEntry,
  keys: readonly VerifierKey[],
  checks: Checks<StatementFault>,
): Promise<void> {
  const proof =
    isObject(log) && Array.isArray(log.inclusion_proof) ? log.inclusion_proof.map(hashOf) : [null];
  if (typeof log?.checkpoint !== 'string' || !proof.every((hash) => hash !== null)) {
    checks.failed('log', 'log_malformed', 'The log entry is malformed.', '/log');
    return;
  }
  const checkpoint = await openPinned(log.checkpoint, keys);
  if (checkpoint === null) {
    const detail = 'The checkpoint is not signed with a key that you pinned.';
    checks.failed('log', 'checkpoint_invalid', detail, '/log/checkpoint');
    return;
  }
  const { index, tree_size: treeSize } = log;
  const included =
    checkpoint.treeSize === treeSize &&
    (await verifyInclusion({
      index,
      treeSize,
      leafHash: await leafHash(canonicalBytes(statement)),
      root: checkpoint.rootHash,
      proof,
    }));
  if (included) checks.passed('log', `Entry ${index} of ${treeSize} in ${checkpoint.origin}.`);
  else
    checks.failed(
      'log',
      'inclusion_invalid',
      'The log does not contain this statement at the place that the entry names.',
      '/log',
    );
}

function hashOf(base64: unknown): Uint8Array | null {
  try {
    return Uint8Array.from(atob(String(base64)), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
