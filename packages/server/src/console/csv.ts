// Lists of the console as CSV, one page at a time, in the thread that performs acts.

import type { ProblemError } from '@rf-indicators/contract';
import { ACTS, type ActName, type AnswerOf, type InputOf } from '@rf-indicators/contract/acts';
import { performAdmitted } from '@rf-indicators/core/acts/perform';
import type { ActServices } from '@rf-indicators/core/acts/services';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { problemOf } from '@rf-indicators/core/context/refusal-problem';
import { writeCsv } from '@rf-indicators/core/desk/import/csv';
import type { ConsoleProblem, CsvPage, CsvRequest } from './messages.ts';
import { asParameters, inputFromQuery, servicesVia } from './perform.ts';

/** Few enough that somebody who acts meanwhile does not notice the wait for one page. */
const ROWS_PER_PAGE = 200;

type Listed = Record<string, unknown>;

/** The columns of each list that can be exported as CSV. */
const COLUMNS = {
  'audit.list': [
    ...['seq', 'at', 'actor', 'actor_name', 'workspace', 'action', 'subject', 'subject_name', 'via'],
    ...['before', 'after'],
  ],
  'workspaces.audit': [
    ...['seq', 'at', 'by', 'actor', 'actor_name', 'action', 'subject', 'subject_name', 'via'],
    ...['before', 'after'],
  ],
  'usage.list': ['day', 'key_id', 'key_name', 'key_prefix', 'tier', 'accepted', 'refused'],
} satisfies Partial<Record<ActName, readonly string[]>>;

export type CsvAct = keyof typeof COLUMNS;

export async function csvPage(
  services: ActServices,
  { caller, via, act, query, cursor }: CsvRequest,
): Promise<CsvPage | ConsoleProblem> {
  const read = inputFromQuery(ACTS[act], query);
  if ('errors' in read) return invalid(read.errors);
  const paged = ['limit', 'cursor'].filter((name) => Object.hasOwn(read.input, name));
  if (paged.length > 0) return invalid(paged.map((parameter) => ({ parameter, ...HAS_ALL })));
  // Requests of people that have arrived by now go first.
  await new Promise(setImmediate);
  const input = { ...read.input, limit: ROWS_PER_PAGE, ...(cursor === null ? {} : { cursor }) };
  try {
    const name = act as CsvAct;
    const answer = await performAdmitted(servicesVia(services, via), caller, name, input as InputOf<CsvAct>);
    return pageOf(name, answer, cursor === null);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const problem = problemOf(error);
    if (problem.code !== 'validation_failed' || problem.errors === undefined) return { problem };
    return invalid(asParameters(problem.errors));
  }
}

const HAS_ALL = { code: 'unknown_member', message: 'is not a parameter of this file, which has every entry' };

function invalid(errors: ProblemError[]): ConsoleProblem {
  return { problem: { code: 'invalid_parameter', errors } };
}

function pageOf(name: CsvAct, { data, next_cursor }: AnswerOf<CsvAct>, isFirst: boolean): CsvPage {
  const columns = COLUMNS[name];
  const lines = writeCsv(
    columns,
    data.map((item: Listed) => Object.fromEntries(columns.map((column) => [column, cellText(item[column])]))),
  );
  const text = isFirst ? lines : lines.slice(lines.indexOf('\r\n') + 2);
  return { text: data.length === 0 && !isFirst ? '' : `${text}\r\n`, nextCursor: next_cursor };
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
