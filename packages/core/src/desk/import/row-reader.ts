// Reading one row that came from outside: every member is asked for by name and kind, what is wrong is noted
// with its place, and members that nobody asked for are refused, for they are most often a slip.

import { dayNumber, parseScaled } from '@rf-indicators/engine';
import type { RefusalDetail } from '../../context/refusal.ts';
import { placeOf, type Row } from './file.ts';

export interface RowReader {
  place: string;
  has(member: string): boolean;
  fault(member: string, code: string, message: string): void;
  /** Texts are trimmed and NFC; absent ones are null. */
  text(member: string, longest?: number): string | null;
  /** A plain decimal with at most two decimals, in hundredths. */
  hundredths(member: string): number | null;
  date(member: string): string | null;
  /** Also as the text "true" or "false", since a CSV file has nothing else. */
  flag(member: string): boolean | null;
  /** An array of texts, or one text that separates them with |. */
  texts(member: string): string[] | null;
  /** A reader for an object inside. */
  object(member: string): RowReader | null;
  /** The member as it is. */
  raw(member: string): unknown;
  /** Notes every member that was never asked for. */
  finish(): void;
}

const LONGEST_TEXT = 500;

export function rowReader({ place, value }: Row, faults: RefusalDetail[]): RowReader {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject) faults.push({ place, code: 'not_object', message: 'is not an object' });
  const row = (isObject ? value : {}) as Record<string, unknown>;
  const asked = new Set<string>();

  const fault: RowReader['fault'] = (member, code, message) => {
    faults.push({ place: placeOf(place, member), code, message });
  };
  const raw = (member: string): unknown => {
    asked.add(member);
    return Object.hasOwn(row, member) ? row[member] : undefined;
  };
  const has = (member: string) => raw(member) !== undefined && raw(member) !== null;
  const text = (member: string, longest = LONGEST_TEXT): string | null => {
    if (!has(member)) return null;
    const given = raw(member);
    if (typeof given !== 'string') fault(member, 'not_text', 'is not a text; write it in quotes');
    else {
      const clean = given.trim().normalize('NFC');
      if (clean === '') fault(member, 'empty', 'is empty');
      else if (clean.length > longest) fault(member, 'too_long', `is longer than ${longest} characters`);
      else if (/\p{Cc}/u.test(clean.replace(/[\n\t]/g, ''))) {
        fault(member, 'control_character', 'has a control character in it');
      } else return clean;
    }
    return null;
  };

  return {
    place,
    has,
    fault,
    raw,
    text,
    hundredths: (member) => {
      const given = text(member);
      if (given === null) return null;
      const amount = parseScaled(given, 2);
      if (amount === null) {
        fault(member, 'not_decimal', `"${given}" is not a plain decimal with at most two decimals`);
      }
      return amount;
    },
    date: (member) => {
      const given = text(member);
      if (given === null || typeof dayNumber(given) === 'number') return given;
      fault(member, 'not_date', `"${given}" is not a day of the calendar, such as 2026-04-01`);
      return null;
    },
    flag: (member) => {
      if (!has(member)) return null;
      const given = raw(member);
      if (given === true || given === 'true') return true;
      if (given !== false && given !== 'false') fault(member, 'not_boolean', 'is neither true nor false');
      return false;
    },
    texts: (member) => {
      if (!has(member)) return null;
      const given = raw(member);
      const list = typeof given === 'string' ? given.split('|') : given;
      if (Array.isArray(list) && list.every((entry) => typeof entry === 'string' && entry.length <= 200)) {
        return list.map((entry) => entry.trim().normalize('NFC')).filter((entry) => entry !== '');
      }
      fault(member, 'not_texts', 'is not a list of texts of at most 200 characters');
      return null;
    },
    object: (member) =>
      has(member) ? rowReader({ place: placeOf(place, member), value: raw(member) }, faults) : null,
    finish: () => {
      for (const member of Object.keys(row)) {
        if (!asked.has(member)) fault(member, 'unknown_member', 'is not a known member; check its spelling');
      }
    },
  };
}

/** Notes that a member is missing which has to be there. */
export function required<T>(row: RowReader, member: string, value: T | null): T | null {
  if (value === null && !row.has(member)) row.fault(member, 'missing', 'is missing');
  return value;
}
