// Problem documents (RFC 9457), made from the contract's catalogue.

import { PROBLEMS, type ProblemCode } from '@rf-indicators/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';

export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  code: ProblemCode,
  baseUrl: string,
): FastifyReply {
  const { status, title, detail } = PROBLEMS[code];
  const type = `${baseUrl}/docs/errors#${code}`;
  const problem = { type, title, status, detail, code, request_id: request.id };
  // As bytes, because a text would get a charset parameter, which JSON's media types do not have.
  return reply
    .code(status)
    .header('content-type', 'application/problem+json')
    .send(Buffer.from(JSON.stringify(problem)));
}
