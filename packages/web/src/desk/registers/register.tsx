// A register: title, filters, a table that is read page by page, and one entry of it at the side.

import type { ReactNode } from 'react';
import type { Pages } from '../../api/acts.ts';
import { Title } from '../../frame/title.tsx';
import { TableTools, useColumns } from '../../ui/column-choice.tsx';
import { Filters, NothingFound } from '../../ui/filters.tsx';
import { List } from '../../ui/list.tsx';
import { Split } from '../../ui/panel.tsx';
import type { Column } from '../../ui/table.tsx';
import type { RegisterSearch } from './search.ts';

export interface RegisterProps<Row> {
  title: string;
  note?: ReactNode;
  act?: ReactNode;
  /** Between the title and the filters. */
  above?: ReactNode;
  /** What one row is: "issuance". */
  what: string;
  pages: Pages<Row>;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  labelOf: (row: Row) => string;
  searching: RegisterSearch<'open'>;
  filters: ReactNode;
  /** A link to all that the filters match; the rows that were read, if absent. */
  csv?: ReactNode;
  /** Why there is nothing where nothing is filtered, and what to do. */
  empty: ReactNode;
  panel: (row: Row, close: () => void) => ReactNode;
}

export function Register<Row>(props: RegisterProps<Row>) {
  const { title, note, act, above, what, pages, keyOf, labelOf, filters, csv, empty, panel } = props;
  const { search, set, clear, isFiltered } = props.searching;
  const columns = useColumns(title.toLowerCase(), props.columns);
  const open = pages.entries?.find((row) => keyOf(row) === search.open);
  const close = () => set({ open: '' });
  return (
    <Split
      list={
        <>
          <Title title={title} note={note} act={act} />
          {above}
          <Filters
            aside={csv ?? <TableTools columns={columns} rows={pages.entries} file={title.toLowerCase()} />}
          >
            {filters}
          </Filters>
          <List
            label={title}
            pages={pages}
            columns={columns.shown}
            keyOf={keyOf}
            empty={
              isFiltered ? <NothingFound what={`No ${what} matches these filters.`} onClear={clear} /> : empty
            }
            open={{
              isOpen: (row) => keyOf(row) === search.open,
              onOpen: (row) => set({ open: keyOf(row) === search.open ? '' : keyOf(row) }),
              label: labelOf,
            }}
          />
        </>
      }
      panel={open === undefined ? null : panel(open, close)}
    />
  );
}
