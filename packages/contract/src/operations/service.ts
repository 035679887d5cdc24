import { Health, Readiness, Status } from '../schemas/index.ts';
import { Type } from '../type.ts';
import { operation } from './operation.ts';
import { NO_PARAMETERS } from './parameters.ts';

const JSON_TYPE = 'application/json';

export const getStatus = operation({
  id: 'getStatus',
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
});

export const getHealth = operation({
  id: 'getHealth',
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
});

export const getReadiness = operation({
  id: 'getReadiness',
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
  also: [{ status: 503, schema: Readiness, mediaType: JSON_TYPE, description: 'The process is not ready.' }],
  problems: [],
  caching: 'none',
});

export const getOpenApi = operation({
  id: 'getOpenApi',
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
});

export const getOpenApiYaml = operation({
  id: 'getOpenApiYaml',
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
});
