// Turns the problem documents of a server into what the commands print for the store of this machine.

import type { Problem, ProblemError } from '@rf-indicators/contract';
import { Refusal, type RefusalCode, type RefusalDetail } from '@rf-indicators/core/context/refusal';
import { EXIT, UsageError } from '../terminal.ts';
import type { Server } from './server.ts';
import { ServerError } from './server-error.ts';

const REFUSALS: Readonly<Record<RefusalCode, true>> = {
  insufficient_role: true,
  invalid_token: true,
  not_found: true,
  conflict: true,
  validation_failed: true,
  terms_not_accepted: true,
  workspace_not_eligible: true,
  workspace_suspended: true,
  pilot_not_enabled: true,
};

export function errorOf(problem: Problem, { href }: Server): Error {
  const { code, detail, errors = [], request_id, retry_after } = problem;
  const id = `Request id: ${request_id}.`;
  if (code in REFUSALS) return new Refusal(code as RefusalCode, detail, errors.map(asDetail));
  // The input of a read is a query over HTTP. On the store of this machine it is refused in these words.
  if (code === 'invalid_parameter')
    return new Refusal('validation_failed', 'The input is not valid.', errors.map(asDetail));
  if (code === 'not_signed_in') return new Refusal('invalid_token', detail);
  if (code === 'rate_limit_exceeded') {
    const when = retry_after === undefined ? 'later' : `in ${seconds(retry_after)}`;
    return new ServerError(EXIT.unavailable, `${detail} Try again ${when}.`);
  }
  if (code === 'service_unavailable' || code === 'internal_error')
    return new ServerError(EXIT.unavailable, `The server at ${href} has a problem: ${detail} ${id}`);
  if (code === 'payload_too_large')
    return new UsageError(`${detail} The server takes at most 15 MiB at once.`);
  return new ServerError(EXIT.usage, `The server at ${href} refused the request: ${detail} (${code}) ${id}`);
}

/** A place that is not a JSON pointer, such as "line 3" of a file, is the beginning of the message. */
function asDetail({ pointer, parameter, code, message }: ProblemError): RefusalDetail {
  if (pointer !== undefined) return { place: pointer, code, message };
  if (parameter !== undefined) return { place: `/${parameter}`, code, message };
  const [, place = 'input', rest = message] = /^(.*?): (.*)$/s.exec(message) ?? [];
  return { place, code, message: rest };
}

function seconds(count: number): string {
  return count === 1 ? '1 second' : `${count} seconds`;
}
