// A comparison as a sentence of fields, by the catalogue of the engine.

import {
  BANDS,
  type Comparison,
  POLICY_OPERATORS,
  POLICY_VALUES,
  type PolicyValue,
  type ValueName,
} from '@rf-indicators/engine';
import { type ReactNode, useState } from 'react';
import { FLAG_WORDS, OPERATOR_WORDS, operandWords, valueOption } from './rule-words.ts';
import styles from './rules.module.css';

type Operator = Comparison['is'];

/** What a comparison begins with when its value is chosen. */
const FIRST: Readonly<Partial<Record<ValueName, Partial<Comparison>>>> = {
  evidence_quality: { to: '0.70' },
  change: { to: '-5.00' },
  under_review: { is: 'one_of', to: ['down', 'developing'] },
  framework: { to: 'RF Framework v1.0' },
  product_type: { to: 'stablecoin' },
  yield_lowest: { is: 'above', to: '10.00' },
  yield_highest: { is: 'above', to: '10.00' },
};
const FIRST_OF_TYPE: Readonly<Record<PolicyValue['type'], Pick<Comparison, 'is' | 'to'>>> = {
  hundredths: { is: 'below', to: '40.00' },
  band: { is: 'equal_to', to: 'HIGH' },
  word: { is: 'equal_to', to: '' },
  flag: { is: 'equal_to', to: true },
  day: { is: 'older_than', to: 60 },
};
const FIRST_PARAMETER = { module: 'reserves', rule: 'HR01', within_days: 30 } as const;

export function firstComparison(value: ValueName): Comparison {
  const { type, parameter }: PolicyValue = POLICY_VALUES[value];
  return {
    value,
    ...(parameter === undefined ? {} : { [parameter]: FIRST_PARAMETER[parameter] }),
    ...FIRST_OF_TYPE[type],
    ...FIRST[value],
  };
}

interface ComparisonFormProps {
  comparison: Comparison;
  onChange: (comparison: Comparison) => void;
}

export function ComparisonForm({ comparison, onChange }: ComparisonFormProps) {
  const value: PolicyValue = POLICY_VALUES[comparison.value];
  return (
    <>
      <Choice
        label="Value"
        value={comparison.value}
        options={(Object.keys(POLICY_VALUES) as ValueName[]).map((name) => [name, valueOption(name)])}
        onChange={(name) => onChange(firstComparison(name as ValueName))}
      />
      <Parameter comparison={comparison} onChange={onChange} />
      {value.type === 'flag' ? (
        <FlagChoice comparison={comparison} onChange={onChange} />
      ) : (
        <>
          <Choice
            label="Comparison"
            value={comparison.is}
            options={POLICY_OPERATORS[value.type].map((is) => [is, OPERATOR_WORDS[is]])}
            onChange={(is) => onChange(withOperator(comparison, is as Operator))}
          />
          <Operand comparison={comparison} onChange={onChange} />
        </>
      )}
    </>
  );
}

/** A list and a single word become each other. */
function withOperator(comparison: Comparison, is: Operator): Comparison {
  const { to: before, ...rest } = comparison;
  if (is === 'missing') return { ...rest, is };
  const to = before ?? firstComparison(comparison.value).to!;
  if (is === 'one_of') return { ...rest, is, to: Array.isArray(to) ? to : [String(to)] };
  return { ...rest, is, to: Array.isArray(to) ? (to[0] ?? '') : to };
}

function Parameter({ comparison, onChange }: ComparisonFormProps) {
  const { parameter }: PolicyValue = POLICY_VALUES[comparison.value];
  if (parameter === undefined) return null;
  if (parameter === 'within_days')
    return (
      <DaysBox
        label="Days of the window"
        days={comparison.within_days!}
        onChange={(within_days) => onChange({ ...comparison, within_days })}
      />
    );
  return (
    <input
      type="text"
      className={styles.word}
      aria-label={parameter === 'module' ? 'Module' : 'Hard rule'}
      value={comparison[parameter]}
      onChange={({ target }) => onChange({ ...comparison, [parameter]: target.value.trim() })}
    />
  );
}

/** "fires", "does not fire" and "is not known" are one choice. */
function FlagChoice({ comparison, onChange }: ComparisonFormProps) {
  const { to: _, ...rest } = comparison;
  const [yes, no] = FLAG_WORDS[comparison.value]!;
  return (
    <Choice
      label="Comparison"
      value={comparison.is === 'missing' ? 'missing' : String(comparison.to)}
      options={[
        ['true', yes],
        ['false', no],
        ['missing', OPERATOR_WORDS.missing],
      ]}
      onChange={(chosen) =>
        onChange(
          chosen === 'missing'
            ? { ...rest, is: 'missing' }
            : { ...rest, is: 'equal_to', to: chosen === 'true' },
        )
      }
    />
  );
}

function Operand({ comparison, onChange }: ComparisonFormProps) {
  const { value: name, is, to } = comparison;
  const value: PolicyValue = POLICY_VALUES[name];
  const change = (given: NonNullable<Comparison['to']>) => onChange({ ...comparison, to: given });
  if (is === 'missing') return null;
  if (value.type === 'day') return <DaysBox label="Age in days" days={Number(to)} onChange={change} />;
  const words = value.type === 'band' ? BANDS : value.type === 'word' ? value.words : null;
  if (is === 'one_of' && words !== null) {
    const chosen = to as readonly string[];
    return (
      <fieldset className={styles.boxes} aria-label="One of">
        {words.map((word) => (
          <label key={word}>
            <input
              type="checkbox"
              checked={chosen.includes(word)}
              onChange={({ target }) =>
                change(words.filter((one) => (one === word ? target.checked : chosen.includes(one))))
              }
            />{' '}
            {operandWords(name, word)}
          </label>
        ))}
      </fieldset>
    );
  }
  if (words !== null)
    return (
      <Choice
        label="Compared with"
        value={String(to)}
        options={words.map((word) => [word, operandWords(name, word)])}
        onChange={change}
      />
    );
  if (is === 'one_of')
    return <ListBox label="One of, with commas between" list={to as readonly string[]} onChange={change} />;
  return (
    <>
      <input
        type="text"
        className={value.type === 'word' ? styles.text : styles.figure}
        inputMode={value.type === 'word' ? 'text' : 'decimal'}
        aria-label="Compared with"
        value={String(to).replace(/^-/, '−')}
        onChange={({ target }) => change(target.value.replace(/^−/, '-'))}
      />
      {name.startsWith('yield') ? <span>%</span> : null}
    </>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly (readonly [string, string])[];
  onChange: (value: string) => void;
}

export function Choice({ label, value, options, onChange }: ChoiceProps): ReactNode {
  return (
    <select aria-label={label} value={value} onChange={({ target }) => onChange(target.value)}>
      {options.map(([one, words]) => (
        <option key={one} value={one}>
          {words}
        </option>
      ))}
    </select>
  );
}

/** Below the least that is allowed, so that the check says what is wrong. */
const NO_NUMBER = -1;

/** A whole number; what is typed stays while it is none. */
export function DaysBox({
  label,
  days,
  onChange,
}: {
  label: string;
  days: number;
  onChange: (days: number) => void;
}) {
  const [typed, setTyped] = useState(String(days));
  const read = (text: string) => (/^\d{1,7}$/.test(text.trim()) ? Number(text) : NO_NUMBER);
  return (
    <>
      <input
        type="text"
        className={styles.days}
        inputMode="numeric"
        aria-label={label}
        value={read(typed) === days ? typed : days === NO_NUMBER ? typed : String(days)}
        onChange={({ target }) => {
          setTyped(target.value);
          onChange(read(target.value));
        }}
      />
      <span>{days === 1 ? 'day' : 'days'}</span>
    </>
  );
}

function ListBox({
  label,
  list,
  onChange,
}: {
  label: string;
  list: readonly string[];
  onChange: (list: string[]) => void;
}) {
  const [typed, setTyped] = useState(list.join(', '));
  return (
    <input
      type="text"
      className={styles.text}
      aria-label={label}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(
          target.value
            .split(',')
            .map((one) => one.trim())
            .filter((one) => one !== ''),
        );
      }}
    />
  );
}
