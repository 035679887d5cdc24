// A refusal of the server (RFC 9457), as an error that pages show in place.

import type { Problem } from '@rf-indicators/contract';

export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }

  /** What is wrong with a member of the input, or inside it; null if nothing is. */
  about(member: string): string | null {
    const found = this.problem.errors?.find(
      ({ pointer, parameter }) => pointer?.split('/').includes(member) || parameter === member,
    );
    return found === undefined ? null : found.message;
  }
}

/** The connection was cut, or the server did not answer. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

export function isProblem(error: unknown, code: Problem['code']): boolean {
  return error instanceof ProblemError && error.problem.code === code;
}
