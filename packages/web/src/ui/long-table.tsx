// A table with more rows than a browser can draw at once. Rows near the window are drawn, in blocks; elsewhere an empty
// body of the same height stands in, so that the scroll bar is true. Screen readers get the number of rows.

import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { LongRows } from '../api/window.ts';
import { BLOCK, lastOf, useBlocks } from './blocks.ts';
import styles from './table.module.css';
import { type Column, LoadingRow, OPENERS, TableHead, type TableProps, TableRow } from './table.tsx';

export type LongTableProps<Row> = { rows: LongRows<Row> } & Pick<
  TableProps<Row>,
  'label' | 'columns' | 'keyOf' | 'empty' | 'open' | 'isFresh'
>;

export function LongTable<Row>({ label, columns, rows, keyOf, empty, open, isFresh }: LongTableProps<Row>) {
  const table = useRef<HTMLTableElement>(null);
  const total = rows.total ?? LOADING_ROWS;
  const blocks = useBlocks(table, label, total);
  const { need } = rows;
  const { first, last } = blocks;
  useEffect(() => need(first * BLOCK, lastOf(last, total)), [need, first, last, total]);
  const toFocus = useFocusLater(table);
  if (rows.total === 0) return <p className={styles.empty}>{empty}</p>;
  return (
    <div className={styles.room}>
      <table
        ref={table}
        className={`${styles.table} ${styles.long}`}
        style={widthsOf(columns)}
        aria-label={label}
        aria-rowcount={rows.total === undefined ? -1 : total + 1}
        aria-busy={rows.total === undefined}
        onKeyDown={(event) => move(event, total, toFocus)}
      >
        <TableHead columns={columns} />
        {blocks.heights.map((height, block) => {
          const start = block * BLOCK;
          const end = lastOf(block, total);
          const indexes = Array.from({ length: end - start + 1 }, (_, at) => start + at);
          return blocks.isDrawn(block) ? (
            <tbody key={start} data-block={block}>
              {indexes.map((index) => {
                const row = rows.at(index);
                return row === undefined ? (
                  <LoadingRow key={index} columns={columns} />
                ) : (
                  <TableRow
                    key={keyOf(row)}
                    row={row}
                    index={index}
                    columns={columns}
                    open={open}
                    isFresh={isFresh?.(row) ?? false}
                  />
                );
              })}
            </tbody>
          ) : (
            <tbody key={start} data-block={block} aria-hidden="true">
              <tr className={styles.standIn} style={{ '--height': `${height}px` } as CSSProperties} />
            </tbody>
          );
        })}
      </table>
    </div>
  );
}

const LOADING_ROWS = 12;
const USUAL_WIDTH = 96;
/** Where there is little room, the name of the row gives way, and then sentences do: they have several lines. */
const LEAST_NAME = 144;
const LEAST_SENTENCE = 200;

/** How much less distance there is between columns where there is little room. */
const LESS_DISTANCE = 8;

/** The widths of all columns, and without those that are left out where there is little room. */
function widthsOf<Row>(columns: readonly Column<Row>[]): CSSProperties {
  const few = columns.filter(({ isExtra }) => !isExtra);
  return {
    '--columns': tracksOf(columns),
    '--few-columns': tracksOf(few),
    '--narrow-columns': tracksOf(few, LESS_DISTANCE),
  } as CSSProperties;
}

function tracksOf<Row>(columns: readonly Column<Row>[], less = 0): string {
  const tracks = columns.map(({ width = USUAL_WIDTH, isFixed, isFigure }, at) => {
    const least = isFixed || isFigure ? width : at === 0 ? LEAST_NAME : Math.min(width, LEAST_SENTENCE);
    return least === width ? `${width - less}px` : `minmax(${least - less}px, ${width - less}px)`;
  });
  return `${tracks.join(' ')} minmax(0, 1fr)`;
}

/** How far Page Up and Page Down go. */
const PAGE = 20;

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  PageDown: (at, last) => Math.min(at + PAGE, last),
  PageUp: (at) => Math.max(at - PAGE, 0),
  Home: () => 0,
  End: (_, last) => last,
};

function move(event: KeyboardEvent<HTMLElement>, total: number, toFocus: (index: number) => void): void {
  const step = STEPS[event.key];
  if (step === undefined || !(event.target instanceof HTMLElement) || !event.target.matches(OPENERS)) return;
  const at = Number(event.target.closest('tr')?.dataset.index);
  if (Number.isNaN(at)) return;
  event.preventDefault();
  toFocus(step(at, total - 1));
}

/** Focuses a row, once it is drawn. */
function useFocusLater(table: React.RefObject<HTMLTableElement | null>): (index: number) => void {
  const [wanted, setWanted] = useState<number | null>(null);
  useEffect(() => {
    if (wanted === null) return;
    const opener = table.current?.querySelector<HTMLElement>(`tr[data-index="${wanted}"] :is(${OPENERS})`);
    if (opener) {
      opener.focus();
      setWanted(null);
      return;
    }
    const body = table.current?.querySelector(`[data-block="${Math.floor(wanted / BLOCK)}"]`);
    body?.scrollIntoView({ block: wanted % BLOCK > BLOCK / 2 ? 'end' : 'start' });
  });
  return setWanted;
}
