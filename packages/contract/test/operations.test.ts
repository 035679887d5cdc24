// The operations and the problems that callers were promised.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  OPERATIONS,
  type Operation,
  PROBLEMS,
  problemsOf,
  refusesUnknownParameters,
} from '@rf-indicators/contract';
import { PINNED_OPERATIONS } from '../../../test/support/pinned-operations.ts';

test('these operations, paths and kinds of access, and no other', () => {
  const described = Object.values(OPERATIONS).map(({ id, method, path, access }) => [
    id,
    { call: `${method} ${path}`, access },
  ]);
  const pinned = Object.entries(PINNED_OPERATIONS).map(([id, { call, access }]) => [id, { call, access }]);
  assert.deepEqual(Object.fromEntries(described), Object.fromEntries(pinned));
});

test('each operation stands under its own id, and describes the parameters of its path', () => {
  for (const [name, operation] of Object.entries(OPERATIONS as Record<string, Operation>)) {
    assert.equal(operation.id, name);
    const braces = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    assert.deepEqual(Object.keys(operation.params.properties), braces, name);
    for (const part of [operation.params, operation.query]) {
      assert.match(JSON.stringify(part), /"additionalProperties":false/, name);
    }
  }
});

test('these query parameters', () => {
  for (const { id, query } of Object.values(OPERATIONS as Record<string, Operation>)) {
    assert.equal(Object.keys(query.properties).join(' '), PINNED_OPERATIONS[id]?.query ?? '', id);
  }
});

test('these problem codes and statuses', () => {
  const statuses = Object.entries(PROBLEMS).map(([code, { status }]) => `${status} ${code}`);
  assert.deepEqual(statuses, [
    '400 malformed_request',
    '400 invalid_parameter',
    '400 malformed_json',
    '401 missing_api_key',
    '401 invalid_api_key',
    '401 revoked_api_key',
    '401 expired_api_key',
    '401 invalid_token',
    '403 insufficient_tier',
    '403 insufficient_scope',
    '403 pilot_not_enabled',
    '403 terms_not_accepted',
    '403 workspace_not_eligible',
    '403 workspace_suspended',
    '401 not_signed_in',
    '401 sign_in_failed',
    '403 sign_in_again',
    '403 foreign_origin',
    '403 insufficient_role',
    '404 not_found',
    '404 provider_not_found',
    '404 indicator_not_found',
    '404 indicator_withdrawn',
    '405 method_not_allowed',
    '408 request_timeout',
    '409 conflict',
    '413 payload_too_large',
    '414 uri_too_long',
    '415 unsupported_media_type',
    '422 validation_failed',
    '429 rate_limit_exceeded',
    '431 headers_too_large',
    '500 internal_error',
    '503 service_unavailable',
  ]);
});

test('problems follow from what an operation takes', () => {
  const keys = ['missing_api_key', 'invalid_api_key', 'revoked_api_key', 'expired_api_key'];
  const ours = ['internal_error', 'service_unavailable'];
  assert.deepEqual(problemsOf(OPERATIONS.getScore), [
    'malformed_request',
    'invalid_parameter',
    ...keys,
    'insufficient_tier',
    'insufficient_scope',
    'workspace_suspended',
    'provider_not_found',
    'indicator_not_found',
    'indicator_withdrawn',
    'request_timeout',
    'uri_too_long',
    'rate_limit_exceeded',
    'headers_too_large',
    ...ours,
  ]);
  assert.deepEqual(problemsOf(OPERATIONS.listIssuances), [
    'malformed_request',
    'invalid_parameter',
    ...keys,
    'insufficient_scope',
    'workspace_suspended',
    'request_timeout',
    'uri_too_long',
    'rate_limit_exceeded',
    'headers_too_large',
    ...ours,
  ]);
  assert.deepEqual(problemsOf(OPERATIONS.requestScore), [
    'malformed_request',
    'invalid_parameter',
    'malformed_json',
    'request_timeout',
    'conflict',
    'payload_too_large',
    'uri_too_long',
    'unsupported_media_type',
    'validation_failed',
    'rate_limit_exceeded',
    'headers_too_large',
    ...ours,
  ]);
  assert.deepEqual(problemsOf(OPERATIONS.callAgentTool), [
    'malformed_request',
    'malformed_json',
    ...keys,
    'insufficient_tier',
    'insufficient_scope',
    'pilot_not_enabled',
    'terms_not_accepted',
    'workspace_suspended',
    'provider_not_found',
    'indicator_not_found',
    'indicator_withdrawn',
    'request_timeout',
    'payload_too_large',
    'uri_too_long',
    'unsupported_media_type',
    'validation_failed',
    'rate_limit_exceeded',
    'headers_too_large',
    ...ours,
  ]);
});

test('readiness has an answer of its own for 503, and no problem document', () => {
  assert.deepEqual(problemsOf(OPERATIONS.getReadiness), [
    'malformed_request',
    'request_timeout',
    'uri_too_long',
    'headers_too_large',
    'internal_error',
  ]);
});

test('unknown parameters are refused under /api/v1 and /exports/v1 only', () => {
  assert.equal(refusesUnknownParameters(OPERATIONS.getStatus), true);
  assert.ok(problemsOf(OPERATIONS.getStatus).includes('invalid_parameter'));
  assert.equal(refusesUnknownParameters(OPERATIONS.exportScoresCsv), true);
  assert.equal(refusesUnknownParameters(OPERATIONS.listPublicScores), false);
  assert.ok(!problemsOf(OPERATIONS.listPublicScores).includes('invalid_parameter'));
});
