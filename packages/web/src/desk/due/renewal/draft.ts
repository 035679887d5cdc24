// What has been entered about the selected inputs and is not proposed yet. It is kept in this browser, so that a reload
// or the end of a session loses nothing.

import { useEffect, useState } from 'react';
import { type BoardRow, keyOf } from '../board-row.ts';

/** Evidence that is recorded already (with an id), or that is recorded with the proposal. */
export interface GivenEvidence {
  id: string | null;
  kind: string;
  title: string;
  grade: string;
  evidence_date: string;
  page: string;
  quote: string;
  url: string;
  /** Who issued it; empty: the usual one for the kind. */
  source?: string;
  /** Why the grade is better than the one that follows. */
  grade_reason?: string;
  /** The group that it belongs to, if it does not belong to one provider. */
  group?: string;
  /** The place on the page, if there is no quote. */
  region?: string;
  /** Of the stored document. */
  sha256: string | null;
  file: string | null;
}

export interface Line {
  row: BoardRow;
  /** null: unchanged. */
  value: string | null;
  evidence: GivenEvidence | null;
  /** Other than that of the evidence; only of evidence that is not recorded yet. */
  date: string | null;
  reasons: Reasons;
}

/** Sentences that a line needs when the desk asks for them. */
export const REASONS = {
  confirmation: 'Why this is right',
  shared_reason: 'Why evidence of another provider supports it',
} as const;
export type Reason = keyof typeof REASONS;
export type Reasons = Partial<Record<Reason, string>>;

interface Entered {
  value?: string | null;
  evidence?: GivenEvidence;
  date?: string | null;
  reasons?: Reasons;
}

const STORED = 'due renewal';
const LAST = 'due last evidence';

export interface Draft {
  lines: Line[];
  enter: (row: BoardRow, change: Entered) => void;
  enterAll: (change: Entered) => void;
  /** The evidence is offered for the next lines. */
  proposed: (lines: readonly Line[]) => void;
}

export function useDraft(rows: readonly BoardRow[]): Draft {
  const [entered, setEntered] = useState<Readonly<Record<string, Entered>>>(() => read(STORED) ?? {});
  const [last, setLast] = useState<GivenEvidence | null>(() => read(LAST));
  useEffect(() => localStorage.setItem(STORED, JSON.stringify(entered)), [entered]);
  const lines = rows.map((row): Line => {
    const {
      value = row.value === null ? '' : null,
      evidence = last,
      date = null,
      reasons = {},
    } = entered[keyOf(row)] ?? {};
    return { row, value, evidence, date, reasons };
  });
  const change = (keys: readonly string[], what: Entered) =>
    setEntered((before) => ({
      ...before,
      ...Object.fromEntries(keys.map((key) => [key, { ...before[key], ...what }])),
    }));
  return {
    lines,
    enter: (row, what) => change([keyOf(row)], what),
    enterAll: (what) => change(rows.map(keyOf), what),
    proposed: (done) => {
      const used = done.at(-1)?.evidence;
      if (used !== undefined && used !== null) {
        localStorage.setItem(LAST, JSON.stringify(used));
        setLast(used);
      }
      const keys = new Set(done.map(({ row }) => keyOf(row)));
      setEntered((before) => Object.fromEntries(Object.entries(before).filter(([key]) => !keys.has(key))));
    },
  };
}

function read<Kept>(place: string): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(place) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}

export function dateOf({ evidence, date }: Line): string {
  if (evidence === null) return '';
  return evidence.id === null ? (date ?? evidence.evidence_date) : evidence.evidence_date;
}

/** As inputs.propose reads it: the row of a sheet of due inputs, which is refused if the value on record has changed. */
export function proposedRow(line: Line): { place: string; value: object } {
  const { row, value, evidence, reasons } = line;
  const { id, kind, title, grade, page, quote, url, sha256 } = evidence!;
  const { source, grade_reason, group, region } = evidence!;
  const given = (members: Record<string, string | null | undefined>) =>
    Object.fromEntries(Object.entries(members).filter(([, text]) => text));
  const optional = given({ grade, source, grade_reason, group, page, region, quote, url, sha256 });
  return {
    // Refusals name it as a JSON pointer, which leads back to the line.
    place: `/${row.slug}/${row.input}`,
    value: {
      ...{ provider: row.slug, input: row.input, current_value: row.value ?? '' },
      result: value === null ? 'unchanged' : value.trim(),
      ...given(reasons),
      evidence: id ?? { kind, title, evidence_date: dateOf(line), ...optional },
    },
  };
}
