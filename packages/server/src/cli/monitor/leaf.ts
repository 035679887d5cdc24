// Reads the entries of the log. An entry of a kind that this version does not know is kept as such.

import { createHash } from 'node:crypto';
import {
  canonicalJson,
  isVerificationId,
  type JsonValue,
  type Statement,
  verificationId,
} from '@rf-indicators/engine';

export interface List {
  count: number;
  sha256: string;
}

export type Leaf =
  | { kind: 'statement'; statement: Statement }
  | { kind: 'rotation'; rotation: Record<string, string>; signatures: unknown[] }
  | { kind: 'confirmation'; run: string }
  | { kind: 'withdrawal'; at: string; providerId: string; verificationId: string }
  | AttachedLeaf
  | { kind: ListedKind; at: string; list: List; first: unknown; last: unknown }
  | { kind: 'records'; at: string; count: number }
  /** Kinds without anything that can be compared with what is served. */
  | { kind: 'resumed'; at: string; lastSeal: string }
  | { kind: 'founding'; at: string; state: 'returned' | 'ended' }
  | { kind: 'announcement' | 'cancellation' | 'macs'; at: string }
  | { kind: 'baseline' }
  | { kind: 'unknown'; name: string };

/** What analysts published beside the score of an indicator. */
export interface AttachedLeaf {
  kind: AttachedKind;
  at: string;
  providerId: string;
  verificationId: string;
  changelogId: string | null;
  /** As responses have it; null for a review that ended. */
  content: unknown;
}

const LISTED = ['publication', 'staleness', 'changelog', 'names'] as const;
/** Kinds whose entries are about an indicator, and contain what they are about. */
const ATTACHED = ['rationale', 'disclosures', 'review'] as const;
export type AttachedKind = (typeof ATTACHED)[number];
/** Kinds whose entries have the digest of a list. */
export type ListedKind = (typeof LISTED)[number];
const DIGEST = /^[0-9a-f]{64}$/;

/** null if the entry is not canonical JSON, or not of the form of its kind. */
export function readLeaf(bytes: Uint8Array): Leaf | null {
  const value = parseCanonical(bytes);
  if (value === null) return null;
  if (isObject(value.rotation) && Array.isArray(value.signatures))
    return {
      kind: 'rotation',
      rotation: value.rotation as Record<string, string>,
      signatures: value.signatures,
    };
  if (typeof value.leaf !== 'string') return readStatement(value);
  if (value.version !== 1) return { kind: 'unknown', name: `${value.leaf} (version ${value.version})` };
  return readRecord(value.leaf, value);
}

function readRecord(name: string, value: Record<string, unknown>): Leaf | null {
  const { at, list, count } = value;
  if (typeof at !== 'string' || Number.isNaN(Date.parse(at))) return null;
  const listed = LISTED.find((each) => each === name);
  if (listed !== undefined)
    return isList(list) ? { kind: listed, at, list, first: value.first, last: value.last } : null;
  const attached = ATTACHED.find((each) => each === name);
  if (attached !== undefined) return readAttached(attached, at, value);
  switch (name) {
    case 'confirmation':
      return typeof value.run === 'string' ? { kind: 'confirmation', run: value.run } : null;
    case 'withdrawal': {
      const { provider_id, verification_id } = value;
      if (typeof provider_id !== 'string' || typeof verification_id !== 'string') return null;
      return { kind: 'withdrawal', at, providerId: provider_id, verificationId: verification_id };
    }
    case 'records':
      return Number.isSafeInteger(count) ? { kind: 'records', at, count: count as number } : null;
    case 'announcement':
    case 'cancellation':
    case 'macs':
      return { kind: name, at };
    case 'resumed':
      return typeof value.last_seal === 'string' ? { kind: name, at, lastSeal: value.last_seal } : null;
    case 'founding': {
      const { state } = value;
      return state === 'returned' || state === 'ended' ? { kind: name, at, state } : null;
    }
    case 'baseline':
      return { kind: 'baseline' };
    default:
      return { kind: 'unknown', name };
  }
}

function readAttached(
  kind: AttachedKind,
  at: string,
  {
    provider_id: providerId,
    verification_id: verificationId,
    changelog_id,
    ...value
  }: Record<string, unknown>,
): AttachedLeaf | null {
  const content = kind === 'rationale' ? value.text : value[kind];
  if (typeof providerId !== 'string' || typeof verificationId !== 'string' || content === undefined)
    return null;
  const changelogId = typeof changelog_id === 'string' ? changelog_id : null;
  return { kind, at, providerId, verificationId, changelogId, content };
}

function readStatement(value: Record<string, unknown>): Leaf | null {
  const { verification_id: id, package_hash: hash, provider_id, final_score, risk_band } = value;
  if (typeof id !== 'string' || typeof hash !== 'string') return { kind: 'unknown', name: 'without a name' };
  const isSound =
    isVerificationId(id) &&
    DIGEST.test(hash) &&
    verificationId(hash) === id &&
    [provider_id, final_score, risk_band].every((each) => typeof each === 'string');
  return isSound ? { kind: 'statement', statement: value as unknown as Statement } : null;
}

/** The object in canonical JSON; null for anything else. */
export function parseCanonical(bytes: Uint8Array | string): Record<string, unknown> | null {
  try {
    const text =
      typeof bytes === 'string'
        ? bytes
        : new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    return isObject(value) && canonicalJson(value as JsonValue) === text ? value : null;
  } catch {
    return null;
  }
}

function isList(value: unknown): value is List {
  return (
    isObject(value) &&
    Number.isSafeInteger(value.count) &&
    typeof value.sha256 === 'string' &&
    DIGEST.test(value.sha256)
  );
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What is absent counts as null. */
export function digestOf(value: unknown): string {
  return createHash('sha256')
    .update(canonicalJson((value ?? null) as JsonValue))
    .digest('hex');
}
