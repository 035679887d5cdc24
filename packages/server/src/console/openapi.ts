// GET /api/console/openapi.json: the OpenAPI document of the console.

import { CONSOLE_PATH, consoleDocument } from '@rf-indicators/contract/console';
import type { FastifyInstance } from 'fastify';
import { respondBody } from '../http/respond.ts';
import { type Body, prepareBody } from '../rendering/body.ts';

export function addConsoleDocument(app: FastifyInstance, baseUrl: string, startedAt: number): void {
  let body: Body | null = null;
  app.get(`${CONSOLE_PATH}/openapi.json`, async (request, reply) => {
    request.isShared = false;
    // Written on the first request, because most processes never get one.
    body ??= prepareBody(JSON.stringify(consoleDocument(baseUrl)), {
      lastModified: startedAt,
      mediaType: 'application/json',
      hot: true,
    });
    return respondBody(request, reply, body, 'public');
  });
}
