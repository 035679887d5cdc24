import { Type } from 'typebox';
import { Health, Readiness, Status } from '../schemas/index.ts';
import { operation } from './operation.ts';
import { NO_PARAMETERS } from './parameters.ts';

const JSON_TYPE = 'application/json';

export const getStatus = operation({
  id: 'getStatus',
  method: 'GET',
  path: '/api/v1/status',
  tag: 'service',
  summary: 'Get uptime, freshness and framework version',
  description: 'Answers 200 even when the service is degraded.',
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
  summary: 'Ask whether the process answers',
  description: 'Looks at nothing else; getReadiness does.',
  access: 'public',
  params: NO_PARAMETERS,
  query: NO_PARAMETERS,
  success: { status: 200, schema: Health, mediaType: JSON_TYPE, description: 'It answers.' },
  problems: [],
  caching: 'none',
});

export const getReadiness = operation({
  id: 'getReadiness',
  method: 'GET',
  path: '/readyz',
  tag: 'service',
  summary: 'Ask whether the process can serve',
  description: 'For load balancers: 503 while it starts, stops or lacks something that it needs.',
  access: 'public',
  params: NO_PARAMETERS,
  query: NO_PARAMETERS,
  success: { status: 200, schema: Readiness, mediaType: JSON_TYPE, description: 'It can.' },
  also: [{ status: 503, schema: Readiness, mediaType: JSON_TYPE, description: 'It cannot, now.' }],
  problems: [],
  caching: 'none',
});

export const getOpenApi = operation({
  id: 'getOpenApi',
  method: 'GET',
  path: '/api/openapi.json',
  tag: 'service',
  summary: 'Get the OpenAPI document as JSON',
  description: 'OpenAPI 3.1.',
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
  description: 'The same as getOpenApi, for people.',
  access: 'public',
  params: NO_PARAMETERS,
  query: NO_PARAMETERS,
  success: { status: 200, schema: null, mediaType: 'application/yaml', description: 'The document.' },
  problems: [],
  caching: 'public',
});
