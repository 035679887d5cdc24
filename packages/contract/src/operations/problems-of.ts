// The problems that an operation can return: its own, and those that follow from its access, parameters and body.

import { PROBLEM_CODES, PROBLEMS, type ProblemCode } from '../problems.ts';
import { KEY_SCOPES } from '../tiers.ts';
import type { Operation } from './operation.ts';

export function isKeyed({ access }: Operation): boolean {
  return access !== 'public';
}

/** Other paths ignore unknown parameters, because mail programs and social networks add some to public links. */
export function refusesUnknownParameters({ path }: Operation): boolean {
  return path.startsWith('/api/v1/') || path.startsWith('/exports/v1/');
}

/** Detected by the HTTP server while it reads the request, so they apply to every operation. */
export const CONNECTION_PROBLEMS: readonly ProblemCode[] = [
  'request_timeout',
  'uri_too_long',
  'headers_too_large',
];

/** In the order of PROBLEMS, which is by status. */
export function problemsOf(operation: Operation): ProblemCode[] {
  const { access, scopes = [], limit, params, query, headers, body, also = [], problems } = operation;
  const codes = new Set<ProblemCode>([
    ...CONNECTION_PROBLEMS,
    'malformed_request',
    'internal_error',
    'service_unavailable',
  ]);
  const add = (...more: ProblemCode[]) => {
    for (const code of more) codes.add(code);
  };
  add(...problems);
  if (isKeyed(operation)) {
    add('missing_api_key', 'invalid_api_key', 'revoked_api_key', 'expired_api_key', 'rate_limit_exceeded');
    add('workspace_suspended');
    if (!KEY_SCOPES.every((scope) => scopes.includes(scope))) add('insufficient_scope');
    if (access === 'pilot') add('insufficient_tier', 'pilot_not_enabled', 'terms_not_accepted');
    else if (access !== 'key') add('insufficient_tier');
  }
  if (limit !== undefined) add('rate_limit_exceeded');
  const parameters = [params, query, headers].flatMap((part) => Object.keys(part?.properties ?? {}));
  if (parameters.length > 0 || refusesUnknownParameters(operation)) add('invalid_parameter');
  if (body !== undefined) {
    add('malformed_json', 'payload_too_large', 'unsupported_media_type', 'validation_failed');
  }
  const otherStatuses = also.flatMap(({ status, besideProblems }) => (besideProblems ? [] : status));
  return PROBLEM_CODES.filter((code) => codes.has(code) && !otherStatuses.includes(PROBLEMS[code].status));
}
