// GET /api/openapi.json and /openapi.yaml: the OpenAPI document.

import { type OpenApiDocument, openApiDocument } from '@rf-indicators/contract';
import type { Handler } from '../http/handler.ts';
import { respondBody } from '../http/respond.ts';
import { type Body, prepareBody } from '../rendering/body.ts';
import type { ApiDependencies } from './dependencies.ts';

type Sources = Pick<ApiDependencies, 'baseUrl' | 'serviceState'>;
type Format = 'json' | 'yaml';

const WRITERS: Record<Format, (document: OpenApiDocument) => string | Promise<string>> = {
  json: (document) => JSON.stringify(document),
  yaml: async (document) => {
    const { stringify } = await import('yaml');
    return stringify(document, { aliasDuplicateObjects: false });
  },
};

export function getOpenApi(dependencies: Sources): Handler {
  return prepared('json', 'application/json', dependencies);
}

export function getOpenApiYaml(dependencies: Sources): Handler {
  return prepared('yaml', 'application/yaml', dependencies);
}

/** Prepared on the first request, because most processes never get one. */
function prepared(format: Format, mediaType: string, { baseUrl, serviceState }: Sources): Handler {
  let body: Promise<Body> | null = null;
  const make = async () =>
    prepareBody(await textOf(format, baseUrl), {
      lastModified: serviceState().startedAt,
      mediaType,
      hot: true,
    });
  return async ({ request, reply }) => {
    body ??= make();
    return respondBody(request, reply, await body, 'public');
  };
}

/** The texts of one base URL. A process that makes several exports of a service writes them once. */
let latest: { baseUrl: string; texts: Partial<Record<Format, Promise<string>>> } | null = null;

function textOf(format: Format, baseUrl: string): Promise<string> {
  if (latest?.baseUrl !== baseUrl) latest = { baseUrl, texts: {} };
  latest.texts[format] ??= write(format, baseUrl);
  return latest.texts[format];
}

async function write(format: Format, baseUrl: string): Promise<string> {
  const examples = await import('@rf-indicators/contract/examples', { with: { type: 'json' } });
  return WRITERS[format](openApiDocument({ baseUrl, examples: examples.default }));
}
