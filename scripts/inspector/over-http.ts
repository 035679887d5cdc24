// Attempts over HTTP: the routes of the console on a real port, with the store and the clock of the desk.

import type { Problem } from '@rf-indicators/contract';
import type { ActName } from '@rf-indicators/contract/acts';
import { CONSOLE_OPERATIONS } from '@rf-indicators/contract/console';
import { startConsoleAlone } from '../../packages/server/test/console/console-alone.ts';
import type { Desk, Person } from './desk.ts';
import { SERVICE_ERROR, type Try } from './refusal.ts';

export const OPERATIONS = new Map(CONSOLE_OPERATIONS.map((operation) => [operation.act, operation]));

/** The server is started once; attempts are made one after another, each on the desk that is set here. */
let desk: Desk;
let started: Promise<string> | null = null;

export async function performOverHttp(
  on: Desk,
  by: Person | 'nobody',
  name: ActName,
  input: object,
  isAltered = false,
): Promise<Try> {
  desk = on;
  started ??= startConsoleAlone(() => desk.services);
  const { method, path } = OPERATIONS.get(name)!;
  const isRead = method === 'GET';
  const query = isRead ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
  const response = await fetch(`${await started}${path}${query}`, {
    method,
    headers: {
      connection: 'close',
      ...(isRead ? {} : { 'content-type': 'application/json' }),
      ...(by === 'nobody' ? {} : { authorization: `Bearer ${on.people[by].token}` }),
    },
    ...(isRead ? {} : { body: JSON.stringify(input) }),
  });
  const answer = await response.text();
  if (response.ok) return { refusal: null };
  if (response.status === 500 && isAltered) return SERVICE_ERROR;
  if (response.status >= 500) throw new Error(`${method} ${path} was answered ${response.status}: ${answer}`);
  return { refusal: asRead(JSON.parse(answer) as Problem) };
}

/** In one line, as the refusals of commands are read. */
export function asRead({ detail, errors = [] }: Problem): string {
  const places = errors.map(({ pointer, message }) =>
    pointer === undefined ? message : `${pointer}: ${message}`,
  );
  return [detail, ...places].join(' ');
}
