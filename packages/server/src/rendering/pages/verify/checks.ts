// The checks on a verification page. The server really performs them, with the stored public keys and the engine's function
// that the reader's browser uses too.

import type { SigningKeys, Verification } from '@rf-indicators/contract';
import {
  fingerprintInGroups,
  keyFingerprint,
  PROOF_MEANINGS,
  type ProofStep,
  proofSteps,
} from '@rf-indicators/engine';

export interface Check extends Omit<ProofStep, 'step' | 'passed'> {
  step: string;
  /** null if the server cannot decide it; `open` then says why, in two words. */
  passed: boolean | null;
  open: string;
}

type Key = SigningKeys['data'][number];

export async function performChecks(
  proof: Verification,
  { data }: Pick<SigningKeys, 'data'>,
): Promise<Check[]> {
  // A key that does not follow from the pinned one may have been put into the store by somebody else.
  const keys = data.filter(({ follows_pinned_key }) => follows_pinned_key !== false);
  const steps = await proofSteps(proof, keys);
  const signer = keys.find(({ key_id }) => key_id === proof.signature.key_id);
  const [id, ...rest] = steps.map((step) => ({ ...step, open: '' }));
  return [id!, await keyCheck(signer), ...rest];
}

async function keyCheck(key: Key | undefined): Promise<Check> {
  const fingerprint =
    key === undefined ? 'unknown' : fingerprintInGroups(await keyFingerprint(key.public_key));
  return {
    step: 'key',
    name: 'Key',
    passed: key === undefined ? false : (key.follows_pinned_key ?? null),
    open: 'No pin',
    found:
      key === undefined
        ? 'The key that signed is not one of our keys.'
        : key.follows_pinned_key === true
          ? 'The key follows from the one that is pinned outside our store. Compare the fingerprint, or enter your key below.'
          : 'This service has no key pinned outside its store. Compare the fingerprint, or enter your key below.',
    meaning: PROOF_MEANINGS.key,
    bytes: [['Fingerprint of the key that signed (SHA-256)', fingerprint]],
  };
}
