// Attempts over HTTP: the routes of the console on a real port, with the store and the clock of the desk.

import type { AddressInfo } from 'node:net';
import type { Problem } from '@rf-indicators/contract';
import type { ActName } from '@rf-indicators/contract/acts';
import { CONSOLE_OPERATIONS } from '@rf-indicators/contract/console';
import Fastify from 'fastify';
import type { ActRequest, Identification } from '../../packages/server/src/console/exchange.ts';
import { identify } from '../../packages/server/src/console/identify.ts';
import { asProblem, performRequest } from '../../packages/server/src/console/perform.ts';
import { addConsoleRoutes } from '../../packages/server/src/console/route.ts';
import { parseTrustProxy } from '../../packages/server/src/http/limits/client-address.ts';
import { createLimits } from '../../packages/server/src/http/limits/limits.ts';
import { Metrics } from '../../packages/server/src/http/metrics.ts';
import type { Desk, Person } from './desk.ts';
import type { Try } from './refusal.ts';

const ENOUGH = 1_000_000;
const OPERATIONS = new Map(CONSOLE_OPERATIONS.map((operation) => [operation.act, operation]));

/** The server is started once; attempts are made one after another, each on the desk that is set here. */
let desk: Desk;
let started: Promise<string> | null = null;

export async function performOverHttp(
  on: Desk,
  by: Person | 'nobody',
  name: ActName,
  input: object,
): Promise<Try> {
  desk = on;
  started ??= start();
  const { method, path } = OPERATIONS.get(name)!;
  const isRead = method === 'GET';
  const query = isRead ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
  const response = await fetch(`${await started}${path}${query}`, {
    method,
    headers: {
      connection: 'close',
      ...(isRead ? {} : { 'content-type': 'application/json' }),
      ...(by === 'nobody' ? {} : { authorization: `Bearer ${on.people[by].token}` }),
    },
    ...(isRead ? {} : { body: JSON.stringify(input) }),
  });
  const answer = await response.text();
  if (response.ok) return { refusal: null };
  if (response.status >= 500) throw new Error(`${method} ${path} was answered ${response.status}: ${answer}`);
  return { refusal: asRead(JSON.parse(answer) as Problem) };
}

/** In one line, as the refusals of commands are read. */
function asRead({ detail, errors = [] }: Problem): string {
  const places = errors.map(({ pointer, message }) =>
    pointer === undefined ? message : `${pointer}: ${message}`,
  );
  return [detail, ...places].join(' ');
}

async function start(): Promise<string> {
  const app = Fastify();
  app.decorateRequest('admission', null);
  app.decorateRequest('answers', null);
  app.decorateRequest('startedAt', 0);
  app.decorateRequest('isShared', true);
  const baseUrl = 'http://localhost';
  const noSessions = () => {
    throw new Error('Attempts over HTTP have tokens.');
  };
  addConsoleRoutes(app, {
    baseUrl,
    clock: () => desk.context.clock(),
    trustedProxies: parseTrustProxy('none'),
    metrics: new Metrics(),
    limits: createLimits({
      ...{ publicScores: ENOUGH, scoreRequests: ENOUGH, scoreRequestsInAll: ENOUGH, failedKeys: ENOUGH },
      console: { perAddress: ENOUGH, perPerson: ENOUGH },
    }),
    identify: (request: Identification) => identify(desk.context, noSessions, request).catch(asProblem),
    performAct: (request: ActRequest) => performRequest(desk.services, request).catch(asProblem),
    isDamaged: () => false,
    staffUrl: () => baseUrl,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  // An idle server must not keep the process alive.
  app.server.unref();
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}
