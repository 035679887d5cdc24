// What there is to say about a row: faults beside their cells, what would not count, and the form of its value.

import { CrossGlyph } from '../../ui/glyphs.tsx';
import { inputValue, utcDate } from '../../ui/words.ts';
import type { DefinedInput } from '../preview/scoring.ts';
import { type Cell, type EntryRow, REFERENCE_RATE } from './draft.ts';
import styles from './grid.module.css';
import type { GridProps } from './grid.tsx';
import { formInWords } from './suggestions.ts';

type AboutProps = Pick<GridProps, 'faults' | 'previews' | 'focused' | 'framework' | 'providerOf'> & {
  row: EntryRow;
  definition: DefinedInput | undefined;
};

/** Faults, what would not count, and for the row in hand the form of its value and what is on record. */
export function About({ row, faults, previews, focused, framework, providerOf, definition }: AboutProps) {
  const messages = [...(faults.byRow.get(row.key) ?? [])];
  const notCounted = previews.notCounted.get(row.key);
  const slug = providerOf(row.subject)?.slug ?? '';
  const facts = previews.bySlug.get(slug)?.known;
  const onRecord =
    framework === undefined || facts === undefined ? null : framework.scoring.knownValue(facts, row.input);
  const isFocused = focused === row.key;
  return (
    <div className={styles.about} id={`${row.key}-about`}>
      {messages.map(([cell, message]) => (
        <p key={cell} className={styles.fault} role="alert">
          <CrossGlyph /> {cell === 'row' ? '' : `${CELL_NAMES[cell]}: `}
          {message}
        </p>
      ))}
      {notCounted === undefined ? null : <p className={styles.fault}>{notCounted}</p>}
      {row.title === '' ? null : <p className={styles.help}>Evidence: {row.title}</p>}
      {isFocused && definition !== undefined ? (
        <p className={styles.help}>
          {capitalised(formInWords(definition))}
          {onRecord === null ? nothingKnown(row) : `. On record: ${inputValue(onRecord.value)}`}
          {onRecord === null || onRecord.evidence_date === null
            ? ''
            : `, grade ${onRecord.grade}, ${utcDate(onRecord.evidence_date)}.`}
        </p>
      ) : null}
    </div>
  );
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The rates of currencies are not among the facts of one provider. */
function nothingKnown({ input, subject }: EntryRow): string {
  return input === REFERENCE_RATE || subject === '' ? '.' : '. Nothing on record.';
}

const CELL_NAMES: Readonly<Record<Cell, string>> = {
  subject: 'Provider',
  input: 'Input',
  value: 'Value',
  grade: 'Grade',
  evidence_date: 'Evidence date',
  page: 'Page',
  quote: 'Quote',
  note: 'Note',
};
