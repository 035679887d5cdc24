// POST /api/public/score-request, and GET of its outcome.

import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { problemOf } from '@rf-indicators/core/context/refusal-problem';
import { refuseUsedUp } from '../http/admission.ts';
import type { Handler } from '../http/handler.ts';
import { readIdempotencyKey } from '../http/idempotency-key.ts';
import { requestAddress } from '../http/limits/client-address.ts';
import type { UsedUp } from '../http/limits/score-request-limit.ts';
import { respondJson, respondProblem } from '../http/respond.ts';
import type { ApiDependencies, ReceivedOrRefused } from './dependencies.ts';

type Sources = Pick<ApiDependencies, 'admissionControl' | 'receiveScoreRequest' | 'clock'>;

export function requestScore(dependencies: ApiDependencies): Handler {
  const { clock, baseUrl } = dependencies;
  return async ({ request, reply, body }) => {
    const key = readIdempotencyKey(request);
    if (key !== null && typeof key === 'object')
      return respondProblem(request, reply, baseUrl, 'invalid_parameter', key);
    const outcome = await submitScoreRequest(dependencies, request.raw, body, key);
    if ('usedUp' in outcome) {
      const admission = refuseUsedUp(outcome.usedUp, clock());
      request.admission = admission;
      return respondProblem(request, reply, baseUrl, admission.refusal.code, admission.refusal.details);
    }
    if ('receipt' in outcome) return respondJson(request, reply, 202, outcome.receipt);
    const { code, ...more } = problemOf(outcome.refusal);
    return respondProblem(request, reply, baseUrl, code, more);
  };
}

/** The body has been checked against its schema. Only requests that were recorded count. */
export async function submitScoreRequest(
  { admissionControl: { limits, trustedProxies }, receiveScoreRequest, clock }: Sources,
  request: IncomingMessage,
  body: unknown,
  key: string | null,
): Promise<ReceivedOrRefused | { usedUp: UsedUp }> {
  const address = requestAddress(request, trustedProxies);
  const reservation = await limits.scoreRequests.reserve(address, clock());
  if (!('settle' in reservation)) return { usedUp: reservation };
  let isAccepted = false;
  try {
    const outcome = await receiveScoreRequest(body, key === null ? null : scopedKey(address, key));
    isAccepted = 'receipt' in outcome;
    return outcome;
  } finally {
    reservation.settle(isAccepted, clock());
  }
}

/** Scopes the idempotency key to one client. Only a hash is stored, not the client address. */
function scopedKey(address: string, key: string): string {
  return hash('sha256', `${address} ${key}`);
}

/** Read from the store on each request, because a decision of the desk is no publication. */
export function getScoreRequest({ readScoreRequest, baseUrl }: ApiDependencies): Handler {
  return async ({ request, reply, parameters }) => {
    const id = String(parameters.request_id);
    const outcome = await readScoreRequest(id);
    if (outcome !== null) return respondJson(request, reply, 200, outcome);
    const detail = `There is no score request with the id ${id}.`;
    return respondProblem(request, reply, baseUrl, 'not_found', { detail });
  };
}
