// Parameters that reads have in common: instants or dates, and cursors that are numbers.

import { readInstantText } from '@rf-indicators/core/context/times';
import { invalidParameter, type Parameters, type ReadProblem } from '../rendering/reading.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Epoch milliseconds; null if the text is not valid. A date means the start or the end of that day in UTC. */
export function parseInstant(text: string, dateMeans: 'start' | 'end' = 'end'): number | null {
  if (text.length !== 10) return readInstantText(text);
  const start = readInstantText(`${text}T00:00:00Z`);
  return start === null || dateMeans === 'start' ? start : start + DAY - 1;
}

/** Undefined if the parameter is absent. */
export function readInstant(
  parameters: Parameters,
  name: string,
  dateMeans: 'start' | 'end' = 'end',
): number | undefined | ReadProblem {
  const given = parameters[name];
  if (given === undefined) return undefined;
  return (
    parseInstant(String(given), dateMeans) ??
    invalidParameter(name, 'not_instant', 'is not a valid date-time')
  );
}

/** The problem if a period ends before it begins. Either end may be open. */
export function periodProblem(from: number | undefined, to: number | undefined): ReadProblem | null {
  if (from === undefined || to === undefined || from <= to) return null;
  return invalidParameter('from', 'after_to', 'is after to');
}

/** For as_of, which cannot be in the future. */
export function readPastInstant(
  parameters: Parameters,
  name: string,
  now: number,
): number | undefined | ReadProblem {
  const instant = readInstant(parameters, name);
  if (typeof instant !== 'number' || instant <= now) return instant;
  // The end of today is in the future, so today's date means now.
  if (String(parameters[name]).length === 10 && instant - now < DAY) return now;
  return invalidParameter(name, 'in_future', 'is in the future');
}

export function writeNumberCursor(kind: string, value: number): string {
  return Buffer.from(`${kind}:${value}`).toString('base64url');
}

/** Null if the text is not a cursor of this kind. */
export function readNumberCursor(kind: string, text: string): number | null {
  const [given, value] = Buffer.from(text, 'base64url').toString('utf8').split(':');
  return given === kind && /^\d{1,15}$/.test(value ?? '') ? Number(value) : null;
}
