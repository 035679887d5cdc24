// The operations of the console: one for each act of the table. Routes, validation and the OpenAPI document of the
// console are derived from them.

import type { TObject, TSchema } from 'typebox';
import { ACTS, type Act, type ActName } from '../acts/index.ts';

export const CONSOLE_PATH = '/api/console';

export interface ConsoleOperation {
  act: ActName;
  /** GET for reads whose input fits into a query; POST for everything else. */
  method: 'GET' | 'POST';
  path: string;
  entry: Act;
}

/** Reads that take documents have them in the body. */
function fitsQuery({ properties }: TObject): boolean {
  return Object.values(properties).every((property) => parameterKind(property) !== null);
}

export type ParameterKind = 'text' | 'integer' | 'boolean' | 'texts';

/** How a member of an input is written in a query; null if it cannot be. */
export function parameterKind(schema: TSchema): ParameterKind | null {
  const { type, items } = schema as { type?: string; items?: { type?: string } };
  if (type === 'string') return 'text';
  if (type === 'integer' || type === 'boolean') return type;
  return type === 'array' && items?.type === 'string' ? 'texts' : null;
}

export const CONSOLE_OPERATIONS: readonly ConsoleOperation[] = Object.entries(ACTS).map(([name, given]) => {
  const entry: Act = given;
  return {
    act: name as ActName,
    method: entry.kind === 'read' && fitsQuery(entry.input) ? 'GET' : 'POST',
    path: `${CONSOLE_PATH}/${name.replace('.', '/')}`,
    entry,
  };
});

/** Whether a session must be at most ten minutes old: a secret is shown, something is published, or somebody votes. */
export function needsFreshSession({ secrets, publishes, bySession }: Act): boolean {
  return secrets !== undefined || publishes === true || bySession === true;
}

/** Acts that only staff can perform: they can be kept off the public address. */
export function isForStaffAlone({ entry: { who } }: ConsoleOperation): boolean {
  return who.staff !== undefined && who.member === undefined && who.anyone === undefined;
}
