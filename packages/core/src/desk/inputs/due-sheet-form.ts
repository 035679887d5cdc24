// The sheet of inputs that are due: what it tells, and what people fill in before they import it again.

import { formatHundredths } from '@rf-indicators/engine';
import { writeCsv } from '../import/csv.ts';

/** A line of the due list, as far as the sheet shows it. */
interface SheetLine {
  slug: string;
  input: string;
  value: string | null;
  grade: string | null;
  evidence_date: string | null;
  loses_from: string | null;
  lapses_on: string | null;
  points_at_stake: number;
  assignee: string | null;
  note: string | null;
}

/** For information. An import ignores them, but it compares current_value with the record. */
export const DUE_COLUMNS = [
  ...['current_value', 'current_grade', 'evidence_date', 'loses_from', 'lapses_on', 'points_at_stake'],
  ...['assignee', 'note'],
] as const;

/** To fill in. */
const RESULT_COLUMNS = [
  ...['result', 'confirmation', 'shared_reason', 'evidence.kind', 'evidence.source', 'evidence.title'],
  ...['evidence.evidence_date', 'evidence.grade', 'evidence.grade_reason', 'evidence.group'],
  ...['evidence.url', 'evidence.page', 'evidence.region', 'evidence.quote', 'evidence.file'],
] as const;

export function writeDueSheet(due: readonly SheetLine[]): string {
  const rows = due.map(({ slug, value, grade, points_at_stake, ...one }) => ({
    provider: slug,
    input: one.input,
    current_value: value,
    current_grade: grade,
    evidence_date: one.evidence_date,
    loses_from: one.loses_from,
    lapses_on: one.lapses_on,
    points_at_stake: formatHundredths(points_at_stake),
    assignee: one.assignee,
    note: one.note,
  }));
  return writeCsv(['provider', 'input', ...DUE_COLUMNS, ...RESULT_COLUMNS], rows);
}
