// Whether the OpenAPI text describes a response: its status, its type, its body, its headers.

import type { IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { characterProblem, TEXT_FORMATS } from '@rf-indicators/contract/plain-text';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { epochNumbersIn } from './instants.ts';

export interface Called {
  status: number;
  headers: IncomingHttpHeaders;
  /** As they came, compressed or not. */
  bytes: Buffer;
  /** Decoded. */
  text: string;
  /** The body where it is JSON; undefined otherwise. */
  // biome-ignore lint/suspicious/noExplicitAny: every body was checked against its schema already.
  json: any;
}

export function calledOf(status: number, headers: IncomingHttpHeaders, bytes: Buffer): Called {
  const text = decoded(bytes, headers['content-encoding']).toString('utf8');
  const isJson = /[/+]json\b/.test(headers['content-type'] ?? '') && text !== '';
  return { status, headers, bytes, text, json: isJson ? JSON.parse(text) : undefined };
}

/** The few parts of an OpenAPI document that are looked at. */
export interface OpenApi {
  servers: { url: string }[];
  paths: Record<string, Partial<Record<'get' | 'post', OpenApiOperation>>>;
  components: { schemas?: Record<string, object>; responses: Record<string, OpenApiResponse> };
}

export interface OpenApiOperation {
  operationId: string;
  security: object[];
  'x-access': string;
  'x-caching': 'public' | 'keyed' | 'immutable' | 'none';
  'x-key-scopes'?: string[];
  'x-required-entitlement'?: string;
  'x-required-tier'?: string;
  parameters?: OpenApiParameter[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, OpenApiResponse | { $ref: string }>;
}

export interface OpenApiParameter {
  name?: string;
  in?: 'path' | 'query' | 'header';
  required?: boolean;
  schema?: Record<string, unknown>;
  $ref?: string;
}

export interface OpenApiResponse {
  headers?: Record<string, object>;
  content?: Record<string, { schema?: object; examples?: Record<string, object> }>;
}

/** Problems of paths that are not in the document, by status. */
const ANYWHERE: Record<number, string> = {
  400: 'malformed_request',
  408: 'request_timeout',
  414: 'uri_too_long',
  431: 'headers_too_large',
  503: 'service_unavailable',
};
/** Can be sent before admission, when nothing is known of a limit. */
const BEFORE_ADMISSION = ['malformed_request', 'service_unavailable'];
/** Not described one by one: the connection, the bytes of the body, and what lets browsers read any response. */
const UNDESCRIBED = new Set([
  'access-control-allow-origin',
  'access-control-expose-headers',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
]);
/** Beside the encoding. */
const VARY: Partial<Record<string, string>> = { keyed: 'x-api-key, ', negotiated: 'Accept, ' };
const CACHE_CONTROL = {
  public: 'public, max-age=60, stale-while-revalidate=300',
  negotiated: 'public, max-age=60, stale-while-revalidate=300',
  keyed: 'private, no-cache',
  immutable: 'public, max-age=31536000, immutable',
  none: 'no-store',
};
const WELL_FORMED_ID = /^[A-Za-z0-9._-]{1,64}$/;
/** Traces of code, of folders and of the database. */
const LEAK = /node_modules|file:\/\/|\/work\/|\/home\/|\/tmp\/|\.ts:\d+|\n\s+at |sqlite|SELECT |kysely/i;

/** Sent only with some of the answers that declare them. */
const SOMETIMES = new Set(['idempotent-replayed', 'link']);
/** Operations whose responses have `cached`, and are not always prepared. */
const SAYS_CACHED = new Set(['listScores', 'listPublicHistories', 'getPublicHistory']);

/** `isShared`: whether pages of other sites may read the response. */
export function faultsOf(
  document: OpenApi,
  method: string,
  path: string,
  called: Called,
  isShared = true,
): string[] {
  const faults: string[] = [];
  const { status, headers, bytes } = called;
  if (!WELL_FORMED_ID.test(String(headers['x-request-id'] ?? ''))) faults.push('there is no x-request-id');
  if (isShared && headers['access-control-allow-origin'] !== '*')
    faults.push('other origins may not read it');
  if (!isShared && Object.keys(headers).some((name) => name.startsWith('access-control-')))
    faults.push('other origins may read it');
  const isHead = method === 'HEAD';
  if ((isHead || status === 304 || status === 204) && bytes.length > 0) faults.push('it has a body');
  if (method === 'OPTIONS') return status === 204 ? faults : [...faults, 'OPTIONS is 204 on any path'];

  const plain = unescaped(path.split('?')[0]!);
  // The router may find that a line break belongs to no path at all.
  const hasNoPath = status === 404 && called.json?.code === 'not_found' && /[\r\n\u2028\u2029]/.test(plain);
  const template = hasNoPath ? null : templateOf(document, plain);
  const verb = (isHead ? 'get' : method.toLowerCase()) as 'get' | 'post';
  const operation = template === null ? undefined : document.paths[template]![verb];
  const response = operation && responseOf(document, operation, status);
  const codes = response && problemCodes(response);
  if (status >= 400 && !isHead) faults.push(...problemFaults(document, called, codes, template, response));
  if (operation === undefined) {
    if (status < 400) faults.push('no such operation is in the document');
    if (status === 405 && template !== null) faults.push(...allowFaults(document, template, called));
    return faults;
  }
  if (response === undefined) return [...faults, `${operation.operationId} declares no ${status}`];
  faults.push(...headerFaults(operation, response, called, isHead));
  if (!isHead && status !== 304)
    faults.push(...bodyFaults(document, called, placeOf(operation, template!, verb, status), response));
  return faults;
}

/** The template with the fewest variable parts that the path has the form of. */
export function templateOf(document: OpenApi, path: string): string | null {
  return templatesOf(document).find((template) => formOf(template).test(path)) ?? null;
}

const templates = new WeakMap<OpenApi, string[]>();

/** Those with the fewest variable parts first. */
function templatesOf(document: OpenApi): string[] {
  const variables = (template: string) => template.split('{').length;
  const known =
    templates.get(document) ?? Object.keys(document.paths).sort((a, b) => variables(a) - variables(b));
  templates.set(document, known);
  return known;
}

/** An escaped letter is that letter; what cannot be read so has the form of no path. */
function unescaped(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

const forms = new Map<string, RegExp>();

function formOf(template: string): RegExp {
  const known = forms.get(template);
  if (known !== undefined) return known;
  const text = template
    .split(/(\{[^}]+\})/)
    .map((part) =>
      // The one that is several segments; the document says so of it.
      part === '{path}' ? '.+' : part.startsWith('{') ? '[^/]+' : part.replaceAll(/[.]/g, '\\$&'),
    )
    .join('');
  const form = new RegExp(`^${text}$`, 's');
  forms.set(template, form);
  return form;
}

function responseOf(
  { components }: OpenApi,
  { responses }: OpenApiOperation,
  status: number,
): OpenApiResponse | undefined {
  const response = responses[status];
  return response && '$ref' in response ? components.responses[nameOf(response)] : response;
}

function nameOf({ $ref }: { $ref: string }): string {
  return $ref.split('/').at(-1)!;
}

/** Where the document has the response. */
function placeOf({ responses }: OpenApiOperation, template: string, verb: string, status: number): string[] {
  const response = responses[status]!;
  if ('$ref' in response) return ['components', 'responses', nameOf(response)];
  return ['paths', template, verb, 'responses', String(status)];
}

function problemCodes({ content }: OpenApiResponse): string[] | undefined {
  const examples = content?.['application/problem+json']?.examples;
  return examples && Object.keys(examples);
}

function problemFaults(
  document: OpenApi,
  { status, headers, json }: Called,
  codes: string[] | undefined,
  template: string | null,
  response: OpenApiResponse | undefined,
): string[] {
  // Refusals that are no problem documents, and are declared as such.
  const isJson = headers['content-type'] === 'application/json';
  if (isJson && response?.content?.['application/json']) return [];
  const faults: string[] = [];
  if (headers['content-type'] !== 'application/problem+json') return ['it is no problem document'];
  if (headers['cache-control'] !== 'no-store') faults.push('a refusal is kept nowhere');
  if (json?.status !== status) faults.push(`the document says status ${json?.status}`);
  if (json?.request_id !== headers['x-request-id']) faults.push('request_id is not x-request-id');
  const type = `${document.servers[0]!.url}/docs/errors#${json?.code}`;
  if (json?.type !== type) faults.push(`type is ${json?.type}, not ${type}`);
  if (LEAK.test(JSON.stringify(json))) faults.push('it tells of the machine');
  const may = codes ?? codesAnywhere(status, template);
  if (!may.includes(json?.code)) faults.push(`code ${json?.code} is none of: ${may.join(', ') || 'nothing'}`);
  const retryAfter = headers['retry-after'];
  if (status === 429 || status === 503) {
    if (!/^[1-9]\d*$/.test(retryAfter ?? '')) faults.push(`Retry-After is ${retryAfter}`);
    if (json?.retry_after !== undefined && String(json.retry_after) !== retryAfter) {
      faults.push('retry_after is not Retry-After');
    }
  }
  return faults;
}

/** Of what is no operation of the document. */
function codesAnywhere(status: number, template: string | null): string[] {
  if (status in ANYWHERE) return [ANYWHERE[status]!];
  if (status === 404 && template === null) return ['not_found'];
  return status === 405 && template !== null ? ['method_not_allowed'] : [];
}

function allowFaults({ paths }: OpenApi, template: string, { headers }: Called): string[] {
  const item = paths[template]!;
  const allowed = [...('get' in item ? ['GET', 'HEAD'] : []), ...('post' in item ? ['POST'] : [])].join(', ');
  return headers.allow === allowed ? [] : [`Allow is ${headers.allow}, not ${allowed}`];
}

function headerFaults(
  operation: OpenApiOperation,
  response: OpenApiResponse,
  { status, headers, json }: Called,
  isHead: boolean,
): string[] {
  const faults: string[] = [];
  // A refused HEAD does not say for which code.
  const early = BEFORE_ADMISSION.includes(json?.code) || (isHead && (status === 400 || status >= 500));
  const declared = Object.keys(response.headers ?? {});
  // There Vary says no more than that the body can be compressed.
  const isStoredNowhere = operation['x-caching'] === 'none' && headers.vary === 'Accept-Encoding';
  const known = new Set(declared.map((name) => name.toLowerCase()));
  for (const name of Object.keys(headers)) {
    if (!known.has(name) && !UNDESCRIBED.has(name) && !(name === 'vary' && isStoredNowhere))
      faults.push(`the header ${name} is not declared`);
  }
  for (const name of declared) {
    if (early && /^(x-)?ratelimit/i.test(name)) continue;
    if (SOMETIMES.has(name.toLowerCase())) continue;
    if (headers[name.toLowerCase()] === undefined) faults.push(`the header ${name} is declared and absent`);
  }
  if (status >= 400) return faults;
  const caching = operation['x-caching'];
  const kept = CACHE_CONTROL[caching];
  if (headers['cache-control'] !== kept)
    faults.push(`Cache-Control is ${headers['cache-control']}, not ${kept}`);
  if (caching === 'none') return faults;
  const vary = `${VARY[caching] ?? ''}Accept-Encoding`;
  if (headers.vary !== vary) faults.push(`Vary is ${headers.vary}, not ${vary}`);
  // Only what says whether it was kept may have a weak tag: two answers that say the same differ in their bytes.
  const isWeakAllowed = SAYS_CACHED.has(operation.operationId);
  const tag = isWeakAllowed ? /^(W\/)?"[^"]+"$/ : /^"[^"]+"$/;
  if (!tag.test(headers.etag ?? '')) faults.push(`${headers.etag} is no ETag for ${operation.operationId}`);
  return faults;
}

function bodyFaults(
  document: OpenApi,
  called: Called,
  place: readonly string[],
  { content }: OpenApiResponse,
): string[] {
  if (content === undefined) return called.bytes.length > 0 ? ['it has a body'] : [];
  const type = String(called.headers['content-type']).split(';')[0]!;
  const media = content[type];
  if (media === undefined)
    return [`the type ${type} is not declared, but ${Object.keys(content).join(', ')}`];
  if (media.schema === undefined) return [];
  const epochs = epochNumbersIn(called.json).map((found) => `an instant must be a text: ${found}`);
  if (epochs.length > 0) return epochs;
  // Most responses share a schema: a refusal of any operation is a problem document.
  const { $ref } = media.schema as { $ref?: string };
  const named = $ref !== undefined && Object.keys(media.schema).length === 1;
  const validate = validatorOf(
    document,
    named ? $ref.split('/').slice(1) : [...place, 'content', type, 'schema'],
  );
  if (validate(called.json ?? called.text)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${instancePath || 'the body'} ${message}`,
  );
}

interface Compiler {
  ajv: Ajv2020;
  known: Map<string, ValidateFunction>;
}

const compilers = new WeakMap<OpenApi, Compiler>();
/** By the text of all schemas, which is the same for all services of a process: compiling takes longer than most tests. */
const shared = new Map<string, Compiler>();

function compilerOf(document: OpenApi): Compiler {
  const known = compilers.get(document);
  if (known !== undefined) return known;
  const { paths, components } = document;
  const text = JSON.stringify([paths, components.schemas, components.responses]);
  const compiler = shared.get(text) ?? newCompiler(document);
  shared.set(text, compiler);
  compilers.set(document, compiler);
  return compiler;
}

function newCompiler(document: OpenApi): Compiler {
  // Not strict: the document has members of its own beside those of a schema.
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  addFormats.default(ajv);
  for (const format of TEXT_FORMATS) ajv.addFormat(format, (text) => characterProblem(text, format) === null);
  ajv.addSchema(document, 'openapi');
  return { ajv, known: new Map() };
}

function validatorOf(document: OpenApi, place: string[]): ValidateFunction {
  const compiler = compilerOf(document);
  const pointer = place.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
  const known = compiler.known.get(pointer);
  if (known !== undefined) return known;
  const validate = compiler.ajv.compile({ $ref: `openapi#/${encodeURI(pointer)}` });
  compiler.known.set(pointer, validate);
  return validate;
}

function decoded(bytes: Buffer, encoding: string | undefined): Buffer {
  if (bytes.length === 0) return bytes;
  if (encoding === 'gzip') return gunzipSync(bytes);
  return encoding === 'br' ? brotliDecompressSync(bytes) : bytes;
}
