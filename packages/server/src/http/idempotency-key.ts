// The Idempotency-Key of a request.

import type { FastifyRequest } from 'fastify';
import type { ProblemDetails } from './problems.ts';

const IDEMPOTENCY_KEY = /^[!-~]{1,255}$/;

/** Null if the request has none; what is wrong with it if it cannot be one. */
export function readIdempotencyKey({ headers }: FastifyRequest): string | null | ProblemDetails {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && IDEMPOTENCY_KEY.test(key)) return key;
  const message = 'must have 1 to 255 visible ASCII characters';
  return { errors: [{ parameter: 'Idempotency-Key', code: 'invalid', message }] };
}
