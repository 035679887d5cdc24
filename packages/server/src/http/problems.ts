// Builds and writes problem documents (RFC 9457).

import type { ServerResponse } from 'node:http';
import { PROBLEMS, type Problem, type ProblemCode, problemType } from '@rf-indicators/contract';

export interface ProblemDetails
  extends Partial<Omit<Problem, 'type' | 'title' | 'status' | 'code' | 'request_id'>> {
  /** Sent in addition to the headers of every response. */
  headers?: readonly string[];
}

export function problemDocument(
  baseUrl: string,
  code: ProblemCode,
  requestId: string,
  { headers: _, ...more }: ProblemDetails = {},
): Problem {
  const { status, title, detail } = PROBLEMS[code];
  return { type: problemType(baseUrl, code), title, status, detail, code, request_id: requestId, ...more };
}

/** Writes directly to the response, bypassing the router. */
export function writeProblem(response: ServerResponse, problem: Problem, headers: readonly string[]): void {
  const bytes = Buffer.from(JSON.stringify(problem));
  response.writeHead(problem.status, [
    ...headers,
    'content-type',
    'application/problem+json',
    'content-length',
    String(bytes.length),
    'cache-control',
    'no-store',
  ]);
  response.end(bytes);
}
