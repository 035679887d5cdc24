// What each operation of the contract is in Python: the name of its method, its parameters and its answer.

import { isKeyed, OPERATIONS, type Operation } from '@rf-indicators/contract';
import type { ClassCollector, ModelClass } from './classes.ts';
import { describe, describesDates, isObject, plain, type Schema } from './schemas.ts';
import { className, prose, pythonName } from './text.ts';

/** Operations that the clients do not have, and why. Every other one gets a method, except spreadsheets, whose rows others return. */
const WITHOUT_METHOD: Readonly<Record<string, string>> = {
  callAgentTool:
    'call_tool is written by hand: a tool is a name and an input, and the MCP form is for MCP clients',
  evaluate: 'written by hand: it checks the answer, and has a deadline and a lifetime',
  getHealth: 'for process managers',
  getReadiness: 'for load balancers',
  getOpenApi: 'for code generators',
  getOpenApiYaml: 'for people',
  getBadge: 'for web pages',
  getAtomFeed: 'for feed readers',
  getJsonFeed: 'for feed readers',
  getWeeklyAtomFeed: 'for feed readers',
  getWeeklyJsonFeed: 'for feed readers',
  listDatasets: 'for programs that download files',
  getDataset: 'for programs that download files',
  getHistoryYear: 'for programs that download files',
  getHistoryDay: 'for programs that download files',
};

/** They change nothing: what they are asked is too long for an address. */
const READS_BY_POST: ReadonlySet<string> = new Set(['resolve']);

/** Where the operation id in snake case is not the name that reads best. */
const METHOD_NAMES: Readonly<Record<string, string>> = {
  getScoreHistory: 'get_history',
  getScoreChanges: 'get_changes',
  getScorePeers: 'get_peers',
  getChangelog: 'list_changelog',
};

/** Parameters whose name on the wire says too little. */
const PARAMETER_NAMES: Readonly<Record<string, string>> = { 'getComputation.id': 'verification_id' };

export type Place = 'path' | 'query' | 'body' | 'header';

export interface Parameter {
  wireName: string;
  name: string;
  place: Place;
  /** As it is declared, such as limit: Optional[int] = None. */
  declaration: string;
  required: boolean;
  description: string;
  /** Several segments of a path, with slashes between them. */
  spansSegments: boolean;
}

export interface Method {
  operation: Operation;
  name: string;
  parameters: Parameter[];
  /** The class of the answer, or str or bytes. */
  answer: string;
  /** For lists that come in pages. */
  pages: { iterator: string; row: string } | undefined;
  takesKey: boolean;
  isRepeatable: boolean;
}

/** Adds the classes of the answers to the collector. */
export function methodsOf(collector: ClassCollector): Method[] {
  const operations: Operation[] = Object.values(OPERATIONS);
  return operations
    .filter(({ id, tag }) => !(id in WITHOUT_METHOD) && tag !== 'spreadsheets')
    .map((operation) => methodOf(operation, collector));
}

function methodOf(operation: Operation, collector: ClassCollector): Method {
  const { id, method, query, headers } = operation;
  const name = METHOD_NAMES[id] ?? pythonName(id);
  const answer = answerType(operation, collector);
  const isPaged = 'cursor' in query.properties;
  const row = collector.classes.find((each: ModelClass) => each.name === answer)?.row;
  if (isPaged && row === undefined) throw new Error(`${id} takes a cursor, but its answer has no rows.`);
  return {
    operation,
    name,
    parameters: parametersOf(operation),
    answer,
    pages: isPaged ? { iterator: name.replace(/^(list|get)_/, 'iter_'), row: row! } : undefined,
    takesKey: isKeyed(operation),
    isRepeatable:
      method === 'GET' || READS_BY_POST.has(id) || 'Idempotency-Key' in (headers?.properties ?? {}),
  };
}

function answerType({ id, success }: Operation, collector: ClassCollector): string {
  const schema = success.schema && plain(success.schema);
  if (schema && isObject(schema)) return collector.add(schema, `${className(id)}Answer`);
  return success.mediaType === 'application/octet-stream' ? 'bytes' : 'str';
}

/** Required ones first, in the contract's order, except that the parameters of paging follow those that filter. */
function parametersOf(operation: Operation): Parameter[] {
  const { params, query, headers, body } = operation;
  const all = [
    ...listed(operation, 'path', params),
    ...pagingLast(listed(operation, 'query', query)),
    ...listed(operation, 'body', body),
    ...listed(operation, 'header', headers),
  ];
  return [...all.filter(({ required }) => required), ...all.filter(({ required }) => !required)];
}

function listed({ id }: Operation, place: Place, object: object | undefined): Parameter[] {
  const { properties = {}, required = [] } = object ? plain(object) : {};
  return Object.entries(properties).map(([wireName, schema]) => {
    const name = PARAMETER_NAMES[`${id}.${wireName}`] ?? pythonName(wireName);
    const type = parameterType(schema);
    const isRequired = required.includes(wireName);
    return {
      wireName,
      name,
      place,
      declaration: isRequired ? `${name}: ${type}` : `${name}: Optional[${type}] = None`,
      required: isRequired,
      description: parameterDescription(schema),
      spansSegments: schema.pattern?.includes('/') ?? false,
    };
  });
}

function pagingLast(parameters: Parameter[]): Parameter[] {
  const isPaging = ({ name }: Parameter) => name === 'limit' || name === 'cursor';
  const leading = parameters.findIndex((each) => !isPaging(each));
  return leading <= 0 ? parameters : [...parameters.slice(leading), ...parameters.slice(0, leading)];
}

function parameterType(schema: Schema): string {
  if (describesDates(schema)) return 'Moment';
  if (schema.type === 'array') return `Sequence[${parameterType(schema.items!)}]`;
  const types: Record<string, string> = { integer: 'int', number: 'float', boolean: 'bool' };
  return types[schema.type ?? ''] ?? 'str';
}

function parameterDescription(schema: Schema): string {
  const text = prose(describe(schema));
  return schema.default === undefined ? text : `${text} Default: ${schema.default}.`.trim();
}
