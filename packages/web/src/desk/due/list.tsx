// The list of the due board: by the points at stake, with selection by mouse and keyboard.

import { type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useRef } from 'react';
import type { Pages } from '../../api/acts.ts';
import { BandChip } from '../../ui/band.tsx';
import { count, hundredths, inputValue, inWords, utcDate } from '../../ui/format.ts';
import { CrossGlyph } from '../../ui/glyphs.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { type BoardRow, keyOf } from './board-row.ts';
import styles from './list.module.css';
import type { Selection } from './selection.ts';

export interface ListProps {
  pages: Pages<BoardRow>;
  selection: Selection;
  /** Names of colleagues who have a row open, by row. */
  others: ReadonlyMap<string, readonly string[]>;
  empty: React.ReactNode;
  areKeysOn: boolean;
  onOpen: () => void;
  onAssignToMe: () => void;
}

const LOADING_ROWS = 12;

export function DueList({ pages, selection, others, empty, areKeysOn, onOpen, onAssignToMe }: ListProps) {
  const { entries, error, hasMore, readMore, readAgain } = pages;
  const table = useRef<HTMLTableElement>(null);
  const isThere = entries !== undefined;
  // Keys work from the start: the first row has the focus when the list comes, unless somebody is elsewhere.
  useEffect(() => {
    if (isThere && document.activeElement === document.body)
      table.current?.querySelector<HTMLElement>('tbody button')?.focus({ preventScroll: true });
  }, [isThere]);
  const isFootOpen = selection.rows.length > 0;
  // The foot takes room from the list: the row in hand stays in sight.
  useLayoutEffect(() => {
    if (isFootOpen) document.activeElement?.closest('tr[data-row]')?.scrollIntoView({ block: 'nearest' });
  }, [isFootOpen]);
  if (error !== null && entries === undefined) return <ProblemBox error={error} onRetry={readAgain} />;
  if (entries?.length === 0) return <p className={styles.empty}>{empty}</p>;
  const rows = entries ?? [];
  const areAll = rows.length > 0 && rows.every(selection.has);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!(event.target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return;
    const current = event.target.closest<HTMLElement>('tr[data-row]');
    const at = rows.findIndex((row) => keyOf(row) === current?.dataset.row);
    const row = rows[at];
    if (row === undefined) return;
    const act = actionOf(event.key, areKeysOn);
    if (act === null) return;
    event.preventDefault();
    if (act === 'toggle') selection.toggle(row);
    else if (act === 'open') {
      if (selection.rows.length === 0) selection.toggle(row);
      onOpen();
    } else if (act === 'mine') {
      if (selection.rows.length > 0) onAssignToMe();
    } else {
      const next = rows[Math.min(rows.length - 1, Math.max(0, at + act))]!;
      focusRow(table.current, next);
      if (event.shiftKey) selection.extendTo(next, rows);
    }
  };
  const onPress = (event: MouseEvent, row: BoardRow) => {
    if (event.shiftKey) selection.extendTo(row, rows);
    else selection.toggle(row);
  };
  return (
    <>
      {error === null ? null : <ProblemBox error={error} onRetry={readAgain} />}
      <table
        key={isThere ? 'rows' : 'loading'}
        ref={table}
        className={styles.table}
        aria-label="Inputs that are due"
        aria-busy={!isThere}
      >
        <thead>
          <tr className={isThere ? undefined : 'loading'}>
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
            <th scope="col">Provider</th>
            <th scope="col">Input</th>
            <th scope="col">Days left</th>
            <th scope="col" className={styles.figure}>
              Points
            </th>
            <th scope="col">Band if lost</th>
            <th scope="col">Assignee</th>
          </tr>
        </thead>
        <tbody onKeyDown={onKeyDown}>
          {isThere
            ? rows.map((row) => (
                <Row
                  key={keyOf(row)}
                  row={row}
                  isSelected={selection.has(row)}
                  others={others.get(keyOf(row)) ?? []}
                  onPress={(event) => onPress(event, row)}
                />
              ))
            : Array.from({ length: LOADING_ROWS }, (_, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the blocks have no identity
                <tr key={at} className="loading">
                  <td />
                  <td>
                    <span className="block" />
                  </td>
                  <td>
                    <span className="block" />
                  </td>
                </tr>
              ))}
        </tbody>
      </table>
      {hasMore ? <More key={rows.length} onReached={readMore} /> : null}
    </>
  );
}

type Action = 'toggle' | 'open' | 'mine' | 1 | -1;

function actionOf(key: string, areKeysOn: boolean): Action | null {
  if (key === 'ArrowDown' || (areKeysOn && key === 'j')) return 1;
  if (key === 'ArrowUp' || (areKeysOn && key === 'k')) return -1;
  if (key === ' ' || (areKeysOn && key === 'x')) return 'toggle';
  if (key === 'Enter') return 'open';
  return areKeysOn && key === 'm' ? 'mine' : null;
}

export function focusRow(within: ParentNode | null, row: BoardRow): void {
  const found = within?.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(keyOf(row))}"] button`);
  found?.focus({ preventScroll: true });
  found?.closest('tr')?.scrollIntoView({ block: 'nearest' });
}

interface RowProps {
  row: BoardRow;
  isSelected: boolean;
  others: readonly string[];
  onPress: (event: MouseEvent) => void;
}

function Row({ row, isSelected, others, onPress }: RowProps) {
  const { name, input, is_gate, days_left, max_age, points_at_stake, value, evidence_date } = row;
  const onFile =
    value === null
      ? 'no evidence'
      : `${inputValue(value)}, grade ${row.grade ?? 'none'}, ${evidence_date === null ? 'no date' : utcDate(evidence_date)}`;
  return (
    <tr
      data-row={keyOf(row)}
      className={[styles.row, isSelected ? styles.selected : '', is_gate ? styles.gate : ''].join(' ')}
    >
      <td className={styles.check}>
        <label>
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={`Select ${name}, ${inWords(input)}`}
            checked={isSelected}
            readOnly
            onClick={(event) => {
              event.stopPropagation();
              onPress(event);
            }}
          />
        </label>
      </td>
      <th scope="row">
        <button type="button" className={styles.open} aria-pressed={isSelected} onClick={onPress}>
          {name}
        </button>
      </th>
      <td className={`${styles.input} mono`} title={onFile}>
        {input}
      </td>
      <td
        className={styles.days}
        title={row.loses_from === null ? undefined : `loses points from ${utcDate(row.loses_from)}`}
      >
        <DaysBar days={days_left} of={max_age} />
      </td>
      <td className={styles.figure}>{hundredths(points_at_stake)}</td>
      <td className={styles.band}>
        <BandIfLost row={row} />
      </td>
      <td className={styles.who}>
        <Who row={row} others={others} />
      </td>
    </tr>
  );
}

function BandIfLost({ row: { is_gate, band, band_if_lost, value } }: { row: BoardRow }) {
  if (value === null) return <span className={styles.muted}>counts nothing yet</span>;
  if (is_gate || band_if_lost === null) return <span className={styles.muted}>not scored</span>;
  if (band_if_lost === band) return <span className={styles.muted}>same band</span>;
  return <BandChip band={band_if_lost} />;
}

function Who({ row: { assignee, in_review, note }, others }: { row: BoardRow; others: readonly string[] }) {
  return (
    <>
      {in_review ? <span className={styles.muted}>in review</span> : null}
      {in_review && assignee !== null ? ' · ' : null}
      {assignee ?? (in_review ? null : <span className={styles.muted}>nobody</span>)}
      {note === null ? null : <span className={styles.muted}> · {note}</span>}
      {others.length === 0 ? null : <span className={styles.others}> · open at {others.join(', ')}</span>}
    </>
  );
}

/** Reads the next page when its place comes near the window. */
function More({ onReached }: { onReached: () => void }) {
  const place = useRef<HTMLParagraphElement>(null);
  const reached = useRef(onReached);
  reached.current = onReached;
  useEffect(() => {
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) reached.current();
      },
      { rootMargin: '800px' },
    );
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <p ref={place} className={styles.more}>
      Reading more…
    </p>
  );
}

const WIDTH = 64;

/** `days` is null without evidence; `of` is the whole time. */
function DaysBar({ days, of }: { days: number | null; of: number }) {
  if (days === null) return <span className={styles.missing}>no evidence</span>;
  if (days <= 0)
    return (
      <span className={styles.lapsed}>
        <CrossGlyph /> lapsed
      </span>
    );
  const share = Math.min(1, days / of);
  return (
    <span className={styles.daysDays}>
      <span className={styles.daysFigure}>{count(days)}</span>
      <svg aria-hidden="true" width={WIDTH} height="4">
        <rect width={WIDTH} height="4" fill="var(--track)" />
        <rect width={WIDTH * share} height="4" fill={share <= 1 / 3 ? 'var(--ink)' : 'var(--bar)'} />
      </svg>
    </span>
  );
}
