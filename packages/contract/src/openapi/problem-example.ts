// An example problem document for each problem code.

import { PROBLEMS, type ProblemCode } from '../problems.ts';
import type { Problem } from '../schemas/index.ts';

/** The address of the documentation of a problem code. */
export function problemType(baseUrl: string, code: ProblemCode): string {
  return `${baseUrl}/docs/errors#${code}`;
}

const PARTICULARS: { [Code in ProblemCode]?: Partial<Problem> } = {
  invalid_parameter: {
    errors: [{ parameter: 'limit', code: 'invalid', message: 'must be a whole number from 1 to 1000' }],
  },
  validation_failed: {
    errors: [{ pointer: '/provider_name', code: 'required', message: 'is required' }],
  },
  insufficient_tier: { required_tier: 'PROFESSIONAL', key_tier: 'FREE', workspace_tier: 'PROFESSIONAL' },
  indicator_withdrawn: {
    id: '01975f6e-52c8-7a35-9d3f-0c8a5b1e7d42',
    slug: 'gossamerle-yield',
    name: 'Gossamerle Yield',
    withdrawn_at: '2026-04-26T12:00:00.000Z',
    reason: 'The provider ended this product.',
    verification_id: 'RF-4N2S0-3J5CD-0EWP9-3RSJQ-BST5DT',
  },
  rate_limit_exceeded: { retry_after: 30 },
  service_unavailable: { retry_after: 5 },
};

export function problemExample(baseUrl: string, code: ProblemCode): Problem {
  const { status, title, detail } = PROBLEMS[code];
  const request_id = '01975f6e-52c8-7a35-9d3f-0c8a5b1e7d42';
  return { type: problemType(baseUrl, code), title, status, detail, code, request_id, ...PARTICULARS[code] };
}
