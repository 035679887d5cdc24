// Statements: the public, signed summary of an indicator and its leaf in the log. With it, anyone can verify the
// score without access to the package.

import { type Signer, type VerifierKey, verifySignature } from '../keys.ts';
import { frameworkVersion, type Methodology } from '../methodology/methodology.ts';
import { fromBase64, toBase64 } from '../platform.ts';
import { canonicalBytes } from './digest.ts';
import type { Packaged } from './package.ts';

export interface Statement {
  as_of: string;
  corrects: string | null;
  final_score: string;
  framework_version: string;
  methodology_digest: string;
  package_hash: string;
  planner_type: string;
  provider_id: string;
  provider_name: string;
  risk_band: string;
  supersedes: string | null;
  verification_id: string;
}

export interface Signature {
  algorithm: 'Ed25519';
  /** The key's name and hash, `name+hash`. */
  key_id: string;
  /** Base64 of the signature over the signed object's canonical bytes. */
  value: string;
}

/** The verification ids of the earlier indicators that a new one supersedes or corrects. */
export interface Succession {
  supersedes: string | null;
  corrects: string | null;
}

export function makeStatement(
  methodology: Methodology,
  { package: content, package_hash, verification_id }: Packaged,
  { supersedes, corrects }: Succession,
): Statement {
  return {
    as_of: content.as_of,
    corrects,
    final_score: content.result.final_score,
    framework_version: frameworkVersion(methodology.document),
    methodology_digest: content.methodology_digest,
    package_hash,
    planner_type: content.provider.planner_type,
    provider_id: content.provider.id,
    provider_name: content.provider.name,
    risk_band: content.result.band,
    supersedes,
    verification_id,
  };
}

export async function signObject(value: unknown, signer: Signer): Promise<Signature> {
  const signature = await signer.sign(canonicalBytes(value));
  return { algorithm: 'Ed25519', key_id: signer.id, value: toBase64(signature) };
}

/** Whether one of the trusted keys signed exactly this value. */
export async function checkSignature(
  value: unknown,
  signature: Signature,
  keys: readonly VerifierKey[],
): Promise<'valid' | 'unknown_key' | 'invalid'> {
  const key = keys.find(({ id }) => id === signature.key_id);
  if (key === undefined) return 'unknown_key';
  const bytes = fromBase64(signature.value);
  if (bytes === null || !(await verifySignature(key, canonicalBytes(value), bytes))) return 'invalid';
  return 'valid';
}
