// The members of OpenAPI documents that the API reference shows.

export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  default?: unknown;
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
}

export interface Media {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, unknown>;
}

export interface Answer {
  $ref?: string;
  description: string;
  headers?: Record<string, { $ref?: string; description?: string }>;
  content?: Record<string, Media>;
}

export interface OperationObject {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Answer>;
  'x-access'?: string;
  'x-caching'?: string;
  'x-required-entitlement'?: string;
  'x-required-tier'?: string;
  'x-note'?: string;
  'x-act'?: string;
}

export interface Document {
  tags?: { name: string; description: string }[];
  paths: Record<string, Record<string, OperationObject>>;
  webhooks?: Record<string, { post: OperationObject }>;
  components: Record<string, Record<string, unknown>>;
}

export const JSON_TYPE = 'application/json';
export const PROBLEM_TYPE = 'application/problem+json';

/** What a reference leads to, or the object itself. A description beside a reference wins. */
export function resolved<Given extends { $ref?: string }>(document: Document, given: Given): Given {
  if (given.$ref === undefined) return given;
  const [, , kind, name] = given.$ref.split('/') as [string, string, string, string];
  const { $ref: _, ...beside } = given;
  return { ...resolved(document, document.components[kind]![name] as Given), ...beside };
}

/** The name of the schema that a reference leads to. */
export function nameOf({ $ref }: Schema): string | null {
  return $ref?.split('/').at(-1) ?? null;
}
