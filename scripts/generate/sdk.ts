// Generates the parts of the JavaScript client that repeat the contract: the types of everything that is sent, the
// parameters of each read operation, and the table of read operations.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import {
  isKeyed,
  OPERATIONS,
  type OpenApiDocument,
  type Operation,
  openApiDocument,
} from '@rf-indicators/contract';
import type { GeneratedFile } from './generated-file.ts';
import { declaration, docComment, literal, type Schema, typeOf } from './typescript-types.ts';

const FOLDER = 'packages/sdk/src/generated';
const HEADER = '// Generated from packages/contract by `npm run generate`. Do not edit.\n\n';

export async function sdkFiles(): Promise<GeneratedFile[]> {
  const document = openApiDocument({ baseUrl: 'https://indicators.example' });
  const files = {
    'wire.ts': wireTypes(document),
    'queries.ts': queryTypes(document),
    'operations.ts': operationTable(document),
  };
  return Object.entries(files).map(([name, text]) => {
    const path = `${FOLDER}/${name}`;
    return { path, text: formatted(path, HEADER + text) };
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
function queryTypes(document: OpenApiDocument): string {
  return readOperations()
    .map(({ id, path }) => {
      const { parameters = [] } = document.paths[path]!.get as { parameters?: unknown };
      const query = (parameters as Parameter[]).filter((parameter) => parameter.in === 'query');
      if (query.length === 0) return '';
      const members = query.map(({ name, description, schema }) => {
        const { minimum, maximum } = schema;
        const range = minimum === undefined ? '' : ` From ${minimum} to ${maximum}.`;
        return `${docComment(description + range, '')}${name}?: ${typeOf(schema)} | undefined;\n`;
      });
      const name = id[0]!.toUpperCase() + id.slice(1);
      return `/** Parameters of ${id}. */\nexport interface ${name}Query {\n${members.join('')}}\n\n`;
    })
    .join('');
}

/** Where each operation is found, and what type its answer has. */
function operationTable(document: OpenApiDocument): string {
  const operations = readOperations();
  const answers = operations.map(({ id, path, success }) => {
    const { responses } = document.paths[path]!.get as unknown as {
      responses: Record<number, { content: Record<string, { schema: Schema }> }>;
    };
    return { id, type: typeOf(responses[success.status]!.content['application/json']!.schema) };
  });
  const paths = operations.map(
    (operation) => `${operation.id}: { path: ${literal(operation.path)}, keyed: ${isKeyed(operation)} },`,
  );
  return `
import type { ${[...new Set(answers.map(({ type }) => type))].sort().join(', ')} } from './wire.ts';

/** The read operations. The API key is sent only where \`keyed\` is true. */
export const READ_OPERATIONS = {
${paths.join('\n')}
} as const;

/** The type of each operation's answer. */
export interface ReadAnswers {
${answers.map(({ id, type }) => `${id}: ${type};`).join('\n')}
}
`;
}

/** Operations that return JSON; service checks, feeds, images and the log are not among them. */
function readOperations(): Operation[] {
  return Object.values<Operation>(OPERATIONS).filter(
    ({ method, path, success }) =>
      method === 'GET' && /^\/api\/(v1|public)\//.test(path) && success.mediaType === 'application/json',
  );
}

/** As the linter wants it, so that generated files need no exception. */
function formatted(path: string, text: string): string {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const options = { cwd: root, input: text, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(
    `${root}node_modules/.bin/biome`,
    ['check', '--write', `--stdin-file-path=${path}`],
    options,
  );
  if (status !== 0) throw new Error(`${path} could not be formatted.\n${stderr}`);
  return stdout;
}
