// Verify: replays an indicator, then proves who published it and that it is in the log. The caller supplies the
// key, because a key inside the file would prove nothing.

import type { VerifierKey } from '../keys.ts';
import type { ComputationAnswer } from './answer.ts';
import { checkLogged, checkSigned, checkWitnessed, type ProofFault } from './proof.ts';
import { type ReplayFault, readAnswer, replayAnswer } from './replay.ts';
import { Checks, type Report } from './report.ts';
import { WITNESSES_MISSING, type WitnessPolicy } from './witnesses.ts';

export const VERIFY_FAULTS = {
  signature_missing: 'The statement is not signed.',
  signature_malformed: 'The signature is malformed.',
  key_not_pinned: 'The statement is signed with a key that you did not pin.',
  signature_invalid: 'The signature is not valid for this statement.',
  log_malformed: 'The log entry is malformed.',
  checkpoint_invalid: 'The checkpoint is not signed with a key that you pinned.',
  inclusion_invalid: 'The log does not contain this statement at the stated position.',
  witnesses_missing: WITNESSES_MISSING,
} as const satisfies Record<ProofFault, string>;

export type VerifyFault = ReplayFault | ProofFault;

export async function verify(
  text: string,
  keys: readonly VerifierKey[],
  policy?: WitnessPolicy,
): Promise<Report<VerifyFault>> {
  const read = readAnswer(text);
  return 'report' in read ? read.report : verifyAnswer(read.form, keys, policy);
}

export async function verifyAnswer(
  answer: ComputationAnswer,
  keys: readonly VerifierKey[],
  policy?: WitnessPolicy,
): Promise<Report<VerifyFault>> {
  const checks = new Checks<VerifyFault>();
  checks.checks.push(...(await replayAnswer(answer)).checks);
  const { statement, signature, log } = answer.data;
  const proved = { value: statement, keys, texts: VERIFY_FAULTS, policy };
  await checkSigned(proved, signature, checks);
  if (log !== null) await checkLogged(proved, log, checks);
  await checkWitnessed(proved, log, checks);
  return checks.report(answer.data.verification_id);
}
