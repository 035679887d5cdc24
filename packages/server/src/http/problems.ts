// Problem documents (RFC 9457), made from the contract's catalogue.

import type { ServerResponse } from 'node:http';
import { PROBLEMS, type Problem, type ProblemCode, problemType } from '@rf-indicators/contract';

export interface ProblemDetails
  extends Partial<Omit<Problem, 'type' | 'title' | 'status' | 'code' | 'request_id'>> {
  /** In addition to those that every answer has. */
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

/** Past all else that may be under way: nothing was sent yet, and nothing more will be. */
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
