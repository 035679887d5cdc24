// Recomputes an indicator from the bytes of its package, which somebody may have altered: what follows from them, beside what
// was published. `verify` says whether a file is genuine; this also says what an altered one would claim.

import { readJson } from '../json/parse.ts';
import type { VerifierKey } from '../keys.ts';
import { loadMethodology, type Methodology } from '../methodology/methodology.ts';
import { fromUtf8 } from '../platform.ts';
import { type Scored, score } from '../scoring/score.ts';
import { type ComputationAnswer, firstMalformedMember } from './answer.ts';
import { canonicalBytes, digestOf } from './digest.ts';
import { type ComputationPackage, scoringInputs } from './package.ts';
import { replayAnswer } from './replay.ts';
import { checkSignature, makeStatement } from './statement.ts';
import { verificationId } from './verification-id.ts';

export type SignatureVerdict = 'valid' | 'invalid' | 'unknown_key' | 'missing';

export interface Recomputed {
  /** What the inputs give; null if they give no score. */
  scored: Scored | null;
  /** Why they give none, in a sentence. */
  reason: string | null;
  packageHash: string;
  verificationId: string;
  /** Whether the published signature fits the statement that follows from these bytes. */
  signature: SignatureVerdict;
  /** Whether everything is what was published and signed. */
  ok: boolean;
}

export interface Unreadable {
  /** Why the bytes are no package, in a sentence. */
  unreadable: string;
}

/**
 * `answer` is the published one; `bytes` take the place of its package. Throws MethodologyError if the framework in the
 * answer is not valid.
 */
export async function recompute(
  bytes: Uint8Array,
  { data, limitations_disclosure }: ComputationAnswer,
  keys: readonly VerifierKey[],
): Promise<Recomputed | Unreadable> {
  const content = contentOf(bytes);
  if ('unreadable' in content) return content;
  const answer = { data: { ...data, package: content.value }, limitations_disclosure } as ComputationAnswer;
  const malformed = firstMalformedMember(answer);
  if (malformed !== null) return { unreadable: `It no longer has the form of a package at ${malformed}.` };
  return recomputeAnswer(answer, keys);
}

async function recomputeAnswer(answer: ComputationAnswer, keys: readonly VerifierKey[]): Promise<Recomputed> {
  const { data } = answer;
  const methodology = loadMethodology(data.methodology);
  const packageHash = await digestOf(data.package);
  const signature = await signatureFor(data, { methodology, packageHash }, keys);
  const report = await replayAnswer(answer);
  return {
    ...outcomeOf(methodology, data.package),
    packageHash,
    verificationId: verificationId(packageHash),
    signature,
    ok: report.ok && signature === 'valid',
  };
}

function contentOf(bytes: Uint8Array): { value: unknown } | Unreadable {
  let text: string;
  try {
    text = fromUtf8(bytes);
  } catch {
    return { unreadable: 'It is no longer text.' };
  }
  try {
    const { value, duplicates } = readJson(text);
    // Throws for values that cannot be hashed, such as lone surrogates.
    canonicalBytes(value);
    return duplicates.length === 0 ? { value } : { unreadable: 'A member appears in it twice.' };
  } catch {
    return { unreadable: 'It is no longer JSON.' };
  }
}

function outcomeOf(
  methodology: Methodology,
  content: ComputationPackage,
): Pick<Recomputed, 'scored' | 'reason'> {
  const outcome = score(methodology, scoringInputs(content));
  switch (outcome.status) {
    case 'SCORED':
      return { scored: outcome, reason: null };
    case 'INVALID':
      return { scored: null, reason: outcome.result.errors[0]!.message };
    case 'NOT_SCORED':
      return { scored: null, reason: `The inputs give no score: ${outcome.result.reason}.` };
  }
}

async function signatureFor(
  { package: content, statement, signature }: ComputationAnswer['data'],
  { methodology, packageHash }: { methodology: Methodology; packageHash: string },
  keys: readonly VerifierKey[],
): Promise<SignatureVerdict> {
  if (signature === null) return 'missing';
  if (!isStatable(content)) return 'invalid';
  const packaged = {
    package: content,
    package_hash: packageHash,
    verification_id: verificationId(packageHash),
  };
  return checkSignature(makeStatement(methodology, packaged, statement), signature, keys);
}

/** Whether a statement can be made of its result: a package may have lost members of it. */
function isStatable({ result }: ComputationPackage): boolean {
  return typeof result.final_score === 'string' && typeof result.band === 'string';
}
