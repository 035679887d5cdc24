// Reads one untrusted row member by member, collecting problems with their places. Members that are never read are
// reported as unknown, because they are usually misspelt.

import { characterProblem, type TextFormat } from '@rf-indicators/contract/plain-text';
import { dayNumber, parseScaled } from '@rf-indicators/engine';
import { isPlaceholder } from '../../context/placeholders.ts';
import type { RefusalDetail } from '../../context/refusal.ts';
import { placeOf, type Row } from './rows.ts';

export interface RowReader {
  place: string;
  has(member: string): boolean;
  addProblem(member: string, code: string, message: string): void;
  /** One line, trimmed and in NFC; null if it is absent. */
  text(member: string, longest?: number): string | null;
  /** The same, but it may have line breaks and tabs. */
  lines(member: string, longest: number): string | null;
  /** A decimal with at most two decimal places, in hundredths. */
  hundredths(member: string): number | null;
  date(member: string): string | null;
  /** Also accepts "true" and "false", because CSV has only strings. */
  flag(member: string): boolean | null;
  /** An array of strings, or one string with | between them. */
  texts(member: string, longest?: number): string[] | null;
  /** A reader for a nested object. */
  object(member: string): RowReader | null;
  /** The member's value, unchecked. */
  raw(member: string): unknown;
  /** Adds a problem for every member that was never read. */
  finish(): void;
}

const LONGEST_TEXT = 500;
const LONGEST_ENTRY = 200;
const IS_PLACEHOLDER = 'is a placeholder of a template; replace it';

export function rowReader({ place, value }: Row, problems: RefusalDetail[]): RowReader {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject) problems.push({ place, code: 'not_object', message: 'is not an object' });
  const row = (isObject ? value : {}) as Record<string, unknown>;
  const asked = new Set<string>();

  const addProblem: RowReader['addProblem'] = (member, code, message) => {
    const problem = { place: placeOf(place, member), code, message };
    // A member can be read twice.
    if (!problems.some((one) => one.place === problem.place && one.code === code)) problems.push(problem);
  };
  const raw = (member: string): unknown => {
    asked.add(member);
    return Object.hasOwn(row, member) ? row[member] : undefined;
  };
  const has = (member: string) => raw(member) !== undefined && raw(member) !== null;
  const textOf = (member: string, longest: number, format: TextFormat): string | null => {
    if (!has(member)) return null;
    const given = raw(member);
    if (typeof given !== 'string') addProblem(member, 'not_text', 'is not a string; put it in quotes');
    else {
      const clean = given.trim().normalize('NFC');
      if (clean === '') addProblem(member, 'empty', 'is empty');
      else if (isPlaceholder(clean)) addProblem(member, 'placeholder', IS_PLACEHOLDER);
      else if (clean.length > longest) addProblem(member, 'too_long', `is longer than ${longest} characters`);
      else {
        const problem = characterProblem(clean, format);
        if (problem === null) return clean;
        addProblem(member, 'control_character', problem);
      }
    }
    return null;
  };

  const text: RowReader['text'] = (member, longest = LONGEST_TEXT) => textOf(member, longest, 'line');

  return {
    place,
    has,
    addProblem,
    raw,
    text,
    lines: (member, longest) => textOf(member, longest, 'lines'),
    hundredths: (member) => {
      const given = text(member);
      if (given === null) return null;
      const amount = parseScaled(given, 2);
      if (amount === null) {
        addProblem(member, 'not_decimal', `"${given}" is not a decimal with at most two decimal places`);
      }
      return amount;
    },
    date: (member) => {
      const given = text(member);
      if (given === null || typeof dayNumber(given) === 'number') return given;
      addProblem(member, 'not_date', `"${given}" is not a valid date, such as 2026-04-01`);
      return null;
    },
    flag: (member) => {
      if (!has(member)) return null;
      const given = raw(member);
      if (given === true || given === 'true') return true;
      if (given !== false && given !== 'false')
        addProblem(member, 'not_boolean', 'is neither true nor false');
      return false;
    },
    texts: (member, longest = LONGEST_ENTRY) => {
      if (!has(member)) return null;
      const given = raw(member);
      const list = typeof given === 'string' ? given.split('|') : given;
      if (
        Array.isArray(list) &&
        list.every((entry) => typeof entry === 'string' && entry.length <= longest)
      ) {
        const texts = list.map((entry) => entry.trim().normalize('NFC')).filter((entry) => entry !== '');
        if (texts.some(isPlaceholder)) {
          addProblem(member, 'placeholder', IS_PLACEHOLDER);
          return null;
        }
        const problem = texts.map((entry) => characterProblem(entry, 'line')).find((one) => one !== null);
        if (problem === undefined) return texts;
        addProblem(member, 'control_character', problem);
        return null;
      }
      addProblem(member, 'not_texts', `is not a list of strings with at most ${longest} characters each`);
      return null;
    },
    object: (member) =>
      has(member) ? rowReader({ place: placeOf(place, member), value: raw(member) }, problems) : null,
    finish: () => {
      for (const member of Object.keys(row)) {
        if (!asked.has(member))
          addProblem(member, 'unknown_member', 'is not a known member; check its spelling');
      }
    },
  };
}

/** Adds a problem if a required member is missing. */
export function required<T>(row: RowReader, member: string, value: T | null): T | null {
  if (value === null && !row.has(member)) row.addProblem(member, 'missing', 'is missing');
  return value;
}
