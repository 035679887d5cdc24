// A read that needs the store. All of them run on the reading thread: the serving thread holds bytes and no store.

import type { AgentCandidate, OperationId, ProblemCode } from '@rf-indicators/contract';
import type { Queries } from '@rf-indicators/core/store/store';
import type { Body } from './body.ts';
import type { NameIndex } from './names/name-index.ts';
import type { RenderedRow } from './rows.ts';

export interface Reading {
  db: Queries;
  baseUrl: string;
  disclosure: string;
  /** Epoch milliseconds. */
  clock: () => number;
  /** Rows of all indicators that stand, by name. */
  rows: () => readonly RenderedRow[];
  /** When one of them last changed, came or went. */
  rowsChangedAt: () => number;
  /** Every provider that ever had an indicator, by the names and slugs it goes or went by. */
  names: () => NameIndex;
}

/** Checked against the operation's schemas already. */
export type Parameters = Readonly<Record<string, string | number>>;

export interface ParameterError {
  parameter: string;
  code: string;
  message: string;
}

export interface ReadProblem {
  problem: ProblemCode;
  detail?: string;
  errors?: ParameterError[];
  /** Providers that may have been meant. */
  candidates?: AgentCandidate[];
}

export interface Found {
  content: string | Uint8Array;
  /** What a second reader of the same gets, where an answer says whether it was kept. */
  keptContent?: string;
  lastModified: number;
  mediaType?: string;
}

export type Answer = Found | ReadProblem;
/** The same as bytes: for the one who asked and, where they differ, those to keep for others. */
export type Prepared = { body: Body; toKeep: Body } | ReadProblem;
/** Asks the reading thread. */
export interface Reader {
  read(operation: OperationId, parameters: Parameters): Promise<Prepared>;
}

export type Read = (reading: Reading, parameters: Parameters) => Promise<Answer>;

export function isProblem(answer: Answer): answer is ReadProblem {
  return 'problem' in answer;
}

export function invalidParameter(parameter: string, code: string, message: string): ReadProblem {
  return { problem: 'invalid_parameter', errors: [{ parameter, code, message }] };
}
