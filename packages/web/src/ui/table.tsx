// Tables: the main form of the console. Rows open something at the side, by mouse and by keyboard.

import type { KeyboardEvent, ReactNode } from 'react';
import { utcInstant, type When } from './format.ts';
import { Instant } from './instant.tsx';
import { State, type StateKind } from './state.tsx';
import styles from './table.module.css';

export interface Column<Row> {
  /** Empty for a column whose cells speak for themselves. */
  head: string;
  /** What is shown, unless it is the text, an instant or a state. */
  cell?: (row: Row) => ReactNode;
  /** The cell in a file of what is shown; absent where there is nothing to write down. */
  text?: (row: Row) => string | number | null;
  instant?: (row: Row) => When;
  state?: (row: Row) => { kind: StateKind; word: string };
  isFigure?: boolean;
  /** Its text stays in one line. */
  isFixed?: boolean;
  /** On phones: below the first line of the card, with its heading, or without it where it speaks for itself. */
  isMinor?: boolean | 'plain';
  /** Left out where there is little room: what opens beside the table has it too. */
  isExtra?: boolean;
  /** In pixels, in a table that draws only some of its rows: other rows must not change it. */
  width?: number;
}

export interface TableProps<Row> {
  /** What the table shows, for those who do not see it. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string;
  /** One sentence: why there is nothing, and what to do. */
  empty: ReactNode;
  /** Rows that came while the page was open fade in once. */
  isFresh?: (row: Row) => boolean;
  /** It has few and narrow columns: it stays a table where others become cards. */
  isSmall?: boolean;
  open?: { isOpen: (row: Row) => boolean; onOpen: (row: Row) => void; label: (row: Row) => string };
}

const LOADING_ROWS = 6;

export function Table<Row>({
  label,
  columns,
  rows,
  keyOf,
  empty,
  isSmall = false,
  isFresh,
  open,
}: TableProps<Row>) {
  if (rows !== undefined && rows.length === 0) return <p className={styles.empty}>{empty}</p>;
  const opens = open !== undefined;
  return (
    <div className={isSmall ? styles.small : styles.room}>
      {/* Another table when the rows are there: its columns are as wide as they need, and the blocks moved nowhere. */}
      <table
        key={rows === undefined ? 'loading' : 'rows'}
        className={styles.table}
        aria-label={label}
        aria-busy={rows === undefined}
      >
        <TableHead columns={columns} isLoading={rows === undefined} />
        <tbody onKeyDown={opens ? moveBetweenRows : undefined}>
          {rows === undefined
            ? Array.from({ length: LOADING_ROWS }, (_, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the blocks have no identity
                <LoadingRow key={row} columns={columns} />
              ))
            : rows.map((row) => (
                <TableRow
                  key={keyOf(row)}
                  row={row}
                  columns={columns}
                  isFresh={isFresh?.(row) ?? false}
                  open={open}
                />
              ))}
        </tbody>
      </table>
    </div>
  );
}

export function TableHead<Row>({
  columns,
  isLoading = false,
}: {
  columns: readonly Column<Row>[];
  isLoading?: boolean;
}) {
  return (
    <thead>
      <tr className={isLoading ? 'loading' : undefined}>
        {columns.map((column) =>
          // A cell without words is no heading.
          column.head === '' ? (
            <td key="" className={classOf(column)} />
          ) : (
            <th key={column.head} scope="col" className={classOf(column)}>
              {column.head}
            </th>
          ),
        )}
      </tr>
    </thead>
  );
}

/** Grey blocks in the place of a row that is not here yet. */
export function LoadingRow<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <tr className="loading">
      {columns.map((column) => (
        <td key={column.head} className={classOf(column)}>
          <span className="block" />
        </td>
      ))}
    </tr>
  );
}

/** For a link in the first cell: the whole row follows it. */
export const ROW_LINK = styles.open!;

type RowProps<Row> = {
  row: Row;
  isFresh?: boolean;
  /** From 0, in a table that draws only some of its rows. */
  index?: number;
} & Pick<TableProps<Row>, 'columns' | 'open'>;

export function TableRow<Row>({ row, columns, isFresh = false, index, open }: RowProps<Row>) {
  const isOpen = open?.isOpen(row) ?? false;
  const [first, ...others] = columns;
  return (
    <tr
      // The head is the first row.
      aria-rowindex={index === undefined ? undefined : index + 2}
      data-index={index}
      className={[styles.row, ...(isOpen ? [styles.chosen] : []), ...(isFresh ? ['fresh'] : [])].join(' ')}
    >
      <th scope="row" className={`${classOf(first!)} ${longClass(first!, row)}`}>
        {open === undefined ? (
          cellOf(first!, row)
        ) : (
          <button
            type="button"
            className={styles.open}
            aria-label={open.label(row)}
            aria-expanded={isOpen}
            onClick={() => open.onOpen(row)}
          >
            {cellOf(first!, row)}
          </button>
        )}
      </th>
      {others.map((column) => (
        <td
          key={column.head}
          className={`${classOf(column)} ${longClass(column, row)}`}
          data-label={column.isMinor === true ? column.head : undefined}
        >
          {cellOf(column, row)}
        </td>
      ))}
    </tr>
  );
}

/** What does not apply to a row: neither missing nor zero. */
export function NotApplicable() {
  return <span className="muted na">·</span>;
}

function cellOf<Row>(column: Column<Row>, row: Row): ReactNode {
  const { cell, text, instant, state } = column;
  if (cell !== undefined) return cell(row);
  if (instant !== undefined) return <Instant at={instant(row)} />;
  if (state !== undefined) return <State kind={state(row).kind}>{state(row).word}</State>;
  return text?.(row) ?? <NotApplicable />;
}

/** Undefined for a column without a text. */
export function textOf<Row>({ text, instant, state }: Column<Row>, row: Row) {
  if (text !== undefined) return text(row);
  return instant === undefined ? state?.(row).word : utcInstant(instant(row));
}

function classOf<Row>({ isFigure, isFixed, isMinor, isExtra }: Column<Row>): string {
  return [
    ...(isFigure ? [styles.figure] : []),
    ...(isFixed ? [styles.fixed] : []),
    ...(isMinor ? [styles.minor] : []),
    ...(isExtra ? [styles.extra] : []),
  ].join(' ');
}

/** Longer than any word of a language: only these are broken, so that other columns keep their width. */
const LONG_WORD = /\S{41,}/;

function longClass<Row>(column: Column<Row>, row: Row): string {
  const shown = textOf(column, row) ?? cellOf(column, row);
  return typeof shown === 'string' && LONG_WORD.test(shown) ? styles.long! : '';
}

const STEPS: Readonly<Record<string, (at: number, rows: number) => number>> = {
  ArrowDown: (at, rows) => Math.min(at + 1, rows - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, rows) => rows - 1,
};

/** What is focused in a row: it opens the row, or leads to its page. */
export const OPENERS = 'th > button, th > a';

function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (step === undefined || !(event.target instanceof HTMLElement)) return;
  const openers = [...event.currentTarget.querySelectorAll<HTMLElement>(OPENERS)];
  const at = openers.indexOf(event.target);
  if (at < 0) return;
  event.preventDefault();
  openers[step(at, openers.length)]!.focus();
}
