// Verifies indicators and the log without trusting the service: with the engine itself, the keys that the caller pinned
// and the checkpoint that the caller remembers.

import {
  replay as replayText,
  verifyConfirmation as verifyConfirmationText,
  verify as verifyText,
} from '@rf-indicators/engine';
import { InvalidArgumentError } from '../errors.ts';
import type { ComputationAnswer, Verification } from '../generated/wire.ts';
import { throwingRfErrors } from '../guard.ts';
import { Checks } from './checks.ts';
import { consistencyCheck } from './consistency.ts';
import type {
  AnswerSource,
  ConfirmationFault,
  ConfirmationOptions,
  ConfirmationSource,
  LogFault,
  LogRequest,
  ReplayFault,
  Report,
  StatementFault,
  StatementOptions,
  VerifyFault,
  VerifyOptions,
} from './forms.ts';
import { readKeys } from './keys.ts';
import { statementReport } from './statement.ts';
import { readWitnesses, witnessesCheck } from './witnesses.ts';

export type * from './forms.ts';

/** Recomputes an indicator from its package alone, and compares the result byte for byte. */
export function replay(answer: AnswerSource): Promise<Report<ReplayFault>> {
  return throwingRfErrors(async () => replayText(textOf(answer)));
}

/**
 * Replays the package, and proves who published the indicator and that it is in the log. With `remembered` and `log`, it
 * also proves that this is the log you already know.
 */
export function verify(answer: AnswerSource, options: VerifyOptions): Promise<Report<VerifyFault>> {
  return throwingRfErrors(async () => {
    const keys = await readKeys(options?.keys);
    const { remembered, log } = options;
    if (remembered !== undefined && log === undefined) {
      const message = 'log is missing. To compare with a remembered checkpoint, give the client as log.';
      throw new InvalidArgumentError('log', message);
    }
    const text = textOf(answer);
    const report: Report<VerifyFault> = await verifyText(text, keys, await readWitnesses(options));
    if (remembered === undefined || log === undefined || !report.ok) return report;
    const checks = new Checks<VerifyFault>();
    checks.add(...report.checks);
    const entry = (JSON.parse(text) as ComputationAnswer).data.log;
    if (entry === null) {
      checks.failed('consistency', 'log_malformed', 'The indicator is not in a log.', '/data/log');
    } else {
      checks.add(await consistencyCheck({ remembered, checkpoint: entry.checkpoint, log }, keys));
    }
    return checks.report(report.verification_id);
  });
}

/** Checks the answer of verifyIndicator. It proves what was published, but not that the arithmetic is correct. */
export function verifyStatement(
  verification: Verification,
  options: StatementOptions,
): Promise<Report<StatementFault>> {
  return throwingRfErrors(async () => {
    const keys = await readKeys(options?.keys);
    return statementReport(verification, keys, await readWitnesses(options));
  });
}

/**
 * Checks a confirmation: its list of indicators, who signed it and that it is in the log. With `verificationId`, also that
 * the run confirmed this indicator.
 */
export function verifyConfirmation(
  confirmation: ConfirmationSource,
  options: ConfirmationOptions,
): Promise<Report<ConfirmationFault>> {
  return throwingRfErrors(async () => {
    const keys = await readKeys(options?.keys);
    const text = textOf(confirmation, 'confirmation', 'a confirmation');
    return verifyConfirmationText(text, keys, options.verificationId, await readWitnesses(options));
  });
}

/** Checks that a checkpoint continues, or precedes, the one that you remember. If it does neither, the fault is `fork`. */
export function verifyLog(request: LogRequest): Promise<Report<LogFault>> {
  return throwingRfErrors(async () => {
    const keys = await readKeys(request?.keys);
    const checks = new Checks<LogFault>();
    const policy = await readWitnesses(request);
    checks.add(await consistencyCheck(request, keys));
    if (policy !== undefined) checks.add(await witnessesCheck(request.checkpoint, policy));
    return checks.report(null);
  });
}

/** An object is written as JSON, so that exactly the values that its reader sees are checked. */
function textOf(
  answer: AnswerSource | ConfirmationSource,
  argument = 'answer',
  expected = 'what getComputation returned',
): string {
  if (typeof answer === 'string') return answer;
  let cause: unknown;
  try {
    const text: string | undefined = JSON.stringify(answer);
    if (text !== undefined) return text;
  } catch (error) {
    cause = error;
  }
  const message = `${argument} must be ${expected}, or the text of a file that contains it.`;
  throw new InvalidArgumentError(argument, message, { cause });
}
