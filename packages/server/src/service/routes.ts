// Adds a route for each operation of the contract: admission, then validation, then the handler.

import { OPERATIONS, type Operation } from '@rf-indicators/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addAgentRoute, getAgentManifest } from '../agent/route.ts';
import { DOCUMENTS, type DocumentId, HANDLERS, type HandledId } from '../api/handlers.ts';
import { isHotRead } from '../api/hot-reads.ts';
import type { ReadId } from '../api/reads.ts';
import { admissionTo, takePlaces } from '../http/admission.ts';
import { type AdmissionHook, admissionHook } from '../http/admission-hook.ts';
import { routePath } from '../http/canonical-url.ts';
import { checkedHandler } from '../http/handler.ts';
import { type PublishedDependencies, publishedHandler } from '../http/published-route.ts';
import { respondNotFound } from '../pages/not-found.ts';
import type { AppDependencies } from './dependencies.ts';

export function addRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  app.decorateRequest('admission', null);
  app.decorateRequest('answers', null);
  app.decorateRequest('startedAt', 0);
  app.decorateRequest('isShared', true);
  for (const operation of Object.values(OPERATIONS) as Operation[]) {
    const admit = admissionTo(operation, dependencies.admissionControl);
    const onRequest = admissionHook(operation, admit, dependencies);
    if (operation.id === 'callAgentTool') {
      if (dependencies.api !== null)
        addAgentRoute(app, operation, onRequest, { ...dependencies, ...dependencies.api });
    } else {
      const handler = handlerOf(operation, dependencies);
      if (handler === null) continue;
      app.route({
        method: operation.method,
        url: routePath(operation.path),
        onRequest: withoutEmptySegments(onRequest, dependencies),
        ...(operation.longestBody !== undefined && { bodyLimit: operation.longestBody }),
        ...(operation.places !== undefined && { onResponse: countRefused(operation, dependencies) }),
        handler,
      });
    }
  }
}

/** A call whose body was refused takes one place, like every other request that was admitted. */
function countRefused(operation: Operation, { admissionControl }: AppDependencies) {
  return async ({ admission }: FastifyRequest): Promise<void> => {
    if (admission?.isUncounted) await takePlaces(operation, admissionControl, admission.credential!, 1);
  };
}

/** The router also matches empty segments, but such a path does not exist. */
export function hasEmptySegment(params: unknown): boolean {
  return Object.values(params as Readonly<Record<string, string>>).includes('');
}

function withoutEmptySegments(admission: AdmissionHook, dependencies: AppDependencies): AdmissionHook {
  return (request, reply, done) => {
    if (hasEmptySegment(request.params)) respondNotFound(request, reply, dependencies);
    else admission(request, reply, done);
  };
}

/** null if the operation needs a running service, and there is none. */
function handlerOf(operation: Operation, dependencies: AppDependencies) {
  const { baseUrl, api } = dependencies;
  if (operation.id === 'getAgentManifest') {
    return checkedHandler(operation, baseUrl, getAgentManifest(dependencies));
  }
  if (operation.id in DOCUMENTS)
    return checkedHandler(operation, baseUrl, DOCUMENTS[operation.id as DocumentId](dependencies));
  if (operation.id in HANDLERS) {
    if (api === null) return null;
    const handle = HANDLERS[operation.id as HandledId]({ ...dependencies, ...api });
    return checkedHandler(operation, baseUrl, handle);
  }
  // All others are read by the reading thread, whose code this thread does not load.
  return publishedHandler(operation, publishedReads(dependencies));
}

export function publishedReads({
  reader,
  published,
  sharedReads,
  baseUrl,
}: AppDependencies): PublishedDependencies {
  return {
    ...{ baseUrl, published, sharedReads },
    askReader: (id, parameters, older) => reader.read(id as ReadId, parameters, older),
    isHot: isHotRead,
  };
}
