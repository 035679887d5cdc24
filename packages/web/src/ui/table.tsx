// Tables: the main form of the console. Rows open something at the side, by mouse and by keyboard.

import type { ReactNode } from 'react';
import styles from './table.module.css';

export interface Column<Row> {
  /** Empty for a column whose cells speak for themselves. */
  head: string;
  cell: (row: Row) => ReactNode;
  isFigure?: boolean;
  /** Its text stays in one line. */
  isFixed?: boolean;
  /** On phones: below the first line of the card, with its heading. */
  isMinor?: boolean;
}

export interface TableProps<Row> {
  /** What the table shows, for those who do not see it. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string;
  /** One sentence: why there is nothing, and what to do. */
  empty: ReactNode;
  open?: { isOpen: (row: Row) => boolean; onOpen: (row: Row) => void; label: (row: Row) => string };
}

const LOADING_ROWS = 6;

export function Table<Row>({ label, columns, rows, keyOf, empty, open }: TableProps<Row>) {
  if (rows !== undefined && rows.length === 0) return <p className={styles.empty}>{empty}</p>;
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={label} aria-busy={rows === undefined}>
        <thead>
          <tr>
            {columns.map((column, at) => (
              <th key={column.head} scope="col" className={classOf(column, at, open !== undefined)}>
                {column.head}
              </th>
            ))}
            <td className={styles.slack} />
          </tr>
        </thead>
        <tbody>
          {rows === undefined
            ? Array.from({ length: LOADING_ROWS }, (_, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the blocks have no identity
                <tr key={row} className={styles.loading}>
                  {columns.map((column, at) => (
                    <td key={column.head} className={classOf(column, at, open !== undefined)}>
                      <span className={styles.block} />
                    </td>
                  ))}
                  <td className={styles.slack} />
                </tr>
              ))
            : rows.map((row) => <TableRow key={keyOf(row)} row={row} columns={columns} open={open} />)}
        </tbody>
      </table>
    </div>
  );
}

function TableRow<Row>({ row, columns, open }: { row: Row } & Pick<TableProps<Row>, 'columns' | 'open'>) {
  const isOpen = open?.isOpen(row) ?? false;
  const [first, ...others] = columns;
  return (
    <tr className={isOpen ? styles.chosen : styles.row}>
      <th scope="row" className={classOf(first!, 0, open !== undefined)}>
        {open === undefined ? (
          first!.cell(row)
        ) : (
          <button
            type="button"
            className={styles.open}
            aria-label={open.label(row)}
            aria-expanded={isOpen}
            onClick={() => open.onOpen(row)}
          >
            {first!.cell(row)}
          </button>
        )}
      </th>
      {others.map((column, at) => (
        <td
          key={column.head}
          className={classOf(column, at + 1, false)}
          data-label={column.isMinor ? column.head : undefined}
        >
          {column.cell(row)}
        </td>
      ))}
      <td className={styles.slack} />
    </tr>
  );
}

function classOf<Row>({ isFigure, isFixed, isMinor }: Column<Row>, at: number, opens: boolean): string {
  return [
    ...(isFigure ? [styles.figure] : []),
    ...(isFixed ? [styles.fixed] : []),
    ...(isMinor ? [styles.minor] : []),
    ...(at === 0 && opens ? [styles.first] : []),
  ].join(' ');
}
