// Sends a request to this server, and turns refusals into errors.

import type { Problem } from '@rf-indicators/contract';
import { ConnectionError, ProblemError } from './problem.ts';

export async function send<T>(
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<T> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        // What a page reads by itself must not keep a session alive that nobody uses.
        ...(isAttended() ? {} : { 'rf-unattended': '1' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    text = await response.text();
  } catch (error) {
    throw new ConnectionError('The server did not answer.', { cause: error });
  }
  const value = parsed(text);
  if (response.ok) return value as T;
  throw new ProblemError(value as Problem);
}

function parsed(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch (error) {
    // The page of a proxy, which could not reach the server or lost it on the way.
    throw new ConnectionError('The answer is not from the server.', { cause: error });
  }
}

const MOMENT_MS = 60_000;

// Opening the page counts.
let usedAt = Date.now();

for (const sign of ['keydown', 'pointerdown', 'wheel'])
  addEventListener(
    sign,
    () => {
      usedAt = Date.now();
    },
    { capture: true, passive: true },
  );

/** Whether somebody is using the page: they pressed a key or a button a moment ago. */
function isAttended(): boolean {
  return Date.now() - usedAt < MOMENT_MS;
}
