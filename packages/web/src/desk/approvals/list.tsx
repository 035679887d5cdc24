// The list of the queue, in groups that share their columns.

import { useEffect, useRef } from 'react';
import { NothingFound } from '../../ui/filters.tsx';
import { count } from '../../ui/format.ts';
import { MoreRows, RowGroup, type RowList, RowTable } from '../../ui/rows.tsx';
import { useOthersAt } from '../presence.ts';
import styles from './list.module.css';
import { type Proposal, pendingOf } from './proposal.ts';
import type { Queue } from './queue.ts';
import { proposalColumns } from './row.tsx';

export interface ListProps {
  queue: Queue;
  /** Whether the reader is somebody who can decide. */
  isReviewer: boolean;
  /** Whether its evidence was not on the reader's screen yet. */
  isUnseen: (proposal: Proposal) => boolean;
  onClear: () => void;
  selected: string | undefined;
  onSelect: (id: string) => void;
}

const LOADING_ROWS = 8;

export function QueueList({ queue, isReviewer, isUnseen, onClear, selected, onSelect }: ListProps) {
  const place = useRef<HTMLDivElement>(null);
  const othersAt = useOthersAt('approvals');
  // The focus follows the selection while it is in the list, so that keys go on from there.
  useEffect(() => {
    const row = place.current?.querySelector<HTMLElement>('[aria-current="true"]');
    if (row === undefined || row === null || selected === undefined) return;
    row.closest('tr')?.scrollIntoView({ block: 'nearest' });
    if (document.activeElement === document.body || place.current!.contains(document.activeElement))
      row.focus({ preventScroll: true });
  }, [selected]);
  const list: RowList<Proposal> = {
    keyOf: ({ id }) => id,
    columns: proposalColumns(othersAt, isUnseen),
    classOf: (proposal) =>
      [
        queue.isNew(proposal.id) ? 'fresh' : '',
        proposal.status === 'open' && pendingOf(proposal) === null ? '' : styles.decided,
      ].join(' '),
    press: { isOpen: ({ id }) => id === selected, onOpen: ({ id }) => onSelect(id) },
  };
  const { waiting, asked, toAnswer, own, decided, isFiltered } = queue;
  const rowsRead = (waiting?.length ?? 0) + asked.length + toAnswer.length + own.length;
  const group = (title: string, rows: readonly Proposal[], note?: string) =>
    waiting === undefined || rows.length === 0 ? null : (
      <RowGroup list={list} head={<Head title={title} number={rows.length} note={note} />} rows={rows} />
    );
  return (
    <div ref={place}>
      <RowTable label="Proposals" list={list} className={styles.table!} isLoading={waiting === undefined}>
        <RowGroup
          list={list}
          head={
            waiting && (
              <Head
                title={`Waiting for ${isReviewer ? 'you' : 'a reviewer'}`}
                number={isFiltered ? waiting.length : queue.open}
                note={isFiltered ? `of ${count(queue.open)}` : undefined}
              />
            )
          }
          rows={waiting}
          loading={LOADING_ROWS}
          empty={
            isFiltered && queue.hasMore ? (
              'Nothing that was read so far matches these filters.'
            ) : isFiltered ? (
              <NothingFound what="No proposal matches these filters." onClear={onClear} />
            ) : (
              `Nothing waits.${decided.length === 0 ? '' : ` ${count(decided.length)} decided today.`}`
            )
          }
        />
        {group('To answer', toAnswer, 'a reviewer asked')}
        {group('Asked', asked, 'the proposer answers')}
        {group('Your own', own, 'another reviewer decides')}
        {queue.hasMore ? (
          <MoreRows key={rowsRead} isReading={queue.isReadingMore} onMore={queue.readMore} />
        ) : null}
        {group('Decided today', decided)}
      </RowTable>
    </div>
  );
}

function Head({ title, number, note }: { title: string; number: number; note?: string | undefined }) {
  return (
    <>
      {title} {count(number)}
      {note === undefined ? null : <span className={styles.note}> · {note}</span>}
    </>
  );
}
