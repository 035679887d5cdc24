// GET /metrics, for programs on this machine only. For everybody else there is no such path.

import { BlockList, isIP, isIPv4 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { respondNotFound } from '../pages/not-found.ts';
import type { AppDependencies } from './dependencies.ts';

const PATH = '/metrics';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** A proxy on this machine passes on what strangers ask, and says so with one of these. */
const SIGNS_OF_A_PROXY = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

export function addMetrics(app: FastifyInstance, dependencies: AppDependencies): void {
  const { metrics, showsMetricsToLoopback } = dependencies;
  if (!showsMetricsToLoopback) return;
  app.get(PATH, (request, reply) => {
    if (!isFromThisMachine(request)) return respondNotFound(request, reply, dependencies);
    reply
      .headers({ 'x-request-id': request.id, 'cache-control': 'no-store' })
      .type('text/plain; version=0.0.4')
      .send(metrics.text());
  });
}

/** Whether to act, whatever the method, as if the request's path were not there. */
export function isHiddenFrom(request: FastifyRequest): boolean {
  return request.url.split('?', 1)[0] === PATH && !isFromThisMachine(request);
}

function isFromThisMachine({ raw: { socket, headers } }: FastifyRequest): boolean {
  return isLoopback(socket.remoteAddress) && !SIGNS_OF_A_PROXY.some((name) => name in headers);
}

/** IPv4 addresses may come in IPv6 form (::ffff:127.0.0.1), which the list reads as what they are. */
export function isLoopback(address: string | undefined): boolean {
  if (address === undefined || isIP(address) === 0) return false;
  return loopback.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}
