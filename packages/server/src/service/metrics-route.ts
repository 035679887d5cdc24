// GET /metrics for loopback clients. All other clients get 404.

import { BlockList, isIP, isIPv4 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { respondNotFound } from '../pages/not-found.ts';
import type { AppDependencies } from './dependencies.ts';

const PATH = '/metrics';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** A local proxy forwards requests of remote clients over loopback; these headers reveal it. */
const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

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

/** Whether to answer 404 for any method, because this client may not see the path. */
export function isHiddenFrom(request: FastifyRequest): boolean {
  return request.url.split('?', 1)[0] === PATH && !isFromThisMachine(request);
}

function isFromThisMachine({ raw: { socket, headers } }: FastifyRequest): boolean {
  return isLoopback(socket.remoteAddress) && !PROXY_HEADERS.some((name) => name in headers);
}

/** Also accepts IPv4-mapped IPv6 addresses (::ffff:127.0.0.1): BlockList compares them as IPv4. */
export function isLoopback(address: string | undefined): boolean {
  if (address === undefined || isIP(address) === 0) return false;
  return loopback.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}
