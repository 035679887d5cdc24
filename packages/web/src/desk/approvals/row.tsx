// The columns of the queue: whose value changes how, by which evidence, and what that does to points, band and caps.

import { useState } from 'react';
import { BandChange } from '../../ui/band.tsx';
import { change, inputValue } from '../../ui/format.ts';
import { ArrowGlyph, CrossGlyph, DotGlyph, WaitingGlyph } from '../../ui/glyphs.tsx';
import type { RowColumn } from '../../ui/rows.tsx';
import { inputName } from '../input-names.ts';
import { initialsOf } from '../presence.ts';
import styles from './list.module.css';
import { openQuestion, type Proposal, pendingOf, subjectName, verdictOf } from './proposal.ts';

/** `othersAt` has the names of colleagues who have a proposal open; `isUnseen` tells what the reader has not had on screen. */
export function proposalColumns(
  othersAt: ReadonlyMap<string, readonly string[]>,
  isUnseen: (proposal: Proposal) => boolean,
): RowColumn<Proposal>[] {
  return [
    {
      head: 'Provider',
      isName: true,
      cell: subjectName,
      beside: ({ id }) => <Others names={othersAt.get(id) ?? []} />,
    },
    {
      head: 'Input',
      className: styles.input,
      cell: (proposal) => (
        <>
          {inputName(proposal.input)} <UnseenMark isUnseen={isUnseen(proposal)} />
        </>
      ),
    },
    {
      head: (
        <span className={styles.change}>
          Old
          <ArrowGlyph />
          new, grade
        </span>
      ),
      label: 'Value',
      isFigure: true,
      cell: (proposal) => <Values proposal={proposal} />,
    },
    { head: 'Points', isFigure: true, cell: pointsOf },
    { head: 'Band', className: styles.band, cell: (proposal) => <Outcome proposal={proposal} /> },
  ];
}

function Others({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <span className={styles.others} title={`Open: ${names.join(', ')}`}>
      <span className="visually-hidden">{` open by ${names.join(', ')}`}</span>
      <span aria-hidden="true">{names.map(initialsOf).join(' ')}</span>
    </span>
  );
}

/** The old value with its grade, if it differs, and the new one. Once it is decided, only the new one. */
function Values({ proposal: { current, value, renewal, evidence, status } }: { proposal: Proposal }) {
  const now = (
    <>
      {renewal ? 'unchanged' : inputValue(value)}
      {'\u00a0'}
      <Grade grade={evidence.grade} />
    </>
  );
  const oldGrade = current?.grade ?? null;
  if (status !== 'open' || (renewal && (oldGrade === null || oldGrade === evidence.grade)))
    return <span className={styles.to}>{now}</span>;
  return (
    <span className={styles.change}>
      <span>
        {current === null ? 'no evidence' : inputValue(current.value)}
        {oldGrade === null || oldGrade === evidence.grade ? null : (
          <>
            {'\u00a0'}
            <Grade grade={oldGrade} />
          </>
        )}
      </span>
      <span className={styles.to}>
        <ArrowGlyph />
        {now}
      </span>
    </span>
  );
}

function Grade({ grade }: { grade: string }) {
  return (
    <span className={styles.grade} title={`Evidence of grade ${grade}`}>
      <span className="visually-hidden">grade </span>
      {grade}
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
  const pending = pendingOf(proposal);
  if (pending !== null)
    return (
      <span
        className={styles.verdict}
        title={`${pending.decision} by ${pending.decided_by_name}, not in force yet`}
      >
        <WaitingGlyph />
        {pending.decision}
      </span>
    );
  if (openQuestion(proposal) !== null)
    return (
      <span className={styles.verdict}>
        <WaitingGlyph />
        asked
      </span>
    );
  if (rate_effect !== null)
    return <>{rate_effect.band_changes === 0 ? 'same' : `${rate_effect.band_changes} change`}</>;
  if (effect === null || effect.band_before === null || effect.band_after === null) return <>no score</>;
  if (effect.contested !== null) return <>contested</>;
  const cap = capWord(effect.caps);
  return (
    <>
      <BandChange before={effect.band_before} after={effect.band_after} />
      {cap === null ? null : <span className={styles.cap}>{cap}</span>}
    </>
  );
}

/** What happens to the caps, if anything does. */
function capWord({ added, removed, changed }: NonNullable<Proposal['effect']>['caps']): string | null {
  if (added.length > 0) return 'cap added';
  if (removed.length > 0) return 'cap lifted';
  return changed.length > 0 ? 'cap changed' : null;
}

/** Keeps its place when the evidence is shown, so that the rows below do not move. */
function UnseenMark({ isUnseen }: { isUnseen: boolean }) {
  const [wasUnseen] = useState(isUnseen);
  if (!isUnseen && !wasUnseen) return null;
  return <span className={isUnseen ? styles.unseen : styles.shown}>not shown yet</span>;
}
