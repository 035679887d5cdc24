// Instants as callers write them.

import { dayNumber } from '@rf-indicators/engine';
import { invalidParameter, type Parameters, type ReadProblem } from '../rendering/reading.ts';

const DAY = 24 * 60 * 60 * 1000;
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/** A plain date means the end, or the start, of that UTC day; null for what is no instant. */
export function parseInstant(text: string, dateMeans: 'start' | 'end' = 'end'): number | null {
  if (typeof dayNumber(text.slice(0, 10)) !== 'number') return null;
  if (text.length === 10) return Date.parse(`${text}T00:00:00Z`) + (dateMeans === 'end' ? DAY - 1 : 0);
  const instant = Date.parse(text);
  // An offset can lead past the last year that has four digits, and so past what answers can be written for.
  return instant <= LATEST ? instant : null;
}

/** The instant of a parameter; undefined where it was not given. */
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

/** What has not come yet was not served to anyone. */
export function readPastInstant(
  parameters: Parameters,
  name: string,
  now: number,
): number | undefined | ReadProblem {
  const instant = readInstant(parameters, name);
  if (typeof instant !== 'number' || instant <= now) return instant;
  // Today, as a date, ends in the future: it means what is served now.
  if (String(parameters[name]).length === 10 && instant - now < DAY) return now;
  return invalidParameter(name, 'in_future', 'is in the future');
}
