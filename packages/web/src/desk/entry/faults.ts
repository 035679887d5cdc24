// What the checks of the service say about the rows, each beside its cell.

import { useQuery } from '@tanstack/react-query';
import { callAct } from '../../api/acts.ts';
import { ProblemError } from '../../api/problem.ts';
import { faultSentence } from '../fault-sentence.ts';
import type { Cell, EntryRow } from './draft.ts';

export interface Faults {
  /** By the key of the row, then by cell; `row` for what concerns the whole row. */
  byRow: ReadonlyMap<string, ReadonlyMap<Cell | 'row', string>>;
  /** By the field of the document. */
  document: ReadonlyMap<string, string>;
  count: number;
}

export interface Fault {
  place: string;
  message: string;
}

export const NO_FAULTS: Faults = { byRow: new Map(), document: new Map(), count: 0 };

const CELL_OF: Readonly<Record<string, Cell>> = {
  provider: 'subject',
  currency: 'subject',
  input: 'input',
  value: 'value',
  result: 'value',
  note: 'note',
  grade: 'grade',
  evidence_date: 'evidence_date',
  page: 'page',
  quote: 'quote',
  region: 'region',
  confirmation: 'confirmation',
  shared_reason: 'shared_reason',
};

const QUIET_MS = 300;

/** Of every row: they are fields of the document, unless the row has its own. */
const OF_DOCUMENT = ['kind', 'title', 'url', 'sha256', 'source', 'grade_reason', 'group'];

/** `places` are pointers: /rows/3/value/evidence/grade is the grade of the fourth row. */
export function faultsOf(faults: readonly Fault[], rows: readonly EntryRow[]): Faults {
  const byRow = new Map<string, Map<Cell | 'row', string>>();
  const document = new Map<string, string>();
  for (const { place, message } of faults) {
    const [, , index, , ...members] = place.split('/');
    const row = rows[Number(index)];
    const member = members.at(-1) ?? '';
    const isMissingOfDocument =
      ['grade', 'evidence_date'].includes(member) && row?.[member as 'grade'] === '';
    if (row === undefined || OF_DOCUMENT.includes(member) || isMissingOfDocument) {
      document.set(member === '' ? 'row' : member, faultSentence(message));
      continue;
    }
    const cells = byRow.get(row.key) ?? new Map<Cell | 'row', string>();
    const cell = CELL_OF[member] ?? 'row';
    if (!cells.has(cell)) cells.set(cell, faultSentence(message));
    byRow.set(row.key, cells);
  }
  return { byRow, document, count: faults.length };
}

/** What a refused proposal says about the rows that were sent. */
export function refusedFaults(error: Error | null, sent: readonly EntryRow[]): Faults {
  if (!(error instanceof ProblemError)) return NO_FAULTS;
  const errors = error.problem.errors ?? [];
  return faultsOf(
    errors.map(({ pointer, parameter, message }) => ({ place: pointer ?? parameter ?? '', message })),
    sent,
  );
}

/** The checks that a proposal of these rows would meet. The last answer stays until the next one comes. */
export function useChecks(rows: readonly EntryRow[], wire: readonly object[]): Faults {
  const text = JSON.stringify(rows.map((row, at) => ({ row, value: wire[at] })));
  const { data } = useQuery({
    queryKey: ['inputs.check', text],
    queryFn: async ({ signal }) => {
      // Not for each letter: the next one would make the answer useless.
      await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
      if (signal.aborted) throw new Error('The person typed on.');
      const given = JSON.parse(text) as { row: EntryRow; value: object }[];
      const { problems } = await callAct('inputs.check', { rows: given.map(({ value }) => ({ value })) });
      return faultsOf(
        problems,
        given.map(({ row }) => row),
      );
    },
    enabled: rows.length > 0,
    retry: false,
    placeholderData: (before) => before,
  });
  return rows.length === 0 || data === undefined ? NO_FAULTS : data;
}
