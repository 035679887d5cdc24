// A row of the queue: whose value changes how, by which evidence, and what that does to points, band and caps.

import { BandChange } from '../../ui/band.tsx';
import { change, inputValue, inWords } from '../../ui/format.ts';
import { ArrowGlyph, CrossGlyph, DotGlyph, WaitingGlyph } from '../../ui/glyphs.tsx';
import { initialsOf } from '../presence.ts';
import styles from './list.module.css';
import { openQuestion, type Proposal, pendingOf, subjectName, verdictOf } from './proposal.ts';

interface RowProps {
  proposal: Proposal;
  /** Names of colleagues who have it open. */
  others: readonly string[];
  isSelected: boolean;
  isNew: boolean;
  onSelect: () => void;
}

export function Row({ proposal, others, isSelected, isNew, onSelect }: RowProps) {
  const { input, status } = proposal;
  const className = [
    styles.row,
    isSelected ? styles.selected : '',
    isNew ? 'fresh' : '',
    status === 'open' && pendingOf(proposal) === null ? '' : styles.decided,
  ];
  return (
    <tr className={className.join(' ')} data-proposal={proposal.id}>
      <th scope="row">
        <button type="button" className={styles.open} aria-current={isSelected} onClick={onSelect}>
          {subjectName(proposal)}
        </button>
        {others.length === 0 ? null : (
          <span className={styles.others} title={`Open: ${others.join(', ')}`}>
            <span className="visually-hidden">{` open by ${others.join(', ')}`}</span>
            <span aria-hidden="true">{others.map(initialsOf).join(' ')}</span>
          </span>
        )}
      </th>
      <td className={styles.input}>{inWords(input)}</td>
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
