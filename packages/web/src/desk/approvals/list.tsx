// The list of the queue, in groups that share their columns.

import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { count } from '../../ui/format.ts';
import { ArrowGlyph } from '../../ui/glyphs.tsx';
import { useInView } from '../document/in-view.ts';
import { useOthersAt } from '../presence.ts';
import styles from './list.module.css';
import type { Proposal } from './proposal.ts';
import type { Queue } from './queue.ts';
import { Row } from './row.tsx';

export interface ListProps {
  queue: Queue;
  /** Whether the reader is somebody who can decide. */
  isReviewer: boolean;
  selected: string | undefined;
  onSelect: (id: string) => void;
}

const LOADING_ROWS = 8;

export function QueueList({ queue, isReviewer, selected, onSelect }: ListProps) {
  const table = useRef<HTMLTableElement>(null);
  const others = useOthersAt('approvals');
  // The focus follows the selection while it is in the list, so that keys go on from there.
  useEffect(() => {
    const row = table.current?.querySelector<HTMLElement>('[aria-current="true"]');
    if (row === undefined || row === null || selected === undefined) return;
    row.closest('tr')?.scrollIntoView({ block: 'nearest' });
    if (document.activeElement === document.body || table.current!.contains(document.activeElement))
      row.focus({ preventScroll: true });
  }, [selected]);
  const rowOf = (proposal: Proposal) => (
    <Row
      key={proposal.id}
      proposal={proposal}
      others={others.get(proposal.id) ?? []}
      isSelected={proposal.id === selected}
      isNew={queue.isNew(proposal.id)}
      onSelect={() => onSelect(proposal.id)}
    />
  );
  const { waiting, asked, own, decided } = queue;
  const rowsRead = (waiting?.length ?? 0) + asked.length + own.length;
  return (
    <table
      // Drawn anew when the rows come, so that nothing moves.
      key={waiting === undefined ? 'loading' : 'rows'}
      ref={table}
      className={styles.table}
      aria-label="Proposals"
      aria-busy={waiting === undefined}
    >
      <thead>
        <tr className={waiting === undefined ? 'loading' : undefined}>
          <th scope="col">Provider</th>
          <th scope="col">Input</th>
          <th scope="col" className={styles.figure}>
            <span className={styles.change}>
              Old
              <ArrowGlyph />
              new, grade
            </span>
          </th>
          <th scope="col" className={styles.figure}>
            Points
          </th>
          <th scope="col">Band</th>
        </tr>
      </thead>
      {waiting === undefined ? (
        <Loading />
      ) : (
        <>
          <Group title={isReviewer ? 'Waiting for you' : 'Waiting for a reviewer'} number={queue.open}>
            {waiting.length === 0 ? (
              <tr className={styles.done}>
                <td colSpan={5}>
                  Nothing waits.{decided.length === 0 ? '' : ` ${count(decided.length)} decided today.`}
                </td>
              </tr>
            ) : (
              waiting.map(rowOf)
            )}
          </Group>
          {asked.length === 0 ? null : (
            <Group title="Asked" number={asked.length} note="the proposer answers">
              {asked.map(rowOf)}
            </Group>
          )}
          {own.length === 0 ? null : (
            <Group title="Your own" number={own.length} note="another reviewer decides">
              {own.map(rowOf)}
            </Group>
          )}
          {queue.hasMore ? <More key={rowsRead} onMore={queue.readMore} /> : null}
          {decided.length === 0 ? null : (
            <Group title="Decided today" number={decided.length}>
              {decided.map(rowOf)}
            </Group>
          )}
        </>
      )}
    </table>
  );
}

interface GroupProps {
  title: string;
  number: number;
  note?: string;
  children: ReactNode;
}

function Group({ title, number, note, children }: GroupProps) {
  return (
    <tbody>
      <tr className={styles.group}>
        <th colSpan={5} scope="rowgroup">
          {title} {count(number)}
          {note === undefined ? null : <span className={styles.note}> · {note}</span>}
        </th>
      </tr>
      {children}
    </tbody>
  );
}

/** More are read as soon as this row comes near. */
function More({ onMore }: { onMore: () => void }) {
  const end = useRef<HTMLTableRowElement>(null);
  useInView(end, 'more', onMore);
  return (
    <tbody>
      <tr ref={end} className={styles.done}>
        <td>
          <Button kind="quiet" onPress={onMore}>
            More
          </Button>
        </td>
      </tr>
    </tbody>
  );
}

function Loading() {
  return (
    <tbody>
      {Array.from({ length: LOADING_ROWS }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks have no identity
        <tr key={row} className={`${styles.row} loading`}>
          <td>
            <span className="block" />
          </td>
          <td>
            <span className="block" />
          </td>
          <td />
          <td />
          <td />
        </tr>
      ))}
    </tbody>
  );
}
