// GET /api/openapi.json and /openapi.yaml: the contract, for programs and for people.

import { stringify } from 'yaml';
import type { AppDependencies } from '../service/dependencies.ts';
import type { Handler } from '../http/handler.ts';
import { respondBody } from '../http/respond.ts';
import { type Body, prepareBody } from '../rendering/body.ts';

export function getOpenApi(dependencies: AppDependencies): Handler {
  return prepared(() => JSON.stringify(dependencies.openApi), 'application/json', dependencies);
}

export function getOpenApiYaml(dependencies: AppDependencies): Handler {
  const text = () => stringify(dependencies.openApi, { aliasDuplicateObjects: false });
  return prepared(text, 'application/yaml', dependencies);
}

/** Made when it is first asked for: most processes never are. */
function prepared(text: () => string, mediaType: string, { standing }: AppDependencies): Handler {
  let body: Promise<Body> | null = null;
  return async ({ request, reply }) => {
    body ??= prepareBody(text(), { lastModified: standing().startedAt, mediaType, hot: true });
    respondBody(request, reply, await body, 'public');
  };
}
