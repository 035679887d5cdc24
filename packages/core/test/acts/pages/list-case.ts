// A list that is read in pages, as its test needs it: who reads it, and how an entry is added to it.

import { createHash } from 'node:crypto';
import type { ActName, AnswerOf, InputOf } from '@rf-indicators/contract/acts';
import type { Writes } from '@rf-indicators/core/store/store';
import { FIRST_DAY } from '../../../../../test/support/world.ts';
import type { Story } from '../story.ts';

export type PagedName = {
  [Name in ActName]: AnswerOf<Name> extends { next_cursor: string | null } ? Name : never;
}[ActName];

export interface Place {
  story: Story;
  member: string;
  workspace: string;
  key: string;
  staff: string;
  endpoints: readonly [string, string];
}

export interface Case<Name extends PagedName> {
  /** Who reads: a member of staff by default. */
  by?: 'member';
  input?: InputOf<Name>;
  /** Adds entry number `n`. */
  add(writes: Writes, place: Place, n: number): Promise<unknown>;
  idOf?(item: AnswerOf<Name>['data'][number]): unknown;
  /** Entries in a page; 2 if absent. */
  limit?: number;
}

export type Cases = { [Name in PagedName]: Case<Name> };

/** Ids in no order, so that entries are added before and after the place where a reader is. */
export function idOf(...parts: readonly (string | number)[]): string {
  const hex = createHash('sha256').update(parts.join(' ')).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

/** Two entries share an instant. */
export function at(n: number): number {
  return FIRST_DAY + (n >> 1);
}

export const digest = (text: string) => createHash('sha256').update(text).digest('hex');
