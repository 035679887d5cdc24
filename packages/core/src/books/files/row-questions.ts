// The positions that rows of a file make, and the questions about them that only the customer can answer.

import type { BookPosition } from '../contents.ts';
import type { Field } from './header-words.ts';

/** By the key of a question, or by its kind for all questions of that kind. */
export type Answers = Readonly<Record<string, string>>;

export type QuestionKind = 'unreadable' | 'missing' | 'negative' | 'duplicate' | 'footer' | 'repeated_header';
export type QuestionChoice =
  | 'leave_empty'
  | 'leave_out'
  | 'keep'
  | 'round'
  | NegativeChoice
  | DuplicateChoice;
export type DuplicateChoice = 'add' | 'keep_both' | 'keep_last';
export type NegativeChoice = 'outside' | 'as_positive' | 'refuse';

export interface RowQuestion {
  key: string;
  kind: QuestionKind;
  rows: number[];
  field: Field | null;
  /** Of the cell, as the file has it. */
  text: string;
  message: string;
  choices: QuestionChoice[];
  /** Null while the question is open. Nothing may be saved before each question has an answer. */
  answer: QuestionChoice | null;
}

export interface Identifiers {
  lei: string | null;
  isin: string | null;
  ticker: string | null;
}

export interface MappedPosition {
  /** Several if duplicates were added up. */
  rows: number[];
  position: BookPosition;
  identifiers: Identifiers;
}

/** A row with what only a file has beside a position. */
export interface ReadRow extends MappedPosition {
  /** False if the id is made from the name. */
  hasReference: boolean;
  limit: string | null;
}

/** Keeps the question, and finds its answer; null while it is open. */
export type Ask = (question: Omit<RowQuestion, 'key' | 'answer'>) => QuestionChoice | null;
