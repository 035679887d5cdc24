// The list of the due board as a file.

import { csvOf } from '../../ui/csv.ts';
import type { Column } from '../../ui/table.tsx';
import { hundredths } from '../../ui/words.ts';
import type { BoardRow } from './board-row.ts';

const column = (head: string, text: (row: BoardRow) => string | number | null): Column<BoardRow> => ({
  head,
  text,
  cell: text,
});

const COLUMNS = [
  column('provider', ({ name }) => name),
  column('slug', ({ slug }) => slug),
  column('input', ({ input }) => input),
  column('value', ({ value }) => value),
  column('grade', ({ grade }) => grade),
  column('evidence_date', ({ evidence_date }) => evidence_date),
  column('loses_points_from', ({ loses_from }) => loses_from),
  column('lapses_on', ({ lapses_on }) => lapses_on),
  column('days_left', ({ days_left }) => days_left),
  column('points_at_stake', ({ points_at_stake }) => hundredths(points_at_stake)),
  column('band_if_lost', ({ band_if_lost }) => band_if_lost ?? 'not scored'),
  column('assignee', ({ assignee }) => assignee),
  column('in_review', ({ in_review }) => (in_review ? 'yes' : 'no')),
  column('note', ({ note }) => note),
];

export function csvOfRows(rows: readonly BoardRow[]): string {
  return csvOf(COLUMNS, rows);
}
