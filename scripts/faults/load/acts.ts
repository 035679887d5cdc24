// Acts of the load: what staff and members do over HTTP, with a token.

import { randomUUID } from 'node:crypto';
import type { ActName, AnswerOf, InputOf } from '@rf-indicators/contract/acts';
import { CONSOLE_OPERATIONS, type ConsoleOperation } from '@rf-indicators/contract/console';
import type { Requests } from './request.ts';

/**
 * `unavailable`: the service said that it did not do it (503, or no connection). `unknown`: the answer did not arrive, so
 * it may have been done.
 */
export type Performed<Name extends ActName> =
  | { kind: 'done'; answer: AnswerOf<Name> }
  | { kind: 'refused'; status: number; code: string; detail: string }
  | { kind: 'unavailable' | 'unknown'; reason: string };

const OPERATION_OF = new Map<ActName, ConsoleOperation>(
  CONSOLE_OPERATIONS.map((operation) => [operation.act, operation]),
);

export async function perform<Name extends ActName>(
  requests: Requests,
  node: string,
  { name, input, token }: { name: Name; input: InputOf<Name>; token: string },
): Promise<Performed<Name>> {
  const { method, path, entry } = OPERATION_OF.get(name)!;
  const headers: Record<string, string> = { authorization: `Bearer ${token}`, accept: 'application/json' };
  if (entry.creates) headers['idempotency-key'] = randomUUID();
  const query = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
  if (method === 'POST') headers['content-type'] = 'application/json';
  const outcome = await requests.send(`${node}${path}${query}`, {
    method: method as 'GET' | 'POST',
    headers,
    ...(method === 'POST' ? { body: JSON.stringify(input) } : {}),
  });
  if (outcome.kind === 'failed')
    return { kind: outcome.wasSent ? 'unknown' : 'unavailable', reason: outcome.reason };
  if (outcome.status === 200) return { kind: 'done', answer: JSON.parse(outcome.text) as AnswerOf<Name> };
  const problem = problemOf(outcome.text);
  if (outcome.status === 502 || outcome.status === 504)
    return { kind: 'unknown', reason: `status ${outcome.status}` };
  if (outcome.status === 503) return { kind: 'unavailable', reason: problem.detail };
  return { kind: 'refused', status: outcome.status, ...problem };
}

function problemOf(text: string): { code: string; detail: string } {
  try {
    const { code = '', detail = '' } = JSON.parse(text) as { code?: string; detail?: string };
    return { code, detail };
  } catch {
    return { code: '', detail: text.slice(0, 200) };
  }
}
