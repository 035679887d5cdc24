// The operations of a server, as its own OpenAPI document lists them.

export interface Schema {
  type?: string;
  enum?: string[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  anyOf?: Schema[];
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  schema: Schema;
}

export interface ListedOperation {
  id: string;
  method: 'GET' | 'POST';
  path: string;
  isKeyed: boolean;
  pathParameters: Parameter[];
  queryParameters: Parameter[];
}

interface OpenApiDocument {
  paths: Record<string, Record<string, OpenApiOperation>>;
}

interface OpenApiOperation {
  operationId: string;
  security?: unknown[];
  parameters?: (Parameter | { $ref: string })[];
}

export function listOperations(documentText: string): ListedOperation[] {
  const { paths } = JSON.parse(documentText) as OpenApiDocument;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, security = [], parameters = [] }]) => {
      // What is shared by reference are headers, which are varied for every operation alike.
      const own = parameters.filter((parameter): parameter is Parameter => 'name' in parameter);
      return {
        id: operationId,
        method: method.toUpperCase() as 'GET' | 'POST',
        path,
        isKeyed: security.length > 0,
        pathParameters: own.filter((parameter) => parameter.in === 'path'),
        queryParameters: own.filter((parameter) => parameter.in === 'query'),
      };
    }),
  );
}
