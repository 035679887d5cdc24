// The list of the due board: by the points at stake, with selection by mouse and keyboard.

import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import type { Pages } from '../../api/acts.ts';
import { BandChip } from '../../ui/band.tsx';
import { count, hundredths, inputValue, utcDate, utcDay } from '../../ui/format.ts';
import { CrossGlyph } from '../../ui/glyphs.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import {
  focusRow,
  MoreRows,
  type RowColumn,
  RowGroup,
  type RowList,
  RowTable,
  type Selection,
} from '../../ui/rows.tsx';
import { inputName } from '../input-names.ts';
import { type BoardRow, keyOf } from './board-row.ts';
import styles from './list.module.css';

export interface ListProps {
  pages: Pages<BoardRow>;
  selection: Selection<BoardRow>;
  /** Names of colleagues who have a row open, by row. */
  others: ReadonlyMap<string, readonly string[]>;
  /** The UTC date. */
  today: string;
  empty: ReactNode;
  areKeysOn: boolean;
  onOpen: () => void;
  onAssignToMe: () => void;
}

const LOADING_ROWS = 12;

export function DueList(props: ListProps) {
  const { pages, selection, others, today, empty, areKeysOn, onOpen, onAssignToMe } = props;
  const { entries, error, hasMore, isReadingMore, readMore, readAgain } = pages;
  const first = entries?.[0];
  const isThere = entries !== undefined;
  // Keys work from the start: the first row has the focus when the list comes, unless somebody is elsewhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the first rows come
  useEffect(() => {
    if (first !== undefined && document.activeElement === document.body) focusRow(keyOf(first));
  }, [isThere]);
  const isFootOpen = selection.rows.length > 0;
  // The foot takes room from the list: the row in hand stays in sight.
  useLayoutEffect(() => {
    if (isFootOpen) document.activeElement?.closest('tr[data-row]')?.scrollIntoView({ block: 'nearest' });
  }, [isFootOpen]);
  if (error !== null && entries === undefined) return <ProblemBox error={error} onRetry={readAgain} />;
  if (entries?.length === 0) return <p className={styles.empty}>{empty}</p>;
  const rows = entries ?? [];
  const onKey = (key: string, rowKey: string) => {
    if (key === 'Enter') {
      if (!isFootOpen) selection.toggle(rows.find((row) => keyOf(row) === rowKey)!);
      onOpen();
    } else if (key === 'm' && isFootOpen) onAssignToMe();
    return key === 'Enter' || key === 'm';
  };
  const list: RowList<BoardRow> = {
    keyOf,
    columns: columnsOf(others, today),
    press: { selection, rows, labelOf: ({ name, input }) => `${name}, ${inputName(input)}` },
  };
  return (
    <>
      <ProblemBox error={error} onRetry={readAgain} />
      <RowTable
        label="Inputs that are due"
        list={list}
        className={styles.table!}
        isLoading={!isThere}
        areKeysOn={areKeysOn}
        onKey={onKey}
      >
        <RowGroup list={list} rows={entries} loading={LOADING_ROWS} />
        {hasMore ? <MoreRows key={rows.length} isReading={isReadingMore} onMore={readMore} /> : null}
      </RowTable>
    </>
  );
}

function columnsOf(others: ListProps['others'], today: string): RowColumn<BoardRow>[] {
  return [
    { head: 'Provider', isName: true, cell: ({ name }) => name },
    { head: 'Input', cell: ({ input }) => inputName(input), title: onFile },
    {
      head: 'Days left',
      className: styles.days,
      cell: ({ days_left, max_age }) => <DaysBar days={days_left} of={max_age} />,
      title: ({ loses_from }) =>
        loses_from === null ? undefined : `loses points from ${utcDate(loses_from)}`,
    },
    {
      head: 'Points',
      isFigure: true,
      className: styles.points,
      cell: ({ points_at_stake }) => hundredths(points_at_stake),
    },
    { head: 'Band if lost', className: styles.band, cell: (row) => <BandIfLost row={row} today={today} /> },
    {
      head: 'Assignee',
      className: styles.who,
      cell: (row) => <Who row={row} others={others.get(keyOf(row)) ?? []} />,
    },
  ];
}

function onFile({ value, grade, evidence_date }: BoardRow): string {
  if (value === null) return 'no evidence';
  const day = evidence_date === null ? 'no date' : utcDate(evidence_date);
  return `${inputValue(value)}, grade ${grade ?? 'none'}, ${day}`;
}

/** Without a gate there is no score: what is published is stale from the day on which its first gate lapses. */
function BandIfLost({ row, today }: { row: BoardRow; today: string }) {
  const { is_gate, band, band_if_lost, value, stale_from } = row;
  if (value === null) return <span className="muted">counts nothing yet</span>;
  if (stale_from !== null)
    return <span>{`stale ${stale_from > today ? 'from' : 'since'} ${utcDay(stale_from)}`}</span>;
  if (is_gate || band_if_lost === null) return <span className="muted">not scored</span>;
  if (band_if_lost === band) return <span className="muted">same band</span>;
  return <BandChip band={band_if_lost} />;
}

function Who({ row: { assignee, in_review, note }, others }: { row: BoardRow; others: readonly string[] }) {
  return (
    <>
      {in_review ? <span className="muted">awaiting approval</span> : null}
      {in_review && assignee !== null ? ' · ' : null}
      {assignee ?? (in_review ? null : <span className="muted">nobody</span>)}
      {note === null ? null : <span className="muted"> · {note}</span>}
      {others.length === 0 ? null : <span className="muted"> · open at {others.join(', ')}</span>}
    </>
  );
}

const WIDTH = 64;

/** `days` is null without evidence; `of` is the whole time. */
function DaysBar({ days, of }: { days: number | null; of: number }) {
  if (days === null) return <span className="muted">no evidence</span>;
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
