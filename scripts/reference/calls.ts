// How each operation is called, for the samples of the API reference: the methods of both clients by the names that they
// really have.

import { OPERATIONS, type OpenApiDocument, type Operation } from '@rf-indicators/contract';
import type { ActName } from '@rf-indicators/contract/acts';
import type { CallParameter, ClientCall, DescribedCall } from '@rf-indicators/contract/call-samples';
import { ClassCollector } from '../generate/python/classes.ts';
import { methodsOf } from '../generate/python/operations.ts';
import { ValueTypes } from '../generate/python/value-types.ts';
import { readMethods } from '../generate/sdk/operations.ts';
import { BODIES, bodyExample, parameterExample } from './example-values.ts';
import { type Document, JSON_TYPE, type OperationObject, type Parameter, resolved } from './open-api.ts';
import { commandOf } from './rf-commands.ts';

interface Named {
  call: ClientCall;
  /** The names of parameters in the client, by their names on the wire. */
  names: Readonly<Record<string, string>>;
}

/** Methods of the JavaScript client that are written by hand. */
const JAVASCRIPT_BY_HAND: Readonly<Record<string, ClientCall>> = {
  getCheckpoint: { method: 'getCheckpoint', takes: 'parameters' },
  getTile: { method: 'getTile', takes: 'parameters' },
  getLogList: { method: 'getLogList', takes: 'parameters' },
  resolve: { method: 'resolve', takes: 'list' },
  requestScore: { method: 'requestScore', takes: 'object' },
  callAgentTool: { method: 'callTool', takes: 'tool' },
};

const PYTHON_BY_HAND: Readonly<Record<string, ClientCall>> = {
  callAgentTool: { method: 'call_tool', takes: 'tool' },
};

export class ClientMethods {
  readonly #javascript = new Map<string, Named>();
  readonly #python = new Map<string, Named>();

  constructor(document: OpenApiDocument) {
    for (const { operation, name, parameters } of readMethods(document))
      this.#javascript.set(operation.id, {
        call: { method: name, takes: 'parameters' },
        names: Object.fromEntries(parameters.map((each) => [each.wireName, each.name])),
      });
    for (const { operation, name, parameters } of methodsOf(new ClassCollector(new ValueTypes())))
      this.#python.set(operation.id, {
        call: { method: name, takes: operation.body === undefined ? 'parameters' : 'members' },
        names: Object.fromEntries(parameters.map((each) => [each.wireName, each.name])),
      });
    for (const [id, call] of Object.entries(JAVASCRIPT_BY_HAND))
      this.#javascript.set(id, { call, names: {} });
    for (const [id, call] of Object.entries(PYTHON_BY_HAND)) this.#python.set(id, { call, names: {} });
  }

  javascript(id: string): Named | null {
    return this.#javascript.get(id) ?? null;
  }

  python(id: string): Named | null {
    return this.#python.get(id) ?? null;
  }
}

export function callOf(
  document: Document,
  methods: ClientMethods,
  { method, path, operation }: { method: string; path: string; operation: OperationObject },
): DescribedCall {
  const id = operation.operationId;
  const act = operation['x-act'] as ActName | undefined;
  const javascript = act === undefined ? methods.javascript(id) : null;
  const python = act === undefined ? methods.python(id) : null;
  const body = operation.requestBody?.content[JSON_TYPE]?.schema;
  return {
    method,
    path,
    proof: proofOf(operation),
    parameters: parametersOf(document, operation).map((parameter) => ({
      ...parameter,
      javascript: javascript?.names[parameter.name] ?? parameter.name,
      python: python?.names[parameter.name] ?? parameter.name,
    })),
    body: body === undefined ? null : (BODIES[id] ?? bodyExample(document, body)),
    answer: answerOf(id),
    javascript: javascript?.call ?? null,
    python: python?.call ?? null,
    command: act === undefined ? null : commandOf(act),
  };
}

function proofOf({ security }: OperationObject): DescribedCall['proof'] {
  const schemes = security.flatMap((scheme) => Object.keys(scheme));
  if (schemes.includes('apiKey')) return 'key';
  if (schemes.includes('token')) return 'token';
  return schemes.includes('session') ? 'session' : 'none';
}

type WithoutNames = Omit<CallParameter, 'javascript' | 'python'>;

/** Headers are left out: the clients send them by themselves. */
function parametersOf(document: Document, { operationId, parameters = [] }: OperationObject): WithoutNames[] {
  return parameters
    .map((given) => resolved(document, given))
    .flatMap((parameter) => {
      const { name, in: place, required = false } = parameter;
      if (place === 'header') return [];
      const example = required ? parameterExample(operationId, name) : '';
      return [{ name, place, form: formOf(parameter), isRequired: required, example }];
    });
}

function formOf({ name, schema }: Parameter): CallParameter['form'] {
  if (schema.type === 'integer' || schema.type === 'number' || name === 'index') return 'number';
  if (schema.type === 'boolean') return 'boolean';
  return schema.type === 'array' ? 'list' : 'text';
}

function answerOf(id: string): DescribedCall['answer'] {
  const operations: Readonly<Record<string, Operation>> = OPERATIONS;
  const mediaType = operations[id]?.success.mediaType ?? JSON_TYPE;
  if (/json/.test(mediaType)) return 'json';
  return /octet-stream|gzip|openxml/.test(mediaType) ? 'bytes' : 'text';
}
