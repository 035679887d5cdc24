// Decisions by the policies of a workspace: a call for them, the same again, and a policy with what it reads.

import { type Caching, type Evaluation, OPERATIONS } from '@rf-indicators/contract';
import type { Exchange, Handler } from '../http/handler.ts';
import { readIdempotencyKey } from '../http/idempotency-key.ts';
import { parseInstant } from '../http/read-parameters.ts';
import { respondBody, respondProblem } from '../http/respond.ts';
import type { Decided } from './decision-calls.ts';
import type { ApiDependencies } from './dependencies.ts';
import { countCall } from './places.ts';

export function evaluate({ admissionControl, baseUrl, decisions }: ApiDependencies): Handler {
  return async (exchange) => {
    const { request, reply, body } = exchange;
    const key = readIdempotencyKey(request);
    if (key !== null && typeof key === 'object')
      return respondProblem(request, reply, baseUrl, 'invalid_parameter', key);
    const { policy, providers, nonce, exposure = 'new', reference = null, at = null } = body as Evaluation;
    if (at !== null && parseInstant(at) === null) {
      const errors = [{ pointer: '/at', code: 'not_instant', message: 'is not a valid date-time' }];
      return respondProblem(request, reply, baseUrl, 'validation_failed', { errors });
    }
    if (!(await countCall(exchange, { admissionControl, baseUrl }, OPERATIONS.evaluate, providers.length)))
      return;
    const decided = await decisions.evaluate({
      workspaceId: request.admission!.credential!.row.workspaceId,
      request: { policy, providers, nonce, exposure, reference, at },
      idempotencyKey: key,
    });
    return respondDecided(exchange, baseUrl, decided, 'none');
  };
}

export function getDecisions({ baseUrl, decisions }: ApiDependencies): Handler {
  return async (exchange) => {
    const { request, parameters } = exchange;
    const { workspaceId } = request.admission!.credential!.row;
    const decisionId = String(parameters.decision_id);
    return respondDecided(exchange, baseUrl, await decisions.kept({ workspaceId, decisionId }), 'none');
  };
}

export function getPolicyBundle({ baseUrl, decisions }: ApiDependencies): Handler {
  return async (exchange) => {
    const { request, parameters } = exchange;
    const { workspaceId } = request.admission!.credential!.row;
    const name = String(parameters.name);
    return respondDecided(exchange, baseUrl, await decisions.bundle({ workspaceId, name }), 'keyed');
  };
}

function respondDecided(
  { request, reply }: Exchange,
  baseUrl: string,
  decided: Decided,
  caching: Caching,
): void | Promise<void> {
  if ('body' in decided) return respondBody(request, reply, decided.body, caching);
  const { code, ...more } = decided.problem;
  return respondProblem(request, reply, baseUrl, code, more);
}
