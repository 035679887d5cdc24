// One value: provider, input, value, grade, date and page, then quote and note, then what there is to say about them.

import { Combobox, type Suggestion } from '../../ui/combobox.tsx';
import { CrossGlyph } from '../../ui/glyphs.tsx';
import { inputValue } from '../../ui/words.ts';
import type { DefinedInput } from '../preview/scoring.ts';
import { About } from './about-row.tsx';
import { type Cell, type EntryRow, REFERENCE_RATE, UNCHANGED } from './draft.ts';
import styles from './grid.module.css';
import type { GridProps } from './grid.tsx';
import { suggestInputs, suggestValues } from './suggestions.ts';

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
      value={row[cell]}
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
      {field('grade', 'Grade', evidence.grade || 'Grade')}
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
        </div>
      )}
      <About {...props} definition={definition} />
    </div>
  );
}

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
      value={row.value}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
