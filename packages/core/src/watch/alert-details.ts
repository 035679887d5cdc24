// What an alert says. About a book, it is encrypted with the key of the book: who deletes the book destroys it.

import { createHmac } from 'node:crypto';
import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import { type BookKey, openPart, sealPart } from '../books/sealing.ts';

export type AlertSubject = DomainAnswerOf<'watch.alerts'>['data'][number]['names'][number];

export interface AlertDetails {
  /** Without amounts: it may leave the service. */
  sentence: string;
  /** Without amounts. */
  fact: string | null;
  /** With the amounts of a book; null if there are none. */
  amounts: string | null;
  urgent: boolean;
  names: AlertSubject[];
  limit: string | null;
  policy: string | null;
  lapses_on: string | null;
  checks: string[];
  /** What it was before, of a change that ends when it is so again. */
  from: string | null;
}

export interface ChangeDetails {
  sentence: string;
  fact: string | null;
  amounts: string | null;
  note: string;
}

/** Of an alert about a book: its id and key. */
export interface Sealing {
  bookId: string;
  key: BookKey;
}

/** `number` is 0 for the alert itself, and otherwise that of its change. */
export function sealDetails(
  sealing: Sealing | null,
  alertId: string,
  number: number,
  details: AlertDetails | ChangeDetails,
): string {
  if (sealing === null) return JSON.stringify(details);
  const { bookId, key } = sealing;
  return sealPart(key, { bookId, kind: `alert ${alertId}`, number }, details).toString('base64');
}

export function openDetails<Details extends AlertDetails | ChangeDetails>(
  sealing: Sealing | null,
  alertId: string,
  number: number,
  details: string,
): Details {
  if (sealing === null) return JSON.parse(details) as Details;
  const { bookId, key } = sealing;
  const part = { bookId, kind: `alert ${alertId}`, number } as const;
  return openPart(key, part, Buffer.from(details, 'base64')) as Details;
}

/** The key of a cause says what it is about, so that of a book is hashed with the key of the book. */
export function causeKey(sealing: Sealing | null, key: string): string {
  return sealing === null ? key : createHmac('sha256', sealing.key).update(key).digest('base64url');
}
