// The headline of a provider in a draft: old → new, and what its publication would be.

import { heldInWords } from '../../charts/score-headline.ts';
import { BandChip, compareBands } from '../../ui/band.tsx';
import { change, hundredths, inWords, utcDate } from '../../ui/format.ts';
import { ArrowGlyph, DownGlyph, UpGlyph } from '../../ui/glyphs.tsx';
import { withInputNames } from '../input-names.ts';
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
        <span>{hundredths(new_score)}</span>
        <Bands before={previous_band} after={new_band} />
      </div>
      <p className={styles.sentence}>
        {[
          sentenceOf(item),
          ...(previous_score === null ? [] : [pointsWords(new_score - previous_score)]),
          ...held(new_score, result),
          ...(is_published ? [`Published as ${groupWord(group)}.`] : []),
        ].join(' ')}
      </p>
    </>
  );
}

/** The band, or both where it changes. */
function Bands({ before, after }: { before: string | null; after: string | null }) {
  if (after === null) return null;
  const direction = before === null ? 0 : compareBands(before, after);
  return (
    <span className={styles.bands}>
      {before === null || direction === 0 ? null : (
        <>
          <BandChip band={before} /> <ArrowGlyph />
          <span className="visually-hidden">to</span>{' '}
        </>
      )}
      <BandChip band={after} />
      {direction === 0 ? null : (
        <span className={styles.moved}>
          {direction > 0 ? <UpGlyph /> : <DownGlyph />} {direction > 0 ? 'safer' : 'riskier'}
        </span>
      )}
    </span>
  );
}

function held(score: number, result: Detail['result']): string[] {
  const holding = result?.caps.filter(({ binding }) => binding) ?? [];
  const words = heldInWords(score, holding.length);
  return words === null
    ? []
    : [`The score is ${words}: ${holding.map(({ name }) => inWords(name)).join(', ')}.`];
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

/** The reason is a text, or the errors of the entry checks as JSON. */
function notScoredWords(detail: string | null): string {
  if (detail === null) return 'the reason is not recorded.';
  try {
    const { errors } = JSON.parse(detail) as { errors?: { message: string }[] };
    if (errors !== undefined) return `${withInputNames(errors.map(({ message }) => message).join('; '))}.`;
  } catch {
    // A text.
  }
  const [, gate] = /^GATE_(.*)$/.exec(detail) ?? [];
  return gate === undefined
    ? `${inWords(detail)}.`
    : `there is no current evidence of its ${inWords(gate.toLowerCase())}.`;
}
