// The filters of the due board, the table as a file, and the sheet to fill in.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { callAct } from '../../api/acts.ts';
import { type SearchOf, usePageSearch } from '../../pages.ts';
import { Button } from '../../ui/button.tsx';
import { csvOf } from '../../ui/csv.ts';
import { download } from '../../ui/download.ts';
import { FilterChoice, FilterDate, Filters, FilterText } from '../../ui/filters.tsx';
import { hundredths } from '../../ui/format.ts';
import type { Column } from '../../ui/table.tsx';
import { inputName } from '../input-names.ts';
import type { BoardRow } from './board-row.ts';
import { filterOf, TIMES } from './due-filter.ts';

const TYPES = { '': 'all', btc: 'bitcoin', fiat: 'fiat', stablecoin: 'stablecoin' };

interface Props {
  people: AnswerOf<'due.summary'>['people'] | undefined;
  /** What the list shows; undefined in the other views. */
  rows: readonly BoardRow[] | undefined;
  today: string;
}

export function DueFilters({ people = [], rows, today }: Props) {
  const { search, set } = usePageSearch('/desk/due');
  const named = people.map(({ name }) => [name, name]);
  const readSheet = async () => {
    const { csv } = await callAct('due.sheet', filterOf(search));
    download(`due-sheet-${today}.csv`, 'text/csv', csv);
  };
  return (
    <Filters
      aside={
        <>
          {rows === undefined ? null : (
            <Button
              kind="quiet"
              label="Download what is shown as CSV"
              notAllowed={rows.length === 0 ? 'no row is shown' : null}
              onPress={() => download(`due-${today}.csv`, 'text/csv', csvOfRows(rows))}
            >
              CSV
            </Button>
          )}
          <Button
            kind="quiet"
            label="Download a sheet to fill in and import"
            onPress={() => void readSheet()}
          >
            Sheet to fill in
          </Button>
        </>
      }
    >
      <FilterChoice
        label="Time left"
        value={search.time}
        options={TIMES}
        onChange={(time) => set({ time: time as SearchOf<'/desk/due'>['time'], until: '', on: '' })}
      />
      <FilterDate
        label="or what lapses until"
        value={search.until}
        onChange={(until) => set({ until, on: '' })}
      />
      <FilterChoice label="Type" value={search.type} options={TYPES} onChange={(type) => set({ type })} />
      <FilterChoice
        label="Assignee"
        value={search.assignee}
        options={{
          '': 'anyone',
          nobody: 'nobody',
          ...(search.assignee === '' ? {} : { [search.assignee]: search.assignee }),
          ...Object.fromEntries(named),
        }}
        onChange={(assignee) => set({ assignee })}
      />
      <FilterText label="Provider" value={search.provider} onChange={(provider) => set({ provider })} />
      {search.input === '' ? null : (
        <Button
          kind="quiet"
          label={`Show all inputs, not only ${inputName(search.input)}`}
          onPress={() => set({ input: '' })}
        >
          {`Input: ${inputName(search.input)} · all`}
        </Button>
      )}
    </Filters>
  );
}

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

/** The list of the due board as a file. */
function csvOfRows(rows: readonly BoardRow[]): string {
  return csvOf(COLUMNS, rows);
}
