// The checks on a verification page. The server really performs them, with the stored public keys and the same
// engine functions that rf verify uses.

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
  passed: boolean;
  /** What was checked, and the result. */
  found: string;
  /** What it means if the check passes. */
  meaning: string;
  /** The data that was checked, for readers who want to check it themselves. */
  bytes: readonly (readonly [label: string, text: string])[];
}

type Key = SigningKeys['data'][number];

export async function performChecks(
  proof: Verification,
  { data }: Pick<SigningKeys, 'data'>,
): Promise<Check[]> {
  // A key that does not follow from the pinned one may have been put into the store by somebody else.
  const keys = data.filter(({ follows_pinned_key }) => follows_pinned_key !== false);
  const verifierKeys = await Promise.all(keys.map(({ public_key }) => parseVerifierKey(public_key)));
  const checkpoint = await openWithAnyKey(proof.log.checkpoint, verifierKeys);
  return [
    checkId(proof),
    await checkStatement(proof, keys, verifierKeys),
    checkCheckpoint(proof, checkpoint),
    await checkInclusion(proof, checkpoint),
  ];
}

function checkId({ verification_id, statement }: Verification): Check {
  const derived = verificationId(statement.package_hash);
  const passed = derived === verification_id && statement.verification_id === verification_id;
  return {
    name: 'Verification id',
    passed,
    found: passed
      ? 'The id is derived from the hash of the computation package, and the statement contains both.'
      : `The hash of the package gives ${derived}, which is a different id.`,
    meaning:
      'Different inputs, another framework or another result would give a different id. This id always identifies this one computation.',
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
  const keyWasValid = key !== undefined && isValidAt(key, published_at);
  return {
    name: 'Signature',
    passed: verdict === 'valid' && keyWasValid,
    found: signatureFound(verdict, keyWasValid, signature.key_id, key),
    meaning:
      'The holder of that key signed exactly this statement: provider, score, band, date and framework.',
    bytes: [
      ['Statement: the signed bytes (RFC 8785)', Buffer.from(canonicalBytes(statement)).toString('utf8')],
      ['Signature (Ed25519, base64)', signature.value],
      ...(key === undefined ? [] : ([['Public key', key.public_key]] as const)),
    ],
  };
}

function signatureFound(verdict: string, keyWasValid: boolean, keyId: string, key: Key | undefined): string {
  if (verdict === 'unknown_key' || key === undefined) return `Key ${keyId} is not one of our keys.`;
  if (verdict !== 'valid') return `The signature does not match this statement and key ${keyId}.`;
  if (!keyWasValid) return `Key ${keyId} was not valid when this indicator was published.`;
  const signed = `Signed with key ${keyId}, valid from ${dayInWords(key.valid_from)}.`;
  return key.follows_pinned_key === null
    ? `${signed} This service has no key pinned outside its store, so compare the key with one that you know.`
    : `${signed} The key follows from the one that is pinned outside the store.`;
}

function isValidAt({ valid_from, valid_until }: Key, publishedAt: string): boolean {
  const at = Date.parse(publishedAt);
  return Date.parse(valid_from) <= at && (valid_until === null || at <= Date.parse(valid_until));
}

function checkCheckpoint({ log }: Verification, checkpoint: OpenedCheckpoint | null): Check {
  return {
    name: 'Checkpoint',
    passed: checkpoint !== null,
    found:
      checkpoint === null
        ? 'The checkpoint has no valid signature from us.'
        : `Log ${checkpoint.origin} with ${checkpoint.treeSize} ${checkpoint.treeSize === 1 ? 'entry' : 'entries'}, signed with key ${checkpoint.verifiedBy.join(', ')}.`,
    meaning:
      'The checkpoint commits us to one history. Anyone who keeps it can prove it if we ever show a different history.',
    bytes: [['Checkpoint (signed note)', log.checkpoint]],
  };
}

async function checkInclusion(
  { statement, log }: Verification,
  checkpoint: OpenedCheckpoint | null,
): Promise<Check> {
  const leaf = await leafHash(canonicalBytes(statement));
  const passed =
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
    name: 'Inclusion in the log',
    passed,
    found: passed
      ? `Entry ${log.index} of ${log.tree_size}, counted from 0: ${hashes} ${hashes === 1 ? 'hash leads' : 'hashes lead'} from the statement to the signed root.`
      : 'The hashes do not lead from this statement to the signed root.',
    meaning:
      'The statement was in the log when the checkpoint was signed. It cannot be changed or removed unnoticed.',
    bytes: [
      ['Leaf hash (base64)', Buffer.from(leaf).toString('base64')],
      ['Inclusion proof (RFC 6962), from the leaf to the root', log.inclusion_proof.join('\n')],
      ...(checkpoint === null
        ? []
        : ([['Root hash (base64)', Buffer.from(checkpoint.rootHash).toString('base64')]] as const)),
    ],
  };
}

/** A log is named after the key that signs it, so the origin of the checkpoint must be the name of the key. */
async function openWithAnyKey(note: string, keys: readonly VerifierKey[]): Promise<OpenedCheckpoint | null> {
  for (const key of keys) {
    try {
      return await openCheckpoint(note, key.name, [key]);
    } catch {
      // Not signed with this key; try the next one.
    }
  }
  return null;
}
