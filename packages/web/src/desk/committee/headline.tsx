// The headline of a provider in a draft: old → new, and what its publication would be.

import { heldInWords, scoreHeadline } from '../../charts/score-headline.ts';
import { bandWord, compareBands } from '../../ui/band.tsx';
import { drawn } from '../../ui/drawn.tsx';
import { change, hundredths, inWords, utcDate } from '../../ui/format.ts';
import { ArrowGlyph, DownGlyph, UpGlyph } from '../../ui/glyphs.tsx';
import { type Detail, groupWord } from './groups.ts';
import styles from './item.module.css';

export function Headline({ item }: { item: Detail }) {
  const { previous_score, previous_band, new_score, new_band, group, is_published, detail, result } = item;
  if (new_score === null)
    return (
      <p className={styles.sentence}>
        No score: {notScoredWords(detail)}
        {previous_score === null
          ? ' Nothing is published about it.'
          : ` Its indicator of ${hundredths(previous_score)} stays, and is marked as stale.`}
      </p>
    );
  return (
    <>
      <div className={styles.figures}>
        {previous_score === null ? null : (
          <>
            <span className={styles.old}>{hundredths(previous_score)}</span> <ArrowGlyph size={16} />
            <span className="visually-hidden">to</span>{' '}
          </>
        )}
        {new_band === null ? (
          <span>{hundredths(new_score)}</span>
        ) : (
          drawn(scoreHeadline({ score: new_score, band: new_band, notes: heldNotes(new_score, result) }))
        )}
      </div>
      <p className={styles.sentence}>
        {sentenceOf(item)} <Moved before={previous_band} after={new_band} />
        {previous_score === null ? null : ` ${pointsWords(new_score - previous_score)}`}
        {is_published ? ` Published as ${groupWord(group)}.` : ''}
      </p>
    </>
  );
}

function heldNotes(score: number, result: Detail['result']): string[] {
  const holding = result?.caps.filter(({ binding }) => binding) ?? [];
  return [heldInWords(score, holding.length) ?? []].flat();
}

function pointsWords(points: number): string {
  return points === 0 ? 'The score stays the same.' : `${change(points)} points.`;
}

function sentenceOf({ group, causes, previous_as_of }: Detail): string {
  const since =
    previous_as_of === null ? '' : ` of ${utcDate(new Date(previous_as_of).toISOString().slice(0, 10))}`;
  if (group === 'initial') return 'First indicator: there is none to compare it with.';
  if (group === 'reinstatement') return 'Reinstatement after a withdrawal.';
  if (group === 'correction') return `Corrects the indicator${since}.`;
  if (group === 'confirmed') return `Confirms the indicator${since}: nothing has changed.`;
  if (group === 'withdrawn')
    return 'Its indicator was withdrawn, and stays so until two people reinstate it.';
  if (group === 'unchanged') return 'It would not be published: a newer or the same indicator stands.';
  const why = causes.flatMap((cause) => CAUSES[cause] ?? []);
  const words = groupWord(group);
  const title = words.charAt(0).toUpperCase() + words.slice(1);
  return why.length === 0 ? `${title}.` : `${title}: ${why.join(', ')}.`;
}

const CAUSES: Readonly<Record<string, string>> = {
  methodology: 'another version of the framework',
  structure: 'another type or structure',
  new_value: 'a new value',
  caps: 'hard rules',
  band: 'another band',
  evidence: 'the age of evidence',
  requested: 'published again on request',
};

function Moved({ before, after }: { before: string | null; after: string | null }) {
  if (before === null || after === null || before === after) return null;
  const isSafer = compareBands(before, after) > 0;
  return (
    <span className={styles.moved}>
      {bandWord(before)} to {bandWord(after)} risk {isSafer ? <UpGlyph /> : <DownGlyph />}{' '}
      {isSafer ? 'safer' : 'riskier'},
    </span>
  );
}

/** The reason is a text, or the errors of the entry checks as JSON. */
function notScoredWords(detail: string | null): string {
  if (detail === null) return 'the reason is not recorded.';
  try {
    const { errors } = JSON.parse(detail) as { errors?: { message: string }[] };
    if (errors !== undefined) return `${errors.map(({ message }) => message).join('; ')}.`;
  } catch {
    // A text.
  }
  return `${inWords(detail)}.`;
}
