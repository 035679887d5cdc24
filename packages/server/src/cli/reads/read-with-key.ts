// Reads operations of the API with a key, over HTTP.

import { OPERATIONS, type Operation, type OperationId, type Problem } from '@rf-indicators/contract';
import { connectionFault } from '../remote/connection-faults.ts';
import { errorOf } from '../remote/problems.ts';
import { type Server, serverOf } from '../remote/server.ts';
import { ServerError } from '../remote/server-error.ts';
import { EXIT, type Terminal, UsageError } from '../terminal.ts';

export type Given = Readonly<Record<string, string | number | undefined>>;

const ANSWER_MS = 60_000;
const LARGEST_PAGE = 1000;

/** `given` are the parameters of the path and of the query. */
export type ReadOperation = (
  id: OperationId,
  given: Given,
  body?: object,
) => Promise<Record<string, unknown>>;

/** The key is given, or in RF_API_KEY, which no list of processes shows. */
export function readerWith(terminal: Terminal, key: string | undefined): ReadOperation {
  const server = serverOf(terminal);
  if (server === null)
    throw new UsageError('Say which service: set RF_URL, or write --url https://indicators.example.');
  const given = (key || terminal.env.RF_API_KEY)?.trim();
  if (!given) throw new UsageError('An API key is needed: set RF_API_KEY, or give --key.');
  return (id, parameters, body) => read(server, given, OPERATIONS[id], parameters, body);
}

async function read(
  server: Server,
  key: string,
  operation: Operation,
  given: Given,
  body: object | undefined,
): Promise<Record<string, unknown>> {
  const url = `${server.href}${pathOf(operation, given)}`;
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      headers: {
        ...{ accept: 'application/json', 'user-agent': 'rf', 'x-api-key': key },
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    text = await response.text();
  } catch (error) {
    throw connectionFault(error, server, true).error;
  }
  const value = parsed(text);
  if (response.status === 200 && value !== undefined) return value;
  if (typeof value?.code === 'string') throw problemError(value as unknown as Problem, server, operation);
  throw new ServerError(
    EXIT.usage,
    `${server.href} does not answer as an RF Risk Indicators service does (status ${response.status}). Check the address (RF_URL or --url).`,
  );
}

/** What is not there is an answer, in the words of the service; other problems are those of every command. */
function problemError(problem: Problem, server: Server, { params }: Operation): Error {
  const { code, detail, errors = [] } = problem;
  if (problem.status === 404) return new ServerError(EXIT.no, `${detail} (${code})`);
  if (code === 'invalid_parameter') {
    const inPath = (parameter = '') => Object.hasOwn(params.properties, parameter);
    const mistakes = errors.map(({ parameter, message }) =>
      inPath(parameter) ? `${argumentName(parameter!)} ${message}` : `${parameter} ${message}`,
    );
    const sentence = mistakes.length === 0 ? detail : `${mistakes.join('; ')}.`.replace(/\.\.$/, '.');
    const isProvider = errors.some(({ parameter }) => parameter === 'providerId');
    return new UsageError(isProvider ? `${sentence} rf scores list shows the slugs.` : sentence);
  }
  if (problem.status === 401 || problem.status === 403)
    return new ServerError(EXIT.no, `${detail} (${code})`);
  return errorOf(problem, server);
}

/** The name of a path parameter as an argument of a command: providerId becomes provider. */
export function argumentName(parameter: string): string {
  return parameter.replace(/Id$/, '').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function pathOf({ path }: Operation, given: Given): string {
  const query = new URLSearchParams();
  const rest = new Set(Object.keys(given));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    rest.delete(name);
    return encodeURIComponent(String(given[name]));
  });
  for (const name of rest) if (given[name] !== undefined) query.set(name, String(given[name]));
  return query.size === 0 ? filled : `${filled}?${query}`;
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Follows the pages of a list to its end, or until it has `most` rows. The other members are those of the first page. */
export async function readList(
  read: ReadOperation,
  id: OperationId,
  given: Given,
  most = Number.POSITIVE_INFINITY,
): Promise<Record<string, unknown> & { data: Record<string, unknown>[] }> {
  const size = Math.min(most, LARGEST_PAGE);
  const first = await read(id, { ...given, limit: size });
  const data = [...(first.data as Record<string, unknown>[])];
  let next = first.next_cursor as string | null;
  while (next !== null && data.length < most) {
    const page = await read(id, { ...given, limit: size, cursor: next });
    if (page.next_cursor === next) throw new Error('The service answers with the same page again.');
    data.push(...(page.data as Record<string, unknown>[]));
    next = page.next_cursor as string | null;
  }
  return { ...first, data: data.slice(0, most), next_cursor: next };
}
