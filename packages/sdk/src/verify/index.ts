// Verification without trust: the engine itself, the keys that you pinned, and the checkpoint that you remember.

import { replay as replayText, verify as verifyText } from '@rf-indicators/engine';
import type { ComputationAnswer, Verification } from '../wire.ts';
import { Checks } from './checks.ts';
import { consistencyCheck } from './consistency.ts';
import type {
  AnswerSource,
  LogFault,
  LogRequest,
  PinnedKeys,
  ReplayFault,
  Report,
  StatementFault,
  VerifyFault,
  VerifyOptions,
} from './forms.ts';
import { readKeys } from './keys.ts';
import { statementReport } from './statement.ts';

export type * from './forms.ts';

/** Computes an indicator again from its package alone, and compares byte for byte. */
export async function replay(answer: AnswerSource): Promise<Report<ReplayFault>> {
  return replayText(textOf(answer));
}

/** Replays, and proves who published the indicator and that it stands in the log, and in the log that you know. */
export async function verify(answer: AnswerSource, options: VerifyOptions): Promise<Report<VerifyFault>> {
  const { remembered, log } = options;
  const keys = await readKeys(options.keys);
  const text = textOf(answer);
  const found: Report<VerifyFault> = await verifyText(text, keys);
  if (remembered === undefined || !found.ok) return found;
  if (log === undefined)
    throw new TypeError('To compare with a remembered checkpoint, say where the log is.');
  const checks = new Checks<VerifyFault>();
  checks.add(...found.checks);
  const entry = (JSON.parse(text) as ComputationAnswer).data.log;
  if (entry === null)
    checks.failed('consistency', 'log_malformed', 'The indicator is in no log.', '/data/log');
  else checks.add(await consistencyCheck({ remembered, checkpoint: entry.checkpoint, log }, keys));
  return checks.report(found.verification_id);
}

/** Checks what verifyIndicator answers. It proves what was published, not that the arithmetic is right. */
export async function verifyStatement(
  verification: Verification,
  { keys }: { keys: PinnedKeys },
): Promise<Report<StatementFault>> {
  return statementReport(verification, await readKeys(keys));
}

/** Checks that a checkpoint continues, or precedes, the one that you remember. A fork is a fault. */
export async function verifyLog(request: LogRequest): Promise<Report<LogFault>> {
  const checks = new Checks<LogFault>();
  checks.add(await consistencyCheck(request, await readKeys(request.keys)));
  return checks.report(null);
}

/** An object is written out, so that exactly the values that its reader sees are checked. */
function textOf(answer: AnswerSource): string {
  return typeof answer === 'string' ? answer : JSON.stringify(answer);
}
