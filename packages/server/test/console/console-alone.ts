// The routes of the console without the rest of the service, on a real port: with a store and a clock that the caller
// chooses for each request.

import type { AddressInfo } from 'node:net';
import type { ActServices } from '@rf-indicators/core/acts/services';
import type { SessionSettings } from '@rf-indicators/core/identity/sessions';
import Fastify from 'fastify';
import { identify } from '../../src/console/identify.ts';
import { asProblem, performRequest } from '../../src/console/perform.ts';
import { addConsoleRoutes } from '../../src/console/route.ts';
import { parseTrustProxy } from '../../src/http/limits/client-address.ts';
import { createLimits } from '../../src/http/limits/limits.ts';
import { Metrics } from '../../src/http/metrics.ts';

const ENOUGH = 1_000_000;

export interface AloneOptions {
  /** The address of its pages, where there are sessions; tokens need none. */
  baseUrl?: string;
  port?: number;
  sessions?: (baseUrl: string) => SessionSettings;
}

/** Returns the address; the server ends with the process. */
export async function startConsoleAlone(
  current: () => ActServices,
  { baseUrl = 'http://localhost', port = 0, sessions = noSessions }: AloneOptions = {},
): Promise<string> {
  const app = Fastify();
  app.decorateRequest('admission', null);
  app.decorateRequest('answers', null);
  app.decorateRequest('startedAt', 0);
  app.decorateRequest('isShared', true);
  addConsoleRoutes(app, {
    baseUrl,
    clock: () => current().context.clock(),
    trustedProxies: parseTrustProxy('none'),
    metrics: new Metrics(),
    limits: createLimits({
      ...{ publicScores: ENOUGH, scoreRequests: ENOUGH, scoreRequestsInAll: ENOUGH, failedKeys: ENOUGH },
      console: { perAddress: ENOUGH, perPerson: ENOUGH },
    }),
    identify: (request) => identify(current().context, sessions, request).catch(asProblem),
    performAct: (request) => performRequest(current(), request).catch(asProblem),
    isDamaged: () => false,
    staffUrl: () => baseUrl,
  });
  await app.listen({ host: '127.0.0.1', port });
  // An idle server must not keep the process alive.
  app.server.unref();
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

function noSessions(): never {
  throw new Error('There are no sessions here.');
}
