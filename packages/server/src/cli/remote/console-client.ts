// Client of the console: sends one act to a server, and repeats it where that cannot do anything twice.

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Problem } from '@rf-indicators/contract';
import type { Act, ActName, AnswerOf, InputOf } from '@rf-indicators/contract/acts';
import { CONSOLE_OPERATIONS, type ConsoleOperation } from '@rf-indicators/contract/console';
import { fillFirst } from '@rf-indicators/contract/template';
import { EXIT } from '../terminal.ts';
import { connectionFault } from './connection-faults.ts';
import { errorOf } from './problems.ts';
import type { Server } from './server.ts';
import { ServerError } from './server-error.ts';

/** How long to wait before each repetition. */
const PAUSES_MS = [250, 500, 1000];
const ANSWER_MS = 60_000;
/** For a run over all providers, which can also wait behind others. */
const LONG_ANSWER_MS = 30 * 60_000;

const OPERATION_OF = new Map<ActName, ConsoleOperation>(
  CONSOLE_OPERATIONS.map((operation) => [operation.act, operation]),
);

/** `token` is null for acts that need no sign-in. Throws a refusal, as performing the act locally would. */
export async function callConsole<Name extends ActName>(
  server: Server,
  name: Name,
  input: InputOf<Name>,
  token: string | null,
): Promise<AnswerOf<Name>> {
  const operation = OPERATION_OF.get(name)!;
  const { entry } = operation;
  const request = requestOf(operation, input, token);
  const url = `${server.href}${operation.path}${request.query}`;
  // The server performs an act with the same Idempotency-Key once.
  const isRepeatable = entry.kind === 'read' || entry.creates === true;
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await sendOnce(server, url, request.init, entry);
    const mayRepeat = outcome.kind === 'failed' && outcome.mayPass && (isRepeatable || !outcome.wasSent);
    const wait = PAUSES_MS[attempt];
    if ((mayRepeat || isBeingHandled(outcome, attempt)) && wait !== undefined) {
      await pause(wait);
      continue;
    }
    if (outcome.kind === 'failed') throw outcome.error;
    if (outcome.kind === 'problem') throw errorOf(outcome.problem, server);
    const lost = lostSecret(name, entry, outcome.answer);
    if (lost !== null) throw lost;
    return outcome.answer as AnswerOf<Name>;
  }
}

type Outcome =
  | { kind: 'answer'; answer: unknown }
  | { kind: 'problem'; problem: Problem }
  | { kind: 'failed'; wasSent: boolean; mayPass: boolean; error: Error };

function requestOf({ method, entry }: ConsoleOperation, input: object, token: string | null) {
  const headers: Record<string, string> = { accept: 'application/json', 'user-agent': 'rf' };
  if (token !== null) headers.authorization = `Bearer ${token}`;
  if (entry.creates) headers['idempotency-key'] = randomUUID();
  // A redirect would lose the token, or make a GET of a POST.
  const init: RequestInit = { method, headers, redirect: 'manual' };
  if (method === 'GET') return { query: queryOf(input), init };
  headers['content-type'] = 'application/json';
  return { query: '', init: { ...init, body: JSON.stringify(input) } };
}

function queryOf(input: object): string {
  const parameters = Object.entries(input).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  return parameters.length === 0 ? '' : `?${new URLSearchParams(parameters)}`;
}

async function sendOnce(server: Server, url: string, init: RequestInit, entry: Act): Promise<Outcome> {
  const signal = AbortSignal.timeout(entry.takesLong ? LONG_ANSWER_MS : ANSWER_MS);
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, { ...init, signal, ...(entry.takesLong ? await patient() : {}) });
    text = await response.text();
  } catch (error) {
    return { kind: 'failed', ...connectionFault(error, server, entry.kind === 'read') };
  }
  return readResponse(server, response, text);
}

/** fetch gives up after five minutes without a response, by default. */
async function patient(): Promise<RequestInit> {
  const { Agent } = await import('undici');
  return { dispatcher: new Agent({ headersTimeout: 0, bodyTimeout: 0 }) } as unknown as RequestInit;
}

function readResponse(server: Server, response: Response, text: string): Outcome {
  const { status, headers } = response;
  if (status >= 300 && status < 400) {
    const to = headers.get('location') ?? 'another address';
    const words = `${server.href} redirects to ${to}. Use the address of the service itself (RF_URL or --url).`;
    return failed(new ServerError(EXIT.usage, words));
  }
  const mediaType = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const value = /^application\/(problem\+)?json$/.test(mediaType) ? parsed(text) : undefined;
  if (status === 200 && value !== undefined) return { kind: 'answer', answer: value };
  const problem = value as Partial<Problem> | undefined;
  if (typeof problem?.code === 'string' && typeof problem.detail === 'string') {
    if (problem.code !== 'service_unavailable') return { kind: 'problem', problem: problem as Problem };
    return { kind: 'failed', wasSent: true, mayPass: true, error: errorOf(problem as Problem, server) };
  }
  if (status === 502 || status === 503 || status === 504) {
    const words = `The server at ${server.href} is not available (status ${status}).`;
    return { ...failed(new ServerError(EXIT.unavailable, words)), mayPass: true };
  }
  const words =
    `${server.href} does not answer as an RF Risk Indicators service does (status ${status}, ` +
    `${mediaType === '' ? 'no media type' : mediaType}). Check the address (RF_URL or --url).`;
  return failed(new ServerError(EXIT.usage, words));
}

function failed(error: ServerError) {
  return { kind: 'failed' as const, wasSent: true, mayPass: false, error };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The first request, whose answer was lost, may still be at work. */
function isBeingHandled(outcome: Outcome, attempt: number): boolean {
  if (attempt === 0 || outcome.kind !== 'problem') return false;
  return outcome.problem.code === 'conflict' && outcome.problem.detail?.includes('Idempotency-Key') === true;
}

/**
 * Secrets are shown once: if the connection broke, the server repeats its answer without them. Null if the answer has
 * everything that it should.
 */
function lostSecret(
  name: ActName,
  { secrets = [], ifLost = 'Repeat it to get another.' }: Act,
  answer: unknown,
): ServerError | null {
  if (!secrets.some((pointer) => valueAt(answer, pointer) === null)) return null;
  const remedy = fillFirst(ifLost, answer, {});
  return new ServerError(
    EXIT.no,
    `It was done (${name}), but the connection broke before the answer arrived, and what it shows once is lost. ${remedy}`,
  );
}

function valueAt(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((parent, name) => (parent as Record<string, unknown> | null)?.[name] ?? null, value);
}
