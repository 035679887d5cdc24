// The list of the queue, in groups that share their columns.

import { type ReactNode, useEffect, useRef } from 'react';
import { BandChange } from '../../ui/band.tsx';
import { ArrowGlyph, CrossGlyph, DotGlyph } from '../../ui/glyphs.tsx';
import { change, count, inputValue } from '../../ui/words.ts';
import styles from './list.module.css';
import { type Proposal, type ProviderNames, subjectName, verdictOf } from './proposal.ts';
import type { Queue } from './queue.ts';

export interface ListProps {
  queue: Queue;
  /** Whether the reader is somebody who can decide. */
  isReviewer: boolean;
  names: ProviderNames;
  selected: string | undefined;
  onSelect: (id: string) => void;
}

const LOADING_ROWS = 8;

export function QueueList({ queue, isReviewer, names, selected, onSelect }: ListProps) {
  const table = useRef<HTMLTableElement>(null);
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
      name={subjectName(proposal, names)}
      isSelected={proposal.id === selected}
      isNew={queue.isNew(proposal.id)}
      onSelect={() => onSelect(proposal.id)}
    />
  );
  const { waiting, own, decided } = queue;
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
        <tr className={waiting === undefined ? styles.loading : undefined}>
          <th scope="col">Provider</th>
          <th scope="col">Input</th>
          <th scope="col" className={styles.figure}>
            <span className={styles.change}>
              Old
              <ArrowGlyph />
              new
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
          {own.length === 0 ? null : (
            <Group title="Your own" number={own.length} note="another reviewer decides">
              {own.map(rowOf)}
            </Group>
          )}
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

interface RowProps {
  proposal: Proposal;
  name: string;
  isSelected: boolean;
  isNew: boolean;
  onSelect: () => void;
}

function Row({ proposal, name, isSelected, isNew, onSelect }: RowProps) {
  const { input, status } = proposal;
  const className = [
    styles.row,
    isSelected ? styles.selected : '',
    isNew ? styles.new : '',
    status === 'open' ? '' : styles.decided,
  ];
  return (
    <tr className={className.join(' ')} data-proposal={proposal.id}>
      <th scope="row">
        <button type="button" className={styles.open} aria-current={isSelected} onClick={onSelect}>
          {name}
        </button>
      </th>
      <td className={`${styles.input} mono`}>{input}</td>
      <td className={styles.figure}>
        <Values proposal={proposal} />
      </td>
      <td className={styles.figure}>{pointsOf(proposal)}</td>
      <td className={styles.band}>
        <Outcome proposal={proposal} />
      </td>
    </tr>
  );
}

function Values({ proposal: { current, value, renewal, status } }: { proposal: Proposal }) {
  if (renewal) return <>unchanged</>;
  // Once it is decided, the value that counts now is no longer the one before.
  if (status !== 'open')
    return (
      <span className={styles.change} title={inputValue(value)}>
        <span>{inputValue(value)}</span>
      </span>
    );
  const old = current === null ? 'no evidence' : inputValue(current.value);
  return (
    <span className={styles.change} title={`${old} to ${inputValue(value)}`}>
      <span>{old}</span>
      <span className={styles.change}>
        <ArrowGlyph />
        <span>{inputValue(value)}</span>
      </span>
    </span>
  );
}

/** A rate changes several scores: the largest change. */
function pointsOf({ effect, rate_effect, status }: Proposal): string {
  if (status !== 'open') return '';
  const points = rate_effect === null ? effect?.points : (rate_effect.largest?.points ?? 0);
  return points === null || points === undefined ? '·' : change(points);
}

function Outcome({ proposal }: { proposal: Proposal }) {
  const { status, effect, rate_effect, decided_by_name } = proposal;
  if (status !== 'open') {
    const verdict = verdictOf(proposal);
    return (
      <span className={styles.verdict} title={`${verdict} by ${decided_by_name}`}>
        {verdict === 'approved' ? <DotGlyph /> : <CrossGlyph />}
        {verdict}
      </span>
    );
  }
  if (rate_effect !== null)
    return <>{rate_effect.band_changes === 0 ? 'same' : `${rate_effect.band_changes} change`}</>;
  if (effect === null || effect.band_before === null || effect.band_after === null) return <>no score</>;
  if (effect.contested !== null) return <>contested</>;
  return <BandChange before={effect.band_before} after={effect.band_after} />;
}

function Loading() {
  return (
    <tbody>
      {Array.from({ length: LOADING_ROWS }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks have no identity
        <tr key={row} className={`${styles.row} ${styles.loading}`}>
          <td>
            <span className={styles.block} />
          </td>
          <td>
            <span className={styles.block} />
          </td>
          <td />
          <td />
          <td />
        </tr>
      ))}
    </tbody>
  );
}
