// POST /api/public/score-request: asks for a provider to be scored.

import type { ScoreRequestReceipt } from '@rf-indicators/contract';
import { problemOf } from '@rf-indicators/core/context/refusal-problem';
import type { Handler } from '../../http/handler.ts';
import { respondJson, respondProblem } from '../../http/respond.ts';
import type { ApiDependencies } from '../dependencies.ts';

const IDEMPOTENCY_KEY = /^[!-~]{1,255}$/;

export function requestScore({ receiveScoreRequest, baseUrl }: ApiDependencies): Handler {
  return async ({ request, reply, body }) => {
    const key = request.headers['idempotency-key'];
    if (key !== undefined && (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key))) {
      const message = 'must have 1 to 255 visible ASCII characters';
      const errors = [{ parameter: 'Idempotency-Key', code: 'invalid', message }];
      return respondProblem(request, reply, baseUrl, 'invalid_parameter', { errors });
    }
    const outcome = await receiveScoreRequest(body, key ?? null);
    if ('receipt' in outcome) {
      const receipt: ScoreRequestReceipt = outcome.receipt;
      return respondJson(request, reply, 202, receipt);
    }
    const { code, ...more } = problemOf(outcome.refusal);
    respondProblem(request, reply, baseUrl, code, more);
  };
}
