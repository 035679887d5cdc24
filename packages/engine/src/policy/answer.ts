// What a caller checks of an answer to a call for decisions, before anything of it is used.

import { secondsOf } from '../arithmetic/dates.ts';
import type { VerifierKey } from '../keys.ts';
import {
  DECISIONS_FORMAT,
  type EvaluationRequest,
  requestDigest,
  type SignedDecisions,
} from './signed-decisions.ts';
import { checkFormatted } from './signing.ts';

const DIGEST = /^[0-9a-f]{64}$/;

/** What is wrong with an answer, whatever it is; null if nothing is. Each provider has to be looked up by the caller. */
export async function decisionsProblem(
  { document, signature }: SignedDecisions,
  asked: EvaluationRequest,
  keys: readonly VerifierKey[],
): Promise<string | null> {
  try {
    if (document.format !== DECISIONS_FORMAT) return 'it is no document of decisions';
    const verdict = await checkFormatted(document, signature, keys);
    if (verdict === 'unknown_key') return 'it is signed with a key that you did not pin';
    if (verdict !== 'valid') return 'its signature is not valid';
    if (document.nonce !== asked.nonce || document.request_digest !== (await requestDigest(asked)))
      return 'it answers another call';
    const { name, digest } = document.policy;
    if (asked.policy !== (DIGEST.test(asked.policy) ? digest : name)) return 'it is of another policy';
    if (document.exposure !== asked.exposure) return 'it is about another exposure';
    if (document.reference !== asked.reference) return 'it has another reference';
    if (document.hypothetical !== (asked.at !== null) || document.at !== (asked.at ?? document.issued_at))
      return 'it is for another instant';
    const [issued, end] = [secondsOf(document.issued_at), secondsOf(document.valid_until)];
    if (issued === null || end === null || end < issued) return 'it does not say until when it is valid';
    return Array.isArray(document.providers) ? null : 'it has no decisions';
  } catch {
    return 'it has not the form of one';
  }
}
