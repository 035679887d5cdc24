// Sign-off: the chief risk officer's signature over the digest of a framework. Only a signed framework can be
// used for publication.

import type { Signer, VerifierKey } from '../keys.ts';
import { digestOf } from '../package/digest.ts';
import { checkSignature, type Signature, signObject } from '../package/statement.ts';
import type { MethodologyDocument } from './document.ts';
import { frameworkVersion } from './methodology.ts';

export interface SignOffText {
  digest: string;
  effective_from: string;
  framework_version: string;
  name: string;
  role: 'chief_risk_officer';
  signed_at: string;
}

export interface SignOff extends SignOffText {
  /** The signer's verifier key, for convenience. Verification uses a key that the reader has enrolled. */
  public_key: string;
  signature: Signature;
}

export async function signMethodology(
  document: MethodologyDocument,
  signer: Signer,
  name: string,
  signedAt: string,
): Promise<SignOff> {
  if (document.framework_name === undefined) {
    throw new TypeError('a framework needs a framework_name before it can be signed');
  }
  const text: SignOffText = {
    digest: await digestOf(document),
    effective_from: document.effective_from,
    framework_version: frameworkVersion(document),
    name,
    role: 'chief_risk_officer',
    signed_at: signedAt,
  };
  return { ...text, public_key: signer.verifierKey, signature: await signObject(text, signer) };
}

export type SignOffVerdict = 'signed' | 'digest_differs' | 'unknown_key' | 'invalid';

/** Whether a trusted chief risk officer's key signed exactly this document. */
export async function checkSignOff(
  document: MethodologyDocument,
  signOff: SignOff,
  keys: readonly VerifierKey[],
): Promise<SignOffVerdict> {
  const { signature, public_key: _, ...text } = signOff;
  if (text.digest !== (await digestOf(document))) return 'digest_differs';
  if (text.role !== 'chief_risk_officer') return 'invalid';
  if (text.framework_version !== frameworkVersion(document)) return 'invalid';
  if (text.effective_from !== document.effective_from) return 'invalid';
  const verdict = await checkSignature(text, signature, keys);
  return verdict === 'valid' ? 'signed' : verdict;
}
