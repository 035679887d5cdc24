// Routes of sign-in: they pass requests to the thread that has a store, and send its responses.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requestAddress, type TrustedProxies } from '../http/limits/client-address.ts';
import { respondProblem } from '../http/respond.ts';
import type { IdentityRequest, IdentityResponse } from './messages.ts';

export interface IdentityRoutes {
  baseUrl: string;
  trustedProxies: TrustedProxies;
  identity(request: IdentityRequest): Promise<IdentityResponse>;
  /** The address of the pages on the listener that the request came to; null if staff cannot act there. */
  staffUrl(request: FastifyRequest): string | null;
}

export function addIdentityRoutes(app: FastifyInstance, dependencies: IdentityRoutes): void {
  const { baseUrl, trustedProxies, identity, staffUrl } = dependencies;
  app.route({
    method: ['GET', 'POST'],
    url: '/api/auth/*',
    exposeHeadRoute: false,
    // Only pages of this service use sessions. Set before the body is read, which can already be refused.
    onRequest: async (request) => {
      request.isShared = false;
    },
    handler: async (request, reply) => {
      const { cookie, origin, 'user-agent': userAgent } = request.headers;
      const body = request.body as Record<string, unknown> | null | undefined;
      const response = await identity({
        method: request.method,
        url: request.url,
        headers: { cookie, origin, userAgent },
        body: typeof body === 'object' && body !== null && !Array.isArray(body) ? body : null,
        address: requestAddress(request.raw, trustedProxies),
        baseUrl: staffUrl(request) ?? baseUrl,
      });
      if ('problem' in response) {
        const { code, ...details } = response.problem;
        respondProblem(request, reply, baseUrl, code, { ...details, headers: response.headers });
        return;
      }
      const { status, headers, body: text } = response;
      reply.hijack();
      const bytes = Buffer.from(text ?? '');
      reply.raw.writeHead(status, [
        ...['x-request-id', request.id, 'cache-control', 'no-store', 'content-length', String(bytes.length)],
        ...(text === null ? [] : ['content-type', 'application/json']),
        ...headers,
      ]);
      reply.raw.end(bytes);
    },
  });
}
