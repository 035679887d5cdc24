// GET /api/openapi.json and /openapi.yaml: the contract, for programs and for people.

import { stringify } from 'yaml';
import type { Handler } from '../http/handler.ts';
import { respondBody } from '../http/respond.ts';
import { type Body, prepareBody } from '../rendering/body.ts';
import type { ApiDependencies } from './dependencies.ts';

export function getOpenApi(dependencies: ApiDependencies): Handler {
  return prepared(() => JSON.stringify(dependencies.openApi), 'application/json', dependencies);
}

export function getOpenApiYaml(dependencies: ApiDependencies): Handler {
  const text = () => stringify(dependencies.openApi, { aliasDuplicateObjects: false });
  return prepared(text, 'application/yaml', dependencies);
}

/** Made when it is first asked for: most processes never are. */
function prepared(text: () => string, mediaType: string, { serviceState }: ApiDependencies): Handler {
  let body: Promise<Body> | null = null;
  return async ({ request, reply }) => {
    body ??= prepareBody(text(), { lastModified: serviceState().startedAt, mediaType, hot: true });
    respondBody(request, reply, await body, 'public');
  };
}
