// A read that needs the store. All of them run on the reading thread: the serving thread holds bytes and no store.

import type { ProblemCode } from '@rf-indicators/contract';
import type { RenderedRow } from './rows.ts';
import type { Queries } from '@rf-indicators/core/store/store';

export interface Reading {
  db: Queries;
  baseUrl: string;
  disclosure: string;
  /** Epoch milliseconds. */
  clock: () => number;
  /** Rows of all indicators that stand, by name. */
  rows: () => readonly RenderedRow[];
}

/** Checked against the operation's schemas already. */
export type Parameters = Readonly<Record<string, string | number>>;

export interface ParameterFault {
  parameter: string;
  code: string;
  message: string;
}

export interface Fault {
  problem: ProblemCode;
  detail?: string;
  errors?: ParameterFault[];
}

export interface Found {
  content: string | Uint8Array;
  /** What a second reader of the same gets, where an answer says whether it was kept. */
  keptContent?: string;
  lastModified: number;
  mediaType?: string;
}

export type Answer = Found | Fault;
export type Read = (reading: Reading, parameters: Parameters) => Promise<Answer>;

export function isFault(answer: Answer): answer is Fault {
  return 'problem' in answer;
}

export function invalidParameter(parameter: string, code: string, message: string): Fault {
  return { problem: 'invalid_parameter', errors: [{ parameter, code, message }] };
}
