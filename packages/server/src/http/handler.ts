import type { Operation } from '@rf-indicators/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Parameters } from '../rendering/reading.ts';
import { bodyCheck } from './json-body.ts';
import { parameterCheck } from './parameters.ts';
import { respondProblem } from './respond.ts';

/** An admitted request with validated parameters and body. */
export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  parameters: Parameters;
  body: unknown;
}

export type Handler = (exchange: Exchange) => void | Promise<void>;

// Wraps a handler: validates parameters and body against the operation's schemas first.

export function checkedHandler(operation: Operation, baseUrl: string, handle: Handler) {
  const checkParameters = parameterCheck(operation);
  const checkBody = operation.body === undefined ? null : bodyCheck(operation.body);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const checked = checkParameters(
      request.params as Record<string, string>,
      request.query as Record<string, string | string[]>,
    );
    if ('errors' in checked) return respondProblem(request, reply, baseUrl, 'invalid_parameter', checked);
    const errors = checkBody?.(request.body) ?? [];
    if (errors.length > 0) return respondProblem(request, reply, baseUrl, 'validation_failed', { errors });
    return handle({ request, reply, parameters: checked.parameters, body: request.body });
  };
}
