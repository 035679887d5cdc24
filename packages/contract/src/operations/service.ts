// Status, health and description of the service.

import type { Static } from 'typebox';
import { Instant } from '../schemas/common.ts';
import { Status } from '../schemas/status.ts';
import { Type } from '../type.ts';
import { JSON_TYPE, operations } from './operation.ts';
import { NO_PARAMETERS } from './parameters.ts';

export const Health = Type.Object(
  { status: Type.Literal('ok'), time: Instant },
  { $id: 'Health', description: 'The process responds. Members may be added.' },
);
export type Health = Static<typeof Health>;

export const Readiness = Type.Object(
  {
    status: Type.Enum(['ready', 'degraded', 'not_ready'], {
      type: 'string',
      description:
        '`degraded`: published indicators are available, but a check failed, for example because the disk is full.',
    }),
    checks: Type.Array(
      Type.Object({
        name: Type.String(),
        ok: Type.Boolean(),
        detail: Type.Optional(Type.String({ description: 'What is wrong, if the check failed.' })),
      }),
    ),
  },
  { $id: 'Readiness', description: 'Whether the process is ready. Members may be added.' },
);
export type Readiness = Static<typeof Readiness>;

export default operations({
  getStatus: {
    method: 'GET',
    path: '/api/v1/status',
    tag: 'service',
    summary: 'Get the service status',
    description:
      'Returns uptime, data freshness, component status and the framework version. The response is 200 even when the service is degraded.',
    access: 'public',
    params: NO_PARAMETERS,
    query: NO_PARAMETERS,
    success: { status: 200, schema: Status, mediaType: JSON_TYPE, description: 'The status.' },
    problems: [],
    caching: 'none',
  },
  getHealth: {
    method: 'GET',
    path: '/api/health',
    tag: 'service',
    summary: 'Check that the process responds',
    description: 'A liveness check. It does not look at any component; use getReadiness for that.',
    access: 'public',
    params: NO_PARAMETERS,
    query: NO_PARAMETERS,
    success: { status: 200, schema: Health, mediaType: JSON_TYPE, description: 'The process responds.' },
    problems: [],
    caching: 'none',
  },
  getReadiness: {
    method: 'GET',
    path: '/readyz',
    tag: 'service',
    summary: 'Check that the process is ready',
    description:
      'A readiness check for load balancers. It returns 503 while the process is starting or stopping. While the store or the master key has a fault, published indicators stay available: the response is 200, the status is `degraded`, and the failed check says what is wrong.',
    access: 'public',
    params: NO_PARAMETERS,
    query: NO_PARAMETERS,
    success: { status: 200, schema: Readiness, mediaType: JSON_TYPE, description: 'The process is ready.' },
    also: [
      { status: 503, schema: Readiness, mediaType: JSON_TYPE, description: 'The process is not ready.' },
    ],
    problems: [],
    caching: 'none',
  },
  getOpenApi: {
    method: 'GET',
    path: '/api/openapi.json',
    tag: 'service',
    summary: 'Get the OpenAPI document as JSON',
    description: 'Returns this document (OpenAPI 3.1).',
    access: 'public',
    params: NO_PARAMETERS,
    query: NO_PARAMETERS,
    success: {
      status: 200,
      schema: Type.Object({ openapi: Type.String() }, { description: 'An OpenAPI 3.1 document.' }),
      mediaType: JSON_TYPE,
      description: 'The document.',
    },
    problems: [],
    caching: 'public',
  },
  getOpenApiYaml: {
    method: 'GET',
    path: '/openapi.yaml',
    tag: 'service',
    summary: 'Get the OpenAPI document as YAML',
    description: 'Returns the same document as getOpenApi, as YAML.',
    access: 'public',
    params: NO_PARAMETERS,
    query: NO_PARAMETERS,
    success: { status: 200, schema: null, mediaType: 'application/yaml', description: 'The document.' },
    problems: [],
    caching: 'public',
  },
});
