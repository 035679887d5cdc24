// GET /api/openapi.json and /openapi.yaml: the OpenAPI document.

import type { OpenApiDocument } from '@rf-indicators/contract';
import type { Handler } from '../http/handler.ts';
import { respondBody } from '../http/respond.ts';
import { type Body, prepareBody } from '../rendering/body.ts';
import type { ApiDependencies } from './dependencies.ts';

export function getOpenApi(dependencies: ApiDependencies): Handler {
  return prepared((document) => JSON.stringify(document), 'application/json', dependencies);
}

export function getOpenApiYaml(dependencies: ApiDependencies): Handler {
  const text = async (document: OpenApiDocument) => {
    const { stringify } = await import('yaml');
    return stringify(document, { aliasDuplicateObjects: false });
  };
  return prepared(text, 'application/yaml', dependencies);
}

/** Prepared on the first request, because most processes never get one. */
function prepared(
  write: (document: OpenApiDocument) => string | Promise<string>,
  mediaType: string,
  { openApi, serviceState }: ApiDependencies,
): Handler {
  let body: Promise<Body> | null = null;
  const make = async () => {
    const text = await write(await openApi());
    return prepareBody(text, { lastModified: serviceState().startedAt, mediaType, hot: true });
  };
  return async ({ request, reply }) => {
    body ??= make();
    return respondBody(request, reply, await body, 'public');
  };
}
