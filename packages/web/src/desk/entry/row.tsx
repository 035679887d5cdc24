// One value: provider, input, value, grade, date and page, then quote and note, then what there is to say about them.

import { Combobox, type Suggestion } from '../../ui/combobox.tsx';
import { inputValue, utcDate } from '../../ui/format.ts';
import { CrossGlyph } from '../../ui/glyphs.tsx';
import { withInputNames } from '../input-names.ts';
import type { DefinedInput } from '../preview/scoring.ts';
import type { LoadedFramework, Previews } from '../preview/use-preview.ts';
import { type Cell, type EntryRow, type EvidenceDefaults, REFERENCE_RATE, UNCHANGED } from './draft.ts';
import type { Faults } from './faults.ts';
import styles from './grid.module.css';
import { formInWords, suggestInputs, suggestValues } from './suggestions.ts';

export interface GridProps {
  rows: readonly EntryRow[];
  evidence: EvidenceDefaults;
  /** The grade that follows from the document. */
  grade: string;
  framework: LoadedFramework | undefined;
  /** The slug and name of a typed provider; null if there is no such provider. */
  providerOf: (text: string) => { slug: string; name: string } | null;
  suggestProviders: (typed: string) => readonly { slug: string; name: string }[];
  askProviders: (typed: string) => void;
  previews: Previews;
  faults: Faults;
  focused: string | null;
  onFocus: (key: string) => void;
  onChange: (key: string, change: Partial<EntryRow>) => void;
  onPaste: (at: string, rows: EntryRow[]) => void;
  onRemove: (key: string) => void;
  onPropose: () => void;
}

export interface RowProps extends GridProps {
  row: EntryRow;
  number: number;
  /** The row for the next value: it cannot be removed. */
  isLast: boolean;
  goTo: (cell: Cell) => void;
}

export function GridRow(props: RowProps) {
  const { row, number, framework, evidence, faults, focused, onFocus, onChange, goTo } = props;
  const definition = framework?.byId.get(row.input);
  const own = faults.byRow.get(row.key);
  const isUnusual = props.previews.unusual.has(row.key);
  const asksFor = (cell: 'confirmation' | 'shared_reason') =>
    own?.has(cell) === true || row[cell] !== '' || (cell === 'confirmation' && isUnusual);
  const set = (cell: Cell) => (value: string) => onChange(row.key, { [cell]: value });
  const field = (cell: Cell, name: string, placeholder: string) => (
    <input
      className={classOf(own?.has(cell) === true)}
      type="text"
      autoComplete="off"
      data-cell={cell}
      aria-label={`${name}, row ${number}`}
      aria-invalid={own?.has(cell) === true ? true : undefined}
      aria-describedby={`${row.key}-about`}
      placeholder={placeholder}
      value={row[cell] ?? ''}
      onChange={(event) => set(cell)(event.currentTarget.value)}
    />
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a box
    <div
      className={focused === row.key ? `${styles.row} ${styles.focused}` : styles.row}
      role="group"
      aria-label={`Row ${number}`}
      data-row={row.key}
      onFocus={() => onFocus(row.key)}
    >
      <Subject {...props} isInvalid={own?.has('subject') === true} />
      <Combobox
        label={`Input, row ${number}`}
        cell="input"
        text={definition?.label ?? row.input}
        placeholder={props.isLast ? 'Next input' : 'Input'}
        suggest={(typed) => suggestInputs(framework?.inputs ?? [], typed)}
        onChange={set('input')}
        onPicked={() => goTo('value')}
        isInvalid={own?.has('input') === true}
        describedBy={`${row.key}-about`}
      />
      <Value {...props} definition={definition} isInvalid={own?.has('value') === true} />
      {field('grade', 'Grade', evidence.grade || props.grade || 'Grade')}
      {field('evidence_date', 'Evidence date', evidence.evidence_date || 'Date')}
      {field('page', 'Page', 'Page')}
      <span className={styles.remove}>
        {props.isLast ? null : (
          <button
            type="button"
            className={styles.cross}
            aria-label={`Remove row ${number}`}
            onClick={() => props.onRemove(row.key)}
          >
            <CrossGlyph />
          </button>
        )}
      </span>
      {props.isLast ? null : (
        <div className={styles.second}>
          {field('quote', 'Quote', 'Quote: select it in the document')}
          {row.value === UNCHANGED ? null : field('note', 'Note for the reviewer', 'Note for the reviewer')}
          {row.page !== '' && row.quote === ''
            ? field('region', 'Place on the page', 'Place on the page')
            : null}
        </div>
      )}
      {asksFor('confirmation') || asksFor('shared_reason') ? (
        <div className={styles.second}>
          {asksFor('confirmation')
            ? field('confirmation', 'Confirmation', 'Confirm in a sentence why this is right')
            : null}
          {asksFor('shared_reason')
            ? field('shared_reason', 'Other provider', 'Why evidence of another provider supports it')
            : null}
        </div>
      ) : null}
      <About {...props} definition={definition} />
    </div>
  );
}

/** More characters take a line of their own where the grid is narrow. */
const SHORT = 10;

function classOf(isInvalid: boolean): string {
  return [styles.cell, isInvalid ? styles.invalid : ''].join(' ');
}

function Subject({
  row,
  number,
  providerOf,
  suggestProviders,
  askProviders,
  onChange,
  goTo,
  isInvalid,
}: RowProps & { isInvalid: boolean }) {
  const isRate = row.input === REFERENCE_RATE;
  const known = isRate ? null : providerOf(row.subject);
  const suggest = (text: string): Suggestion[] =>
    isRate ? [] : suggestProviders(text).map(({ slug, name }) => ({ value: slug, label: name }));
  return (
    <Combobox
      label={`${isRate ? 'Currency' : 'Provider'}, row ${number}`}
      cell="subject"
      text={known?.name ?? row.subject}
      placeholder={isRate ? 'Currency' : 'Provider'}
      suggest={suggest}
      onType={askProviders}
      onChange={(subject) => onChange(row.key, { subject: isRate ? subject.toUpperCase() : subject })}
      onPicked={() => goTo(row.input === '' ? 'input' : 'value')}
      isInvalid={isInvalid}
      describedBy={`${row.key}-about`}
    />
  );
}

function Value({
  row,
  number,
  definition,
  onChange,
  isInvalid,
}: RowProps & { definition: DefinedInput | undefined; isInvalid: boolean }) {
  const change = (value: string) => onChange(row.key, { value });
  if (definition?.options)
    return (
      <Combobox
        label={`Value, row ${number}`}
        cell="value"
        text={row.value === '' ? '' : inputValue(row.value)}
        placeholder="Value"
        suggest={(typed) => suggestValues(definition, typed)}
        onChange={change}
        isInvalid={isInvalid}
        describedBy={`${row.key}-about`}
      />
    );
  return (
    <input
      className={`${classOf(isInvalid)} ${styles.figure}`}
      type="text"
      autoComplete="off"
      data-cell="value"
      aria-label={`Value, row ${number}`}
      aria-invalid={isInvalid ? true : undefined}
      aria-describedby={`${row.key}-about`}
      placeholder="Value"
      // As wide as what is typed: a figure is never cut off.
      size={Math.max(8, row.value.length + 1)}
      data-long={row.value.length > SHORT ? true : undefined}
      value={row.value}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

type AboutProps = Pick<GridProps, 'faults' | 'previews' | 'focused' | 'framework' | 'providerOf'> & {
  row: EntryRow;
  definition: DefinedInput | undefined;
};

/** Faults, what would not count, and for the row in hand the form of its value and what is on record. */
function About({ row, faults, previews, focused, framework, providerOf, definition }: AboutProps) {
  const messages = [...(faults.byRow.get(row.key) ?? [])];
  const notCounted = previews.notCounted.get(row.key);
  const unusual = row.confirmation === '' ? [] : (previews.unusual.get(row.key) ?? []);
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
      {unusual.map((message) => (
        <p key={message} className={styles.help}>
          Unusual: {withInputNames(message)}.
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
  region: 'Place on the page',
  confirmation: 'Confirmation',
  shared_reason: 'Other provider',
};
