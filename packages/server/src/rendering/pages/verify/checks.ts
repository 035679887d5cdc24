// What the server checks for the reader, and really does check: each time, with the stored keys, by the same
// functions that rf verify uses.

import type { SigningKeys, Verification } from '@rf-indicators/contract';
import {
  canonicalBytes,
  checkSignature,
  leafHash,
  type OpenedCheckpoint,
  openCheckpoint,
  parseVerifierKey,
  type VerifierKey,
  verificationId,
  verifyInclusion,
} from '@rf-indicators/engine';
import { dayInWords } from '../words.ts';

export interface Check {
  name: string;
  holds: boolean;
  /** What was looked at, and what came out. */
  found: string;
  /** What it means if it holds. */
  meaning: string;
  /** For those who look at the bytes themselves. */
  bytes: readonly (readonly [label: string, text: string])[];
}

type Key = SigningKeys['data'][number];

export async function performChecks(
  proof: Verification,
  { data: keys }: Pick<SigningKeys, 'data'>,
): Promise<Check[]> {
  const verifierKeys = await Promise.all(keys.map(({ public_key }) => parseVerifierKey(public_key)));
  const checkpoint = await openedCheckpoint(proof.log.checkpoint, verifierKeys);
  return [
    checkId(proof),
    await checkStatement(proof, keys, verifierKeys),
    checkCheckpoint(proof, checkpoint),
    await checkInclusion(proof, checkpoint),
  ];
}

function checkId({ verification_id, statement }: Verification): Check {
  const follows = verificationId(statement.package_hash);
  const holds = follows === verification_id && statement.verification_id === verification_id;
  return {
    name: 'Verification id',
    holds,
    found: holds
      ? 'The id is made from the hash of the computation package, and the statement names both.'
      : `The hash of the package gives ${follows}, which is another id.`,
    meaning:
      'Another input, framework or result would have another id: it names this one computation for ever.',
    bytes: [['Package hash (SHA-256)', statement.package_hash]],
  };
}

async function checkStatement(
  { statement, signature, published_at }: Verification,
  keys: readonly Key[],
  verifierKeys: readonly VerifierKey[],
): Promise<Check> {
  const verdict = await checkSignature(statement, signature, verifierKeys);
  const key = keys.find(({ key_id }) => key_id === signature.key_id);
  const inForce = key !== undefined && isInForce(key, published_at);
  return {
    name: 'Signature',
    holds: verdict === 'valid' && inForce,
    found: signatureFound(verdict, inForce, signature.key_id, key),
    meaning: 'Whoever holds that key signed exactly this: provider, score, band, date and framework.',
    bytes: [
      ['Statement, the signed bytes (RFC 8785)', Buffer.from(canonicalBytes(statement)).toString('utf8')],
      ['Signature (Ed25519, base64)', signature.value],
      ...(key === undefined ? [] : ([['Public key', key.public_key]] as const)),
    ],
  };
}

function signatureFound(verdict: string, inForce: boolean, keyId: string, key: Key | undefined): string {
  if (verdict === 'unknown_key' || key === undefined) return `We have no key ${keyId}.`;
  if (verdict !== 'valid') return `The signature does not belong to this statement and key ${keyId}.`;
  if (!inForce) return `Key ${keyId} was not in force when this was published.`;
  return `Signed with key ${keyId}, in force since ${dayInWords(key.valid_from)}.`;
}

function isInForce({ valid_from, valid_until }: Key, publishedAt: string): boolean {
  const at = Date.parse(publishedAt);
  return Date.parse(valid_from) <= at && (valid_until === null || at <= Date.parse(valid_until));
}

function checkCheckpoint({ log }: Verification, checkpoint: OpenedCheckpoint | null): Check {
  return {
    name: 'Checkpoint',
    holds: checkpoint !== null,
    found:
      checkpoint === null
        ? 'The checkpoint does not carry a valid signature of ours.'
        : `The log ${checkpoint.origin} with ${checkpoint.treeSize} entries, signed with key ${checkpoint.verifiedBy.join(', ')}.`,
    meaning: 'With it we are bound to one history. Whoever keeps it can prove it if we ever show another.',
    bytes: [['Checkpoint, a signed note', log.checkpoint]],
  };
}

async function checkInclusion(
  { statement, log }: Verification,
  checkpoint: OpenedCheckpoint | null,
): Promise<Check> {
  const leaf = await leafHash(canonicalBytes(statement));
  const holds =
    checkpoint !== null &&
    checkpoint.treeSize === log.tree_size &&
    (await verifyInclusion({
      index: log.index,
      treeSize: log.tree_size,
      leafHash: leaf,
      root: checkpoint.rootHash,
      proof: log.inclusion_proof.map((hash) => new Uint8Array(Buffer.from(hash, 'base64'))),
    }));
  const hashes = log.inclusion_proof.length;
  return {
    name: 'Place in the log',
    holds,
    found: holds
      ? `Entry ${log.index} of ${log.tree_size}, counted from 0: ${hashes} ${hashes === 1 ? 'hash leads' : 'hashes lead'} from the statement to the root that was signed.`
      : 'The hashes do not lead from this statement to the root that was signed.',
    meaning:
      'The statement stood in the log when the checkpoint was signed. It cannot be changed or removed unnoticed.',
    bytes: [
      ['Hash of the leaf (base64)', Buffer.from(leaf).toString('base64')],
      ['Inclusion proof (RFC 6962), from the leaf upwards', log.inclusion_proof.join('\n')],
      ...(checkpoint === null
        ? []
        : ([['Root hash (base64)', Buffer.from(checkpoint.rootHash).toString('base64')]] as const)),
    ],
  };
}

/** A log is named after the key that signs it, so a key's name is the origin to expect. */
async function openedCheckpoint(
  note: string,
  keys: readonly VerifierKey[],
): Promise<OpenedCheckpoint | null> {
  for (const key of keys) {
    try {
      return await openCheckpoint(note, key.name, [key]);
    } catch {
      // Not this key's; the next one may have signed it.
    }
  }
  return null;
}
