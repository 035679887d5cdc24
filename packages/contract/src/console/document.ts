// Builds the OpenAPI document of the console from the table of acts.

import type { Act } from '../acts/index.ts';
import { type JsonObject, parameterSchema, writeSchema } from '../openapi/references.ts';
import { CONSOLE_OPERATIONS, type ConsoleOperation, needsFreshSession, parameterKind } from './operations.ts';
import { responseComponents, responsesOf } from './responses.ts';
import { SESSION_READ_PROBLEMS, sessionReadPaths } from './session-read-objects.ts';

export interface ConsoleDocument {
  openapi: '3.1.1';
  info: JsonObject;
  servers: { url: string }[];
  paths: Record<string, JsonObject>;
  components: JsonObject;
}

const INFO = {
  title: 'RF Risk Indicators: console',
  version: '1.0',
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  description:
    'Everything that members of a workspace and the staff can do and read. Programs send a member token or a staff token as a bearer token; browsers send a session cookie, and are answered on the same origin alone.',
};

export function consoleDocument(baseUrl: string): ConsoleDocument {
  const paths: Record<string, JsonObject> = sessionReadPaths();
  for (const operation of CONSOLE_OPERATIONS)
    paths[operation.path] = { [operation.method.toLowerCase()]: operationObject(operation) };
  return {
    openapi: '3.1.1',
    info: INFO,
    servers: [{ url: baseUrl }],
    paths,
    components: {
      ...responseComponents(baseUrl, paths, SESSION_READ_PROBLEMS),
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'A member token or a staff token.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'rf.session_token',
          description:
            'A session of the web site; with https, the name of the cookie begins with __Host-. Requests other than GET need an Origin header with the address of the site.',
        },
      },
    },
  };
}

function operationObject(operation: ConsoleOperation): JsonObject {
  const { act, method, entry } = operation;
  const object: JsonObject = {
    operationId: operationId(act),
    tags: [act.split('.')[0]!],
    summary: entry.description,
    description: `${entry.description} ${whoMay(entry)}`,
    'x-act': act,
    'x-caching': 'none',
    security: entry.who.anyone === undefined ? [{ token: [] }, { session: [] }] : [],
  };
  const parameters = [
    ...(method === 'GET' ? queryOf(entry) : []),
    ...(entry.creates ? [IDEMPOTENCY_KEY] : []),
  ];
  if (parameters.length > 0) object.parameters = parameters;
  if (method === 'POST')
    object.requestBody = {
      required: true,
      content: { 'application/json': { schema: writeSchema(entry.input) } },
    };
  object.responses = responsesOf(entry);
  return object;
}

/** keys.revoke_by_operator becomes keysRevokeByOperator. */
function operationId(act: string): string {
  return act.replaceAll(/[._](\w)/g, (_, letter: string) => letter.toUpperCase());
}

const IDEMPOTENCY_KEY: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Names the request for 24 hours. A repetition changes nothing and gets the first answer again, without its secrets.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function queryOf({ input }: Act): JsonObject[] {
  const required: readonly string[] = input.required ?? [];
  return Object.entries(input.properties).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(parameterKind(property) === 'texts' ? { style: 'form', explode: true } : {}),
    ...parameterSchema(property),
  }));
}

function whoMay(entry: Act): string {
  const { who } = entry;
  if (who.anyone !== undefined) return `Takes ${who.anyone}.`;
  const roles = [
    ...(who.member === undefined ? [] : [`a member of the workspace (${who.member.join(', ')})`]),
    ...(who.staff === undefined ? [] : [`staff (${who.staff.join(', ')})`]),
  ];
  const fresh = needsFreshSession(entry) ? ' A session must be at most 10 minutes old.' : '';
  const second = who.secondPerson === undefined ? '' : ` A second person is required: ${who.secondPerson}.`;
  return `For ${roles.join(' or ')}.${second}${fresh}`;
}
