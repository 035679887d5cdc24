// The operations and the problems, pinned: what stands here was promised to callers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  OPERATIONS,
  type Operation,
  PROBLEMS,
  problemsOf,
  refusesUnknownParameters,
} from '@rf-indicators/contract';

test('these operations, paths and ways in, and no other', () => {
  const rows = Object.values(OPERATIONS).map(({ id, method, path, access }) => [id, method, path, access]);
  assert.deepEqual(rows, [
    ['listScores', 'GET', '/api/v1/scores', 'scores'],
    ['getScore', 'GET', '/api/v1/scores/{providerId}', 'scores'],
    ['getScoreHistory', 'GET', '/api/v1/scores/{providerId}/history', 'scores'],
    ['getScoreChanges', 'GET', '/api/v1/scores/{providerId}/changes', 'scores'],
    ['getMethodology', 'GET', '/api/v1/methodology', 'methodology'],
    ['getComputation', 'GET', '/api/v1/computation/{id}', 'computation'],
    ['listIssuances', 'GET', '/api/v1/issuances', 'key'],
    ['getUsage', 'GET', '/api/v1/usage', 'key'],
    ['getStatus', 'GET', '/api/v1/status', 'public'],
    ['listPublicScores', 'GET', '/api/public/scores', 'public'],
    ['getChangelog', 'GET', '/api/public/changelog', 'public'],
    ['requestScore', 'POST', '/api/public/score-request', 'public'],
    ['verifyIndicator', 'GET', '/api/public/verify/{verification_id}', 'public'],
    ['listSigningKeys', 'GET', '/api/public/keys', 'public'],
    ['getHealth', 'GET', '/api/health', 'public'],
    ['getReadiness', 'GET', '/readyz', 'public'],
    ['getOpenApi', 'GET', '/api/openapi.json', 'public'],
    ['getOpenApiYaml', 'GET', '/openapi.yaml', 'public'],
    ['getCheckpoint', 'GET', '/log/checkpoint', 'public'],
    ['getTile', 'GET', '/log/tile/{path}', 'public'],
    ['getBadge', 'GET', '/badges/{slug}.svg', 'public'],
    ['getAtomFeed', 'GET', '/feeds/changelog.atom', 'public'],
    ['getJsonFeed', 'GET', '/feeds/changelog.json', 'public'],
    ['getAgentManifest', 'GET', '/api/mcp', 'public'],
    ['callAgentTool', 'POST', '/api/mcp', 'pilot'],
  ]);
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
  const queries = Object.values(OPERATIONS as Record<string, Operation>).map(({ id, query }) => [
    id,
    Object.keys(query.properties).join(' '),
  ]);
  assert.deepEqual(Object.fromEntries(queries.filter(([, names]) => names !== '')), {
    listScores: 'planner_type risk_band sort limit cursor include as_of',
    getScore: 'as_of',
    getScoreHistory: 'from to limit cursor',
    getScoreChanges: 'from to',
    listIssuances: 'status type limit cursor',
    getUsage: 'from to limit cursor',
    getChangelog: 'limit cursor since provider_id',
  });
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
    '403 insufficient_tier',
    '403 pilot_not_enabled',
    '403 terms_not_accepted',
    '403 workspace_not_eligible',
    '403 insufficient_role',
    '404 not_found',
    '404 provider_not_found',
    '404 indicator_not_found',
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
    'provider_not_found',
    'indicator_not_found',
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
    'pilot_not_enabled',
    'terms_not_accepted',
    'provider_not_found',
    'indicator_not_found',
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

test('unknown parameters are refused under /api/v1 only', () => {
  assert.equal(refusesUnknownParameters(OPERATIONS.getStatus), true);
  assert.ok(problemsOf(OPERATIONS.getStatus).includes('invalid_parameter'));
  assert.equal(refusesUnknownParameters(OPERATIONS.listPublicScores), false);
  assert.ok(!problemsOf(OPERATIONS.listPublicScores).includes('invalid_parameter'));
});
