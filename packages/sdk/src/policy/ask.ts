// Asks for decisions, and checks the answer in full before anything of it is used.

import { decisionsProblem, type SignedDecisions as Signed } from '@rf-indicators/engine';
import { TimeoutError } from '../errors.ts';
import type { SignedDecisions } from '../generated/wire.ts';
import type { Settings } from '../settings.ts';
import { Transport } from '../transport.ts';
import type { ReadOptions, ReadQuestion } from './arguments.ts';
import { UntrustedAnswerError } from './failures.ts';
import type { Stopwatch } from './stopwatch.ts';

export interface Asking {
  settings: Settings;
  options: ReadOptions;
  /** Started before anything is sent. */
  watch: Stopwatch;
  idempotencyKey?: string | undefined;
}

/** Throws an RfError if there is no answer in time that passes every check. */
export async function askDecisions(question: ReadQuestion, asking: Asking): Promise<SignedDecisions> {
  const { settings, options, watch, idempotencyKey } = asking;
  const nonce = newNonce();
  const { exposure, reference, at } = question;
  const answered = await inTime(asking, (signal) =>
    new Transport({ ...settings, maxWait: options.deadlineMs }).json<SignedDecisions>({
      path: '/api/v1/evaluate',
      keyed: true,
      body: {
        policy: question.policy,
        providers: question.providers,
        nonce,
        exposure,
        ...(reference === null ? {} : { reference }),
        ...(at === null ? {} : { at }),
      },
      idempotencyKey: idempotencyKey ?? nonce,
      options: { signal },
    }),
  );
  const { keys, workspaceId } = options;
  let wrong = await decisionsProblem(answered.data as Signed, { ...question, nonce }, keys);
  if (wrong === null && workspaceId !== undefined && answered.data.document.workspace_id !== workspaceId)
    wrong = 'it is of another workspace';
  if (wrong !== null) throw new UntrustedAnswerError(`The answer cannot be trusted: ${wrong}.`);
  if (watch.elapsed() > options.deadlineMs) throw late(options);
  return answered.data;
}

/** A process that was busy may see an answer long after the deadline, before its timer. */
export async function inTime<Answer>(
  { options, watch }: Pick<Asking, 'options' | 'watch'>,
  send: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const left = Math.floor(options.deadlineMs - watch.elapsed());
  if (left <= 0) throw late(options);
  const answer = await send(AbortSignal.timeout(left));
  if (watch.elapsed() > options.deadlineMs) throw late(options);
  return answer;
}

function late({ deadlineMs }: ReadOptions): TimeoutError {
  return new TimeoutError(`There was no answer within the deadline of ${deadlineMs} ms.`);
}

function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
