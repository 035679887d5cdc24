// Routes of the console: one for each act. Limits are checked and the sender is identified before the body is read.

import type { Act } from '@rf-indicators/contract/acts';
import {
  CONSOLE_OPERATIONS,
  CONSOLE_PATH,
  type ConsoleOperation,
  consoleDocument,
} from '@rf-indicators/contract/console';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Admission } from '../http/admission.ts';
import { requirePlainUtf8 } from '../http/json-body.ts';
import { respondBody, respondProblem, respondText } from '../http/respond.ts';
import { type Body, prepareBody } from '../rendering/body.ts';
import { type ConsoleDependencies, consoleAdmission } from './admission.ts';
import type { Identified } from './messages.ts';

/** A document of 10 MiB in base64, and what is said about it. */
const LONGEST_BODY = 15 * 1024 * 1024;
const LONGEST_OPEN_BODY = 16 * 1024;
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sends a request to the console; null before that is known. */
    identified: Identified | null;
  }
}

export function addConsoleRoutes(app: FastifyInstance, dependencies: ConsoleDependencies): void {
  app.decorateRequest('identified', null);
  app.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    // Parsed in the thread that performs the act: a large body would keep readers waiting here.
    routes.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' },
      async (request: FastifyRequest, bytes: Buffer) => {
        requirePlainUtf8(request);
        return bytes;
      },
    );
    for (const operation of CONSOLE_OPERATIONS) {
      routes.route({
        method: operation.method,
        url: operation.path,
        bodyLimit: operation.entry.who.anyone === undefined ? LONGEST_BODY : LONGEST_OPEN_BODY,
        onRequest: admitting(operation, dependencies),
        handler: performing(operation, dependencies),
      });
    }
  });
}

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export function admitting(operation: ConsoleOperation, dependencies: ConsoleDependencies): Hook {
  const admit = consoleAdmission(operation, dependencies);
  const answers = dependencies.metrics.answersOf(operation.act);
  return async (request, reply) => {
    request.answers = answers;
    request.startedAt = performance.now();
    request.isShared = false;
    const { admission, identified } = await admit(request);
    request.admission = admission;
    request.identified = identified;
    if (admission.refusal !== null) refuse(request, reply, dependencies, admission.refusal);
  };
}

function performing({ method, entry }: ConsoleOperation, dependencies: ConsoleDependencies): Hook {
  const { baseUrl, performAct } = dependencies;
  return async (request, reply) => {
    const key = idempotencyKeyOf(entry, request);
    if (key === 'invalid') {
      const error = { parameter: 'Idempotency-Key', code: 'invalid', message: KEY_RULE };
      return respondProblem(request, reply, baseUrl, 'invalid_parameter', { errors: [error] });
    }
    const body = (request.body ?? null) as Buffer | null;
    const query = method === 'GET' ? (request.url.split('?', 2)[1] ?? '') : null;
    const result = await performAct({ ...request.identified!, query, body, idempotencyKey: key });
    if ('problem' in result) {
      const { code, ...details } = result.problem;
      return refuse(request, reply, dependencies, { code, details });
    }
    respondText(request, reply, 200, result.text, result.isRepeated ? ['idempotent-replayed', 'true'] : []);
  };
}

const KEY_RULE = 'must have 1 to 255 visible ASCII characters, and be sent once';

function idempotencyKeyOf({ creates }: Act, { headers }: FastifyRequest): string | null | 'invalid' {
  const given = headers['idempotency-key'];
  if (given === undefined || creates !== true) return null;
  return typeof given === 'string' && IDEMPOTENCY_KEY.test(given) ? given : 'invalid';
}

export function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  { baseUrl }: ConsoleDependencies,
  { code, details }: NonNullable<Admission['refusal']>,
): void {
  const challenge = code === 'invalid_token' || code === 'not_signed_in' ? CHALLENGE : [];
  const headers = [...challenge, ...(details.headers ?? [])];
  respondProblem(request, reply, baseUrl, code, { ...details, headers });
}

const CHALLENGE = ['www-authenticate', 'Bearer realm="RF Risk Indicators"'];

// GET /api/console/openapi.json: the OpenAPI document of the console.

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
