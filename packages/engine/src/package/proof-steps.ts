// The steps of checking the public proof of one indicator, in words that a reader without the specification understands.
// The server shows them on the verification page, and the browser repeats them there and in a file that was kept.

import { isObject } from '../json/canonical.ts';
import { parseVerifierKey, type VerifierKey } from '../keys.ts';
import { leafHash, type OpenedCheckpoint, openCheckpoint, verifyInclusion } from '../log/index.ts';
import { fromBase64, fromUtf8, toBase64 } from '../platform.ts';
import { checkAttachments } from './attachments.ts';
import { canonicalBytes } from './digest.ts';
import { checkSignature, type Signature } from './statement.ts';
import { verificationId } from './verification-id.ts';

export interface ProofStep {
  step: 'id' | 'signature' | 'checkpoint' | 'inclusion' | 'attachments';
  name: string;
  passed: boolean;
  /** What was checked, and the result. */
  found: string;
  /** What it means if the check passes. */
  meaning: string;
  /** The data that was checked, for readers who want to check it themselves. */
  bytes: [label: string, text: string][];
}

/** What each step means if it passes, also those that only a page or a browser takes. */
export const PROOF_MEANINGS = {
  id: 'Different inputs, another framework or another result would give a different id. This id always identifies this one computation.',
  key: 'A key that comes from the same site as the statement proves nothing about the site. One that you got in another way does.',
  signature:
    'The holder of that key signed exactly this statement: provider, score, band, date and framework.',
  checkpoint:
    'The checkpoint commits us to one history. Anyone who keeps it can prove it if we ever show a different history.',
  inclusion:
    'The statement was in the log when the checkpoint was signed. It cannot be changed or removed unnoticed.',
  attachments:
    'What analysts published beside the score is in the log too: it cannot be changed or removed unnoticed.',
  witnesses:
    'A witness is run by someone else. It cosigns a checkpoint only if the log still contains everything that it contained before.',
  later:
    'The signature is older than what happened later, so it cannot prove that. The log can: monitors compare it with what we serve.',
  shown: 'What you read is what was signed.',
} as const;

/** A key of the publisher, and when it was used. */
export interface PublisherKey {
  public_key: string;
  valid_from: string;
  valid_until: string | null;
}

interface Keys {
  known: readonly PublisherKey[];
  verifiers: readonly VerifierKey[];
}

/** What was received may be anything: a member that is missing or has another form makes its step fail. */
export async function proofSteps(received: unknown, known: readonly PublisherKey[]): Promise<ProofStep[]> {
  const proof = isObject(received) ? received : {};
  const keys = { known, verifiers: await readable(known) };
  const log = isObject(proof.log) ? proof.log : {};
  const checkpoint = await openWithAnyKey(log.checkpoint, keys.verifiers);
  return [
    checkId(proof),
    await checkStatement(proof, keys),
    checkCheckpoint(log, checkpoint),
    await checkInclusion(proof.statement, log, checkpoint),
    ...(await attachmentStep(proof, keys.verifiers)),
  ];
}

/** None for an indicator without attachments, as of an older service. */
async function attachmentStep(
  proof: Record<string, unknown>,
  keys: readonly VerifierKey[],
): Promise<ProofStep[]> {
  const checks = await checkAttachments(proof, keys);
  if (checks.length === 0) return [];
  const failed = checks.find(({ passed }) => !passed);
  return [
    {
      step: 'attachments',
      name: 'Rationale, disclosures and review',
      passed: failed === undefined,
      found:
        failed === undefined
          ? `${checks.length === 1 ? 'One entry' : `${checks.length} entries`} of the log: ${checks.map(({ kind }) => kind).join(', ')}.`
          : `${failed.kind}: ${failed.found}`,
      meaning: PROOF_MEANINGS.attachments,
      bytes: checks.map(({ kind, leaf }) => [`Leaf: ${kind}`, leaf]),
    },
  ];
}

/** A key that cannot be read verifies nothing, and says nothing about the others. */
async function readable(known: readonly PublisherKey[]): Promise<VerifierKey[]> {
  const keys = await Promise.all(
    known.map(({ public_key }) => parseVerifierKey(String(public_key)).catch(() => null)),
  );
  return keys.filter((key) => key !== null);
}

function checkId({ verification_id, statement }: Record<string, unknown>): ProofStep {
  const { package_hash, verification_id: stated } = isObject(statement) ? statement : {};
  const derived = idOf(package_hash);
  const passed = derived !== null && derived === verification_id && derived === stated;
  return {
    step: 'id',
    name: 'Verification id',
    passed,
    found: passed
      ? 'The id is derived from the hash of the computation package, and the statement contains both.'
      : derived === null
        ? 'The statement has no hash of a package.'
        : `The hash of the package gives ${derived}, which is a different id.`,
    meaning: PROOF_MEANINGS.id,
    bytes: [['Package hash (SHA-256)', String(package_hash)]],
  };
}

function idOf(packageHash: unknown): string | null {
  try {
    return verificationId(String(packageHash));
  } catch {
    return null;
  }
}

async function checkStatement(
  { statement, signature, published_at }: Record<string, unknown>,
  { known, verifiers }: Keys,
): Promise<ProofStep> {
  const bytes = bytesOf(statement);
  const { algorithm, key_id, value } = isObject(signature) ? signature : {};
  const signed = { algorithm, key_id: String(key_id), value: String(value) } as Signature;
  const verdict =
    bytes === null || algorithm !== 'Ed25519'
      ? 'invalid'
      : await checkSignature(statement, signed, verifiers);
  const text = verifiers.find(({ id }) => id === key_id)?.text;
  const key = known.find(({ public_key }) => public_key === text);
  const keyWasValid = key !== undefined && isValidAt(key, String(published_at));
  return {
    step: 'signature',
    name: 'Signature',
    passed: verdict === 'valid' && keyWasValid,
    found: signatureFound(verdict, keyWasValid, signed.key_id),
    meaning: PROOF_MEANINGS.signature,
    bytes: [
      ['Statement: the signed bytes (RFC 8785)', bytes === null ? 'missing' : fromUtf8(bytes)],
      ['Signature (Ed25519, base64)', signed.value],
      ...(text === undefined ? [] : ([['Public key', text]] as ProofStep['bytes'])),
    ],
  };
}

function signatureFound(
  verdict: 'valid' | 'unknown_key' | 'invalid',
  keyWasValid: boolean,
  keyId: string,
): string {
  if (verdict === 'unknown_key') return `Key ${keyId} is not one of the keys that this check trusts.`;
  if (verdict !== 'valid') return `The signature does not match this statement and key ${keyId}.`;
  if (!keyWasValid) return `Key ${keyId} was not valid when this indicator was published.`;
  return `Signed with key ${keyId}.`;
}

/** Instants are in UTC and differ in nothing but their fractions of a second. */
function isValidAt({ valid_from, valid_until }: PublisherKey, publishedAt: string): boolean {
  const at = comparable(publishedAt);
  return comparable(valid_from) <= at && (valid_until === null || at <= comparable(valid_until));
}

function comparable(instant: string): string {
  return instant.slice(0, 19) + (/\.\d+/.exec(instant)?.[0] ?? '.').padEnd(10, '0');
}

function checkCheckpoint(log: Record<string, unknown>, checkpoint: OpenedCheckpoint | null): ProofStep {
  return {
    step: 'checkpoint',
    name: 'Checkpoint',
    passed: checkpoint !== null,
    found:
      checkpoint === null
        ? 'The checkpoint has no valid signature by a key that this check trusts.'
        : `Log ${checkpoint.origin} with ${checkpoint.treeSize} ${checkpoint.treeSize === 1 ? 'entry' : 'entries'}, signed with key ${checkpoint.verifiedBy.join(', ')}.`,
    meaning: PROOF_MEANINGS.checkpoint,
    bytes: [['Checkpoint (signed note)', String(log.checkpoint)]],
  };
}

async function checkInclusion(
  statement: unknown,
  { index, tree_size, inclusion_proof }: Record<string, unknown>,
  checkpoint: OpenedCheckpoint | null,
): Promise<ProofStep> {
  const statementBytes = bytesOf(statement);
  const leaf = statementBytes && (await leafHash(statementBytes));
  const hashes = Array.isArray(inclusion_proof)
    ? inclusion_proof.map((hash) => fromBase64(String(hash)))
    : [null];
  const passed =
    leaf !== null &&
    checkpoint !== null &&
    checkpoint.treeSize === tree_size &&
    Number.isSafeInteger(index) &&
    hashes.every((hash) => hash !== null) &&
    (await verifyInclusion({
      index: index as number,
      treeSize: tree_size,
      leafHash: leaf,
      root: checkpoint.rootHash,
      proof: hashes,
    }));
  return {
    step: 'inclusion',
    name: 'Inclusion in the log',
    passed,
    found: passed
      ? `Entry ${index} of ${tree_size}, counted from 0: ${hashes.length} ${hashes.length === 1 ? 'hash leads' : 'hashes lead'} from the statement to the signed root.`
      : 'The hashes do not lead from this statement to the signed root.',
    meaning: PROOF_MEANINGS.inclusion,
    bytes: [
      ['Leaf hash (base64)', leaf === null ? 'missing' : toBase64(leaf)],
      ['Inclusion proof (RFC 6962), from the leaf to the root', [inclusion_proof].flat().join('\n')],
      ...(checkpoint === null
        ? []
        : ([['Root hash (base64)', toBase64(checkpoint.rootHash)]] as ProofStep['bytes'])),
    ],
  };
}

/** null for a statement that is no object or that has no canonical form. */
function bytesOf(statement: unknown): Uint8Array | null {
  if (!isObject(statement)) return null;
  try {
    return canonicalBytes(statement);
  } catch {
    return null;
  }
}

/** A log is named after the key that signs it, so the origin of the checkpoint must be the name of the key. */
async function openWithAnyKey(note: unknown, keys: readonly VerifierKey[]): Promise<OpenedCheckpoint | null> {
  if (typeof note !== 'string') return null;
  for (const key of keys) {
    try {
      return await openCheckpoint(note, key.name, [key]);
    } catch {
      // Not signed with this key; try the next one.
    }
  }
  return null;
}
