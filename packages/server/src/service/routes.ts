// One route for each operation of the contract: the door first, then its parameters and body, then its handler.

import { OPERATIONS, type Operation } from '@rf-indicators/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addAgentRoute } from '../agent/route.ts';
import { HANDLERS, type HandledId } from '../api/handlers.ts';
import { READS, type ReadId } from '../api/reads.ts';
import type { AppDependencies } from './dependencies.ts';
import { type Admit, admissionTo } from '../http/admission.ts';
import type { Handler } from '../http/handler.ts';
import { bodyCheck } from '../http/json-body.ts';
import { parameterCheck } from '../http/parameters.ts';
import { publishedHandler } from '../http/published-route.ts';
import { respondProblem } from '../http/respond.ts';

export function addRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  app.decorateRequest('admission', null);
  app.decorateRequest('answers', null);
  for (const operation of Object.values(OPERATIONS) as Operation[]) {
    const admit = admissionTo(operation, dependencies.door);
    const onRequest = doorHook(operation, admit, dependencies);
    if (operation.id === 'callAgentTool') addAgentRoute(app, operation, onRequest, dependencies);
    else {
      const handler = handlerOf(operation, dependencies);
      app.route({ method: operation.method, url: routePath(operation.path), onRequest, handler });
    }
  }
}

/** Braces are the contract's, colons are the router's; what takes several segments is its last part. */
export function routePath(path: string): string {
  return path.replace('{path}', '*').replace(/\{([^}]+)\}/g, ':$1');
}

export type DoorHook = (request: FastifyRequest, reply: FastifyReply, done: () => void) => void;

function doorHook(operation: Operation, admit: Admit, { baseUrl, metrics }: AppDependencies): DoorHook {
  const answers = metrics.answersOf(operation.id);
  return (request, reply, done) => {
    request.answers = answers;
    const admission = admit(request.raw);
    request.admission = admission;
    if (admission.refusal === null) done();
    else respondProblem(request, reply, baseUrl, admission.refusal.code, admission.refusal.details);
  };
}

function handlerOf(operation: Operation, dependencies: AppDependencies) {
  const { reader, published, baseUrl } = dependencies;
  if (operation.id in READS) {
    return publishedHandler(operation, {
      baseUrl,
      published,
      askReader: (id, parameters) => reader.read(id as ReadId, parameters),
    });
  }
  const handle: Handler = HANDLERS[operation.id as HandledId](dependencies);
  return checkedHandler(operation, baseUrl, handle);
}

function checkedHandler(operation: Operation, baseUrl: string, handle: Handler) {
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
