// Verifies the public proof of an indicator (the response of verifyIndicator): its statement, and its rationale, disclosures and
// review.

import { type ProofStep, proofSteps, type VerifierKey } from '@rf-indicators/engine';

export function isPublicProof(text: string): boolean {
  try {
    const value = JSON.parse(text) as Record<string, unknown>;
    return typeof value.statement === 'object' && typeof value.log === 'object' && !('data' in value);
  } catch {
    return false;
  }
}

/** A pinned key counts at any time: whoever pinned it trusts it. */
export async function verifyProof(text: string, keys: readonly VerifierKey[]) {
  const proof = JSON.parse(text) as { verification_id?: unknown };
  const known = keys.map((key) => ({ public_key: key.text, valid_from: '', valid_until: null }));
  const steps = await proofSteps(proof, known);
  const failed = steps.find(({ passed }) => !passed);
  return {
    ok: failed === undefined,
    fault: failed === undefined ? null : faultOf(failed.step),
    verification_id: String(proof.verification_id),
    checks: steps.map(({ step, passed, found }) => ({
      check: step,
      ok: passed,
      fault: passed ? null : faultOf(step),
      detail: found,
      pointer: null,
    })),
  };
}

function faultOf(step: ProofStep['step']): `${ProofStep['step']}_invalid` {
  return `${step}_invalid`;
}
