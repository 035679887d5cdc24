// POST /api/public/score-request: records a request to score a provider.

import { hash } from 'node:crypto';
import { problemOf } from '@rf-indicators/core/context/refusal-problem';
import { refuseUsedUp } from '../../http/admission.ts';
import type { Exchange, Handler } from '../../http/handler.ts';
import { requestAddress } from '../../http/limits/client-address.ts';
import { respondJson, respondProblem } from '../../http/respond.ts';
import type { ApiDependencies } from '../dependencies.ts';
import type { ReceivedOrRefused } from './score-request-receipt.ts';

const IDEMPOTENCY_KEY = /^[!-~]{1,255}$/;

export function requestScore({
  admissionControl: { scoreRequests, trustedProxies },
  receiveScoreRequest,
  clock,
  baseUrl,
}: ApiDependencies): Handler {
  return async (exchange) => {
    const { request, reply, body } = exchange;
    const key = request.headers['idempotency-key'];
    if (key !== undefined && (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key))) {
      const message = 'must have 1 to 255 visible ASCII characters';
      const errors = [{ parameter: 'Idempotency-Key', code: 'invalid', message }];
      return respondProblem(request, reply, baseUrl, 'invalid_parameter', { errors });
    }
    const address = requestAddress(request.raw, trustedProxies);
    const reservation = scoreRequests.reserve(address, clock());
    if (!('settle' in reservation)) {
      const admission = refuseUsedUp(reservation, clock());
      request.admission = admission;
      return respondProblem(request, reply, baseUrl, admission.refusal.code, admission.refusal.details);
    }
    let isAccepted = false;
    try {
      const outcome = await receiveScoreRequest(body, key === undefined ? null : scopedKey(address, key));
      isAccepted = 'receipt' in outcome;
      respondOutcome(exchange, outcome, baseUrl);
    } finally {
      reservation.settle(isAccepted, clock());
    }
  };
}

/** Scopes the idempotency key to one client. Only a hash is stored, not the client address. */
function scopedKey(address: string, key: string): string {
  return hash('sha256', `${address} ${key}`);
}

function respondOutcome({ request, reply }: Exchange, outcome: ReceivedOrRefused, baseUrl: string): void {
  if ('receipt' in outcome) {
    respondJson(request, reply, 202, outcome.receipt);
    return;
  }
  const { code, ...more } = problemOf(outcome.refusal);
  respondProblem(request, reply, baseUrl, code, more);
}
