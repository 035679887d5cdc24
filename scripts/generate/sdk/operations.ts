// What each read operation of the contract is in JavaScript: the name of its method, its parameters and its answer.

import { OPERATIONS, type OpenApiDocument, type Operation } from '@rf-indicators/contract';
import { type Schema, typeOf } from '../typescript-types.ts';

/** Where the operation id is not the name that reads best. */
const METHOD_NAMES: Readonly<Record<string, string>> = {
  getScoreHistory: 'getHistory',
  getScoreChanges: 'getChanges',
  getScorePeers: 'getPeers',
};

/** Path parameters whose name on the wire says too little. */
const PARAMETER_NAMES: Readonly<Record<string, string>> = { 'getComputation.id': 'verificationId' };

export interface ReadMethod {
  operation: Operation;
  name: string;
  /** Of the path. */
  parameters: { wireName: string; name: string }[];
  /** The type of its query parameters, if it has any. */
  query: string | null;
  /** The type of its answer. */
  answer: string;
  /** For lists that come in pages. */
  pages: { iterator: string; row: string } | null;
}

export function readMethods({ paths, components }: OpenApiDocument): ReadMethod[] {
  return readOperations().map((operation) => {
    const { id, params, query, success } = operation;
    const name = METHOD_NAMES[id] ?? id;
    const { responses } = paths[operation.path]!.get as unknown as {
      responses: Record<number, { content: Record<string, { schema: Schema }> }>;
    };
    const answer = typeOf(responses[success.status]!.content['application/json']!.schema);
    return {
      operation,
      name,
      parameters: Object.keys(params.properties).map((wireName) => ({
        wireName,
        name: PARAMETER_NAMES[`${id}.${wireName}`] ?? camelCase(wireName),
      })),
      query: Object.keys(query.properties).length === 0 ? null : queryType(id),
      answer,
      pages:
        'cursor' in query.properties
          ? {
              iterator: name.replace(/^(list|get)/, 'iterate'),
              row: typeOf((components.schemas as Record<string, Schema>)[answer]!.properties!.data!.items!),
            }
          : null,
    };
  });
}

export function queryType(id: string): string {
  return `${id[0]!.toUpperCase()}${id.slice(1)}Query`;
}

/** Operations that return JSON; service checks, feeds, images and the log are not among them. */
function readOperations(): Operation[] {
  return Object.values<Operation>(OPERATIONS).filter(
    ({ method, path, success }) =>
      method === 'GET' && /^\/api\/(v1|public)\//.test(path) && success.mediaType === 'application/json',
  );
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
