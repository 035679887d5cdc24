// The lists of the desk: rows in groups, of which one is open or several are selected, by mouse and keyboard.

import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { useInView } from './in-view.ts';
import styles from './rows.module.css';

export interface RowColumn<Row> {
  /** Absent in a list without a head; empty for a column whose cells speak for themselves. */
  head?: ReactNode;
  /** What a card says, if the head is more than a word. */
  label?: string;
  /** Its cell names the row: pressing it, or anywhere in the row, opens or selects the row. */
  isName?: boolean;
  isFigure?: boolean;
  className?: string | undefined;
  cell: (row: Row) => ReactNode;
  /** After the name. */
  beside?: (row: Row) => ReactNode;
  /** More about the cell, on hover. */
  title?: (row: Row) => string | undefined;
}

export interface RowList<Row> {
  keyOf: (row: Row) => string;
  columns: readonly RowColumn<Row>[];
  classOf?: (row: Row) => string;
  /** What pressing a row does: it opens it, or selects it. */
  press: { isOpen: (row: Row) => boolean; onOpen: (row: Row) => void } | Selecting<Row>;
}

interface Selecting<Row> {
  selection: Selection<Row>;
  /** All rows that are shown, in their order. */
  rows: readonly Row[];
  labelOf: (row: Row) => string;
}

interface TableProps<Row> {
  label: string;
  list: RowList<Row>;
  className: string;
  isLoading?: boolean;
  /** Arrows move between rows. What other keys do in a row; true if they did something. Absent: the page has all keys. */
  onKey?: (key: string, rowKey: string) => boolean;
  /** Whether letters act. */
  areKeysOn?: boolean;
  children: ReactNode;
}

/** The groups are its children. */
export function RowTable<Row>(props: TableProps<Row>) {
  const { label, list, className, isLoading = false, onKey, areKeysOn = false, children } = props;
  const { columns, press } = list;
  return (
    <table
      // Drawn anew when the rows come, so that nothing moves.
      key={isLoading ? 'loading' : 'rows'}
      className={`${styles.table} ${className}`}
      aria-label={label}
      aria-busy={isLoading}
      onKeyDown={onKey === undefined ? undefined : (event) => handleKey(event, press, areKeysOn, onKey)}
    >
      {columns.every(({ head }) => head === undefined) ? null : (
        <thead>
          <tr className={isLoading ? 'loading' : undefined}>
            {'selection' in press ? <SelectAll {...press} /> : null}
            {columns.map((column, at) =>
              // A cell without words is no heading.
              column.head === '' ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their places
                <td key={at} />
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their places
                <th key={at} scope="col" className={column.isFigure ? styles.figure : undefined}>
                  {column.head}
                </th>
              ),
            )}
          </tr>
        </thead>
      )}
      {children}
    </table>
  );
}

interface GroupProps<Row> {
  list: RowList<Row>;
  head?: ReactNode;
  /** Undefined until they have been read. */
  rows: readonly Row[] | undefined;
  /** How many grey rows there are until then. */
  loading?: number;
  /** What is below waits for its rows. */
  isReading?: boolean;
  /** In the place of no rows. */
  empty?: ReactNode;
  children?: ReactNode;
}

export function RowGroup<Row>(props: GroupProps<Row>) {
  const { list, head, rows, loading = 0, isReading = false, empty, children } = props;
  const isEmpty = rows?.length === 0 && empty !== undefined;
  return (
    <tbody data-reading={isReading ? '' : undefined} aria-busy={isReading}>
      {head === undefined ? null : (
        <tr className={styles.group}>
          <th colSpan={list.columns.length} scope="rowgroup">
            {head}
          </th>
        </tr>
      )}
      {isEmpty ? <WideRow>{empty}</WideRow> : null}
      {rows === undefined
        ? // biome-ignore lint/suspicious/noArrayIndexKey: the blocks have no identity
          Array.from({ length: loading }, (_, at) => <LoadingRow key={at} list={list} />)
        : rows.map((row) => <OneRow key={list.keyOf(row)} row={row} list={list} />)}
      {children}
    </tbody>
  );
}

/** A row of one cell. */
export function WideRow({ children }: { children: ReactNode }) {
  return (
    <tr className={styles.wide}>
      <td>{children}</td>
    </tr>
  );
}

/** Reads more as soon as it comes near. Give it the number of rows as its key, so that it is awaited anew. */
export function MoreRows({ isReading, onMore }: { isReading: boolean; onMore: () => void }) {
  const end = useRef<HTMLSpanElement>(null);
  useInView(end, 'more', onMore);
  return (
    <tbody>
      <WideRow>
        <span ref={end}>
          <Button kind="quiet" busy={isReading && 'Reading more…'} onPress={onMore}>
            More
          </Button>
        </span>
      </WideRow>
    </tbody>
  );
}

function OneRow<Row>({ row, list }: { row: Row; list: RowList<Row> }) {
  const { keyOf, columns, classOf, press } = list;
  const isSelecting = 'selection' in press;
  const isChosen = isSelecting ? press.selection.has(row) : press.isOpen(row);
  const onPress = (event: MouseEvent) => {
    if (!isSelecting) press.onOpen(row);
    else if (event.shiftKey) press.selection.extendTo(row, press.rows);
    else press.selection.toggle(row);
  };
  return (
    <tr
      data-row={keyOf(row)}
      className={[styles.row, isChosen ? styles.chosen : '', classOf?.(row) ?? ''].join(' ')}
    >
      {isSelecting ? (
        <td className={styles.check}>
          <label>
            <input
              type="checkbox"
              tabIndex={-1}
              aria-label={`Select ${press.labelOf(row)}`}
              checked={isChosen}
              readOnly
              onClick={(event) => {
                event.stopPropagation();
                onPress(event);
              }}
            />
          </label>
        </td>
      ) : null}
      {columns.map(({ isName, isFigure, className, cell, beside, title, head, label }, at) =>
        isName ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their places
          <th key={at} scope="row" className={className}>
            <button
              type="button"
              className={styles.open}
              {...(isSelecting ? { 'aria-pressed': isChosen } : { 'aria-current': isChosen })}
              onClick={onPress}
            >
              {cell(row)}
            </button>
            {beside?.(row)}
          </th>
        ) : (
          <td
            // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their places
            key={at}
            className={`${isFigure ? styles.figure : ''} ${className ?? ''}`}
            title={title?.(row)}
            // For cards, which have no head.
            data-label={label ?? (typeof head === 'string' ? head : undefined)}
          >
            {cell(row)}
          </td>
        ),
      )}
    </tr>
  );
}

function LoadingRow<Row>({ list: { columns, press } }: { list: RowList<Row> }) {
  const name = columns.findIndex(({ isName }) => isName);
  return (
    <tr className={`${styles.row} loading`}>
      {'selection' in press ? <td /> : null}
      {columns.slice(0, name + 2).map((_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their places
        <td key={at}>{at < name ? null : <span className="block" />}</td>
      ))}
    </tr>
  );
}

function SelectAll<Row>({ selection, rows }: Selecting<Row>) {
  const areAll = rows.length > 0 && rows.every(selection.has);
  return (
    <th scope="col" className={styles.check}>
      <label>
        <input
          type="checkbox"
          aria-label={areAll ? 'Select none' : `Select all ${rows.length} shown`}
          checked={areAll}
          onChange={() => (areAll ? selection.clear() : selection.set(rows))}
        />
      </label>
    </th>
  );
}

/** What is focused in a row. */
const NAMES = 'tr[data-row] > th > button';

function handleKey<Row>(
  event: KeyboardEvent<HTMLTableElement>,
  press: RowList<Row>['press'],
  areKeysOn: boolean,
  onKey: (key: string, rowKey: string) => boolean,
): void {
  if (!(event.target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return;
  const { key, shiftKey } = event;
  const row = event.target.closest<HTMLTableRowElement>('tr[data-row]');
  if (row === null || (key.length === 1 && key !== ' ' && !areKeysOn)) return;
  const names = [...event.currentTarget.querySelectorAll<HTMLElement>(NAMES)];
  const at = names.findIndex((name) => row.contains(name));
  const by = key === 'ArrowDown' || key === 'j' ? 1 : key === 'ArrowUp' || key === 'k' ? -1 : 0;
  const selected = 'selection' in press ? press : null;
  if (by !== 0) {
    const next = Math.min(names.length - 1, Math.max(0, at + by));
    focusRow(names[next]!.closest('tr')!.dataset.row!, event.currentTarget);
    if (selected !== null && shiftKey) selected.selection.extendTo(selected.rows[next]!, selected.rows);
  } else if (selected !== null && (key === ' ' || key === 'x')) selected.selection.toggle(selected.rows[at]!);
  else if (!onKey(key, row.dataset.row!)) return;
  event.preventDefault();
}

/** Focuses a row and brings it into sight. */
export function focusRow(key: string, within: ParentNode = document): void {
  const row = within.querySelector(`tr[data-row="${CSS.escape(key)}"]`);
  row?.querySelector<HTMLElement>('th > button')?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
}

/** Rows stay selected while filters change. */
export interface Selection<Row> {
  rows: Row[];
  has: (row: Row) => boolean;
  toggle: (row: Row) => void;
  /** Selects all rows between the last one that was toggled and this one. */
  extendTo: (row: Row, shown: readonly Row[]) => void;
  set: (rows: readonly Row[]) => void;
  remove: (rows: readonly Row[]) => void;
  clear: () => void;
}

export function useSelection<Row>(keyOf: (row: Row) => string): Selection<Row> {
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map());
  const anchor = useRef<string | null>(null);
  return {
    rows: [...selected.values()],
    has: (row) => selected.has(keyOf(row)),
    toggle: (row) => {
      const next = new Map(selected);
      if (!next.delete(keyOf(row))) next.set(keyOf(row), row);
      anchor.current = keyOf(row);
      setSelected(next);
    },
    extendTo: (row, shown) => {
      const ends = [anchor.current ?? keyOf(row), keyOf(row)].map((key) =>
        shown.findIndex((one) => keyOf(one) === key),
      );
      const between = shown.slice(Math.max(0, Math.min(...ends)), Math.max(...ends) + 1);
      setSelected(new Map([...selected, ...between.map((one) => [keyOf(one), one] as const)]));
    },
    set: (rows) => setSelected(new Map(rows.map((row) => [keyOf(row), row]))),
    remove: (rows) => {
      const gone = new Set(rows.map(keyOf));
      // Others may have been selected meanwhile.
      setSelected((now) => new Map([...now].filter(([key]) => !gone.has(key))));
    },
    clear: () => setSelected(new Map()),
  };
}
