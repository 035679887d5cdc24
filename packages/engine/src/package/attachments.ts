// Checks the leaves of the log that are about an indicator: its rationale, its disclosures and its review.

import { canonicalJson, isObject, type JsonValue } from '../json/canonical.ts';
import type { VerifierKey } from '../keys.ts';
import { leafHash, openCheckpoint, verifyInclusion } from '../log/index.ts';
import { fromBase64, utf8 } from '../platform.ts';

const KINDS: readonly unknown[] = ['rationale', 'disclosures', 'review'];

export interface AttachmentCheck {
  kind: string;
  passed: boolean;
  /** What was found, as a sentence. */
  found: string;
  leaf: string;
}

type Content = Record<string, unknown>;

/**
 * For each attachment of a public proof: whether its leaf is in the log, is about the provider of the statement, and says what
 * the proof shows. `received` may be anything.
 */
export async function checkAttachments(
  received: unknown,
  keys: readonly VerifierKey[],
): Promise<AttachmentCheck[]> {
  const proof = isObject(received) ? received : {};
  const attachments = Array.isArray(proof.attachments) ? proof.attachments : [];
  const checks: AttachmentCheck[] = [];
  for (const attachment of attachments) {
    const { kind, leaf, log } = isObject(attachment) ? attachment : ({} as Content);
    const text = String(leaf);
    const problem = contentProblem(kind, text, proof) ?? (await logProblem(text, log, keys));
    const { index, tree_size } = isObject(log) ? log : ({} as Content);
    const found = problem ?? `Entry ${index} of ${tree_size} is exactly this text.`;
    checks.push({ kind: String(kind), passed: problem === null, found, leaf: text });
  }
  return [...checks, ...missing(proof, checks)];
}

/** What the proof shows must have a leaf. */
function missing(proof: Content, checks: readonly AttachmentCheck[]): AttachmentCheck[] {
  return ['rationale', 'disclosures', 'review']
    .filter((kind) => isShown(proof[kind]) && !checks.some((check) => check.kind === kind))
    .map((kind) => ({ kind, passed: false, found: `The ${kind} has no leaf of the log.`, leaf: '' }));
}

function isShown(value: unknown): boolean {
  return value !== null && value !== undefined;
}

function contentProblem(kind: unknown, text: string, proof: Content): string | null {
  const leaf = parsed(text);
  if (leaf === null || !KINDS.includes(kind) || leaf.leaf !== kind)
    return 'The leaf is not of the kind that the proof says.';
  const { provider_id } = isObject(proof.statement) ? proof.statement : ({} as Content);
  if (leaf.provider_id !== provider_id) return 'The leaf is about another provider.';
  // Of several rationales the newest is shown; the others are of the same indicator.
  if (kind === 'rationale') {
    const others = Array.isArray(proof.attachments) ? proof.attachments : [];
    const last = others.findLast((one) => isObject(one) && one.kind === 'rationale') as Content | undefined;
    return last?.leaf !== text || leaf.text === proof.rationale
      ? null
      : 'The leaf has another text than the proof shows.';
  }
  return sameJson(leaf[kind as string], proof[kind as string])
    ? null
    : 'The leaf says something else than the proof shows.';
}

function parsed(text: string): Content | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && canonicalJson(value as JsonValue) === text ? value : null;
  } catch {
    return null;
  }
}

function sameJson(a: unknown, b: unknown): boolean {
  try {
    return canonicalJson(a as JsonValue) === canonicalJson(b as JsonValue);
  } catch {
    return false;
  }
}

async function logProblem(text: string, log: unknown, keys: readonly VerifierKey[]): Promise<string | null> {
  const { index, tree_size, inclusion_proof, checkpoint } = isObject(log) ? log : ({} as Content);
  const opened = await open(checkpoint, keys);
  if (opened === null) return 'The checkpoint has no valid signature by a key that this check trusts.';
  const hashes = Array.isArray(inclusion_proof)
    ? inclusion_proof.map((hash) => fromBase64(String(hash)))
    : [null];
  const included =
    opened.treeSize === tree_size &&
    Number.isSafeInteger(index) &&
    hashes.every((hash) => hash !== null) &&
    (await verifyInclusion({
      index: index as number,
      treeSize: tree_size as number,
      leafHash: await leafHash(utf8(text)),
      root: opened.rootHash,
      proof: hashes as Uint8Array[],
    }));
  return included ? null : 'The hashes do not lead from this leaf to the signed root.';
}

async function open(note: unknown, keys: readonly VerifierKey[]) {
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
