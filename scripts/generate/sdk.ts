// Generates the parts of the JavaScript client that repeat the contract: the types of everything that is sent, the
// parameters of each read operation, the table of read operations, and their methods.

import { isKeyed, type OpenApiDocument, openApiDocument } from '@rf-indicators/contract';
import type { GeneratedFile } from './generated-file.ts';
import { methodsClass } from './sdk/methods.ts';
import { type ReadMethod, readMethods } from './sdk/operations.ts';
import { declaration, docComment, literal, type Schema, typeOf } from './typescript-types.ts';

const FOLDER = 'packages/sdk/src/generated';
const HEADER = '// Generated from packages/contract by `npm run build`. Do not edit.\n\n';

export async function sdkFiles(): Promise<GeneratedFile[]> {
  const document = openApiDocument({ baseUrl: 'https://indicators.example' });
  const methods = readMethods(document);
  const files = {
    'wire.ts': wireTypes(document),
    'queries.ts': queryTypes(document, methods),
    'operations.ts': operationTable(methods),
    'read-methods.ts': methodsClass(methods),
  };
  return Object.entries(files).map(([name, text]) => {
    return { path: `${FOLDER}/${name}`, text: HEADER + text };
  });
}

/** A type for every schema, and the union of all events. */
function wireTypes({ components, webhooks }: OpenApiDocument): string {
  const declared = Object.entries(components.schemas as Record<string, Schema>)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]) => declaration(name, schema));
  const events = Object.entries(webhooks).map(([type, webhook]) => ({
    type,
    body: /schemas\/(\w+)/.exec(JSON.stringify(webhook))![1]!,
  }));
  return [
    ...declared,
    `${docComment('Any event; `type` says which one.', '')}export type WebhookEvent = ${events.map(({ body }) => body).join(' | ')};`,
    `export type WebhookEventType = ${events.map(({ type }) => literal(type)).join(' | ')};`,
  ].join('\n\n');
}

interface Parameter {
  name: string;
  in: string;
  description: string;
  schema: Schema & { minimum?: number; maximum?: number };
}

/** One interface for each operation that has query parameters. */
function queryTypes(document: OpenApiDocument, methods: readonly ReadMethod[]): string {
  return methods
    .map(({ operation: { id, path }, query: name }) => {
      if (name === null) return '';
      const { parameters = [] } = document.paths[path]!.get as { parameters?: unknown };
      const query = (parameters as Parameter[]).filter((parameter) => parameter.in === 'query');
      const members = query.map(({ name: member, description, schema }) => {
        const { minimum, maximum } = schema;
        const range = minimum === undefined ? '' : ` From ${minimum} to ${maximum}.`;
        return `${docComment(description + range, '')}${member}?: ${typeOf(schema, '', true)} | undefined;\n`;
      });
      return `/** Parameters of ${id}. */\nexport interface ${name} {\n${members.join('')}}\n\n`;
    })
    .join('');
}

/** Where each operation is found, and what type its answer has. */
function operationTable(methods: readonly ReadMethod[]): string {
  const paths = methods.map(
    ({ operation }) => `${operation.id}: { path: ${literal(operation.path)}, keyed: ${isKeyed(operation)} },`,
  );
  return `
import type { ${[...new Set(methods.map(({ answer }) => answer))].sort().join(', ')} } from './wire.ts';

/** The read operations. The API key is sent only where \`keyed\` is true. */
export const READ_OPERATIONS = {
${paths.join('\n')}
} as const;

/** The type of each operation's answer. */
export interface ReadAnswers {
${methods.map(({ operation, answer }) => `${operation.id}: ${answer};`).join('\n')}
}
`;
}
