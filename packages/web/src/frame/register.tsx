// A page with a list: title, filters, a table that is read page by page, and one entry of it at the side.

import type { ReactNode } from 'react';
import type { Pages } from '../api/acts.ts';
import { TableTools, useColumns } from '../ui/column-choice.tsx';
import { FilterFields, type FilterSet, Filters, NothingFound, type PageSearch } from '../ui/filters.tsx';
import { List } from '../ui/list.tsx';
import { Split } from '../ui/panel.tsx';
import type { Column } from '../ui/table.tsx';
import { Title, type TitleProps } from './title.tsx';

interface RegisterProps<Row, Search> extends TitleProps {
  /** Of the table; the title if absent. */
  label?: string;
  /** Between the title and the filters. */
  above?: ReactNode;
  below?: ReactNode;
  /** What one row is: "issuance". */
  what: string;
  pages: Pages<Row>;
  /** All rows, where the page filters them itself: what is open stays open, whatever the filters say. */
  all?: readonly Row[] | undefined;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  labelOf: (row: Row) => string;
  searching: PageSearch<Search>;
  /** The member of the address that says which row is open. */
  openIn: keyof Search;
  filters: FilterSet<Search>;
  /** A link to all that the filters match; absent: which columns are shown, and a file of the rows that were read. */
  csv?: ReactNode;
  /** Why there is nothing where nothing is filtered, and what to do. */
  empty: ReactNode;
  /** Whether there is nothing at all; absent: whether nothing is filtered. */
  isEmpty?: boolean;
  onClear?: () => void;
  panel: (row: Row, close: () => void) => ReactNode;
}

export function Register<Row, Search>(props: RegisterProps<Row, Search>) {
  const { title, tab, note, act, above, below, what, pages, keyOf, labelOf, openIn, csv, empty, panel } =
    props;
  const { search, set, clear, isFiltered } = props.searching;
  const { label = title, isEmpty = !isFiltered, onClear = clear } = props;
  const columns = useColumns(title.toLowerCase(), props.columns);
  const isOpen = (row: Row) => keyOf(row) === String(search[openIn] ?? '');
  const open = (props.all ?? pages.entries)?.find(isOpen);
  const show = (key: string) => set({ [openIn]: key } as Partial<Search>);
  return (
    <Split
      list={
        <>
          <Title title={title} tab={tab} note={note} act={act} />
          {above}
          <Filters
            aside={
              csv === undefined ? (
                <TableTools columns={columns} rows={pages.entries} file={title.toLowerCase()} />
              ) : (
                csv
              )
            }
          >
            <FilterFields searching={props.searching} filters={props.filters} />
          </Filters>
          <List
            label={label}
            pages={pages}
            columns={columns.shown}
            keyOf={keyOf}
            empty={
              isEmpty ? empty : <NothingFound what={`No ${what} matches these filters.`} onClear={onClear} />
            }
            open={{ isOpen, onOpen: (row) => show(isOpen(row) ? '' : keyOf(row)), label: labelOf }}
          />
          {below}
        </>
      }
      panel={open === undefined ? null : panel(open, () => show(''))}
    />
  );
}
