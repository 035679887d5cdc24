// One input that is renewed: its result, its evidence, the date of the evidence, and the effect.

import { bandName } from '../../../ui/band.tsx';
import { DateInput } from '../../../ui/dates/date-input.tsx';
import { change, hundredths, inputValue, inWords, utcDate } from '../../../ui/format.ts';
import { CrossGlyph } from '../../../ui/glyphs.tsx';
import radio from '../../../ui/radio.module.css';
import { inputName } from '../../input-names.ts';
import { type Draft, dateOf, type Line, REASONS, type Reason } from './draft.ts';
import styles from './renewal.module.css';
import type { Definition, Fault, Weighed } from './weighed.ts';

export interface Refusal {
  message: string;
  /** The sentence that the desk asks for. */
  asksFor: Reason | null;
}

interface LineProps {
  line: Line;
  weighed: Weighed | null;
  definition: Definition | null;
  fault: Fault | null;
  /** What the desk said when it refused the line. */
  refusal: Refusal | null;
  draft: Draft;
  onEvidence: () => void;
}

export function RenewalLine({ line, weighed, definition, fault, refusal, draft, onEvidence }: LineProps) {
  const { row, value, evidence } = line;
  const name = `${row.name}, ${inputName(row.input)}`;
  const group = `result of ${row.slug} ${row.input}`;
  // The empty field says itself that evidence is missing.
  const shown =
    refusal?.message ?? (fault?.member === 'evidence' && evidence === null ? null : (fault?.words ?? null));
  return (
    <li className={styles.line} data-line={`${row.slug} ${row.input}`}>
      <span className={styles.subject}>
        <strong>{row.name}</strong> <span className={styles.id}>{inputName(row.input)}</span>
      </span>
      <span className={styles.result}>
        <label>
          <input
            type="radio"
            className={radio.radio}
            name={group}
            checked={value === null}
            disabled={row.value === null}
            onChange={() => draft.enter(row, { value: null })}
          />
          Unchanged
        </label>
        <label>
          <input
            type="radio"
            className={radio.radio}
            name={group}
            checked={value !== null}
            onChange={() => draft.enter(row, { value: '' })}
          />
          {row.value === null ? 'First value' : 'Changed'}
        </label>
        {value === null ? (
          <span className={styles.was}>{row.value === null ? '' : withUnit(row.value, definition)}</span>
        ) : (
          <Value line={line} name={name} definition={definition} fault={fault} draft={draft} />
        )}
      </span>
      <button
        type="button"
        className={fault?.member === 'evidence' ? `${styles.evidence} ${styles.wrong}` : styles.evidence}
        onClick={onEvidence}
      >
        <span className="visually-hidden">{`Evidence of ${name}: `}</span>
        {evidence === null ? (
          <span className={styles.was}>Choose or drop a document</span>
        ) : (
          <>
            <span className={styles.title}>
              {evidence.title}
              {evidence.page === '' ? '' : `, p. ${evidence.page}`}
            </span>
            <span className={styles.grade}>grade {evidence.grade}</span>
          </>
        )}
      </button>
      {evidence === null || evidence.id !== null ? (
        <span className={styles.date}>{evidence === null ? '' : utcDate(evidence.evidence_date)}</span>
      ) : (
        <DateInput
          className={fault?.member === 'date' ? styles.wrong : undefined}
          aria-label={`Evidence date of ${name}`}
          aria-invalid={fault?.member === 'date'}
          value={dateOf(line)}
          onChange={({ target }) => draft.enter(row, { date: target.value })}
        />
      )}
      <span className={styles.effect}>{effectOf(line, weighed, fault)}</span>
      {shown === null ? null : (
        <span className={styles.fault} role="alert">
          <CrossGlyph /> {shown}
        </span>
      )}
      {(Object.keys(REASONS) as Reason[])
        .filter((reason) => line.reasons[reason] !== undefined || refusal?.asksFor === reason)
        .map((reason) => (
          <label key={reason} className={styles.reason}>
            {REASONS[reason]}
            <input
              type="text"
              maxLength={1000}
              value={line.reasons[reason] ?? ''}
              onChange={({ target }) =>
                draft.enter(row, { reasons: { ...line.reasons, [reason]: target.value } })
              }
            />
          </label>
        ))}
    </li>
  );
}

interface ValueProps {
  line: Line;
  name: string;
  definition: Definition | null;
  fault: Fault | null;
  draft: Draft;
}

function Value({ line: { row, value }, name, definition, fault, draft }: ValueProps) {
  const shared = {
    'aria-label': `New value of ${name}`,
    'aria-invalid': fault?.member === 'value',
    className: fault?.member === 'value' ? styles.wrong : undefined,
    value: value ?? '',
  };
  const enter = (text: string) => draft.enter(row, { value: text });
  const options = definition?.options ?? null;
  return (
    <>
      {options === null ? (
        <input type="text" {...shared} onChange={({ target }) => enter(target.value)} />
      ) : (
        <select {...shared} onChange={({ target }) => enter(target.value)}>
          <option value="">choose</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {inWords(option.value)}
            </option>
          ))}
        </select>
      )}
      <span className={styles.was}>
        {row.value === null ? (definition?.unit ?? '') : `was ${withUnit(row.value, definition)}`}
      </span>
    </>
  );
}

function withUnit(value: string, definition: Definition | null): string {
  const unit = definition?.unit ?? null;
  return unit === null || !/^-?\d/.test(value) ? inputValue(value) : `${inputValue(value)} ${unit}`;
}

/** "keeps 89.97", "−0.10, same band". */
function effectOf({ row, value }: Line, weighed: Weighed | null, fault: Fault | null): string {
  if (fault !== null) return 'not counted';
  const effect = weighed?.effect ?? null;
  if (effect === null) return '';
  if (effect.contested !== null) return 'contested, not counted';
  const { points, band_before, band_after } = effect;
  if (band_after === null) return 'no score';
  if (points === null) return `${hundredths(effect.score_after!)}, ${bandName(band_after)}`;
  // The same value with newer evidence: nothing moves today, and the points do not lapse.
  if (value === null && points === 0)
    return row.points_at_stake === 0
      ? 'changes nothing'
      : `keeps ${hundredths(row.points_at_stake)}, changes nothing today`;
  return `${change(points)}, ${band_before === band_after ? 'same band' : bandName(band_after)}`;
}
