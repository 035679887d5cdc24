// The row of filters above a list. What they are set to lives in the address, so that back, reload and a link keep it.

import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './filters.module.css';

export function Filters({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <search className={styles.filters}>
      {children}
      {aside === undefined ? null : <div className={styles.aside}>{aside}</div>}
    </search>
  );
}

export interface FilterTextProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  mono?: boolean;
}

export function FilterText({ label, value, onChange, mono = false }: FilterTextProps) {
  return (
    <input
      type="search"
      className={mono ? 'mono' : undefined}
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

export interface FilterChoiceProps {
  /** Also begins the text of each option: "State: active". */
  label: string;
  value: string;
  /** Values and their words. */
  options: Readonly<Record<string, string>>;
  onChange: (value: string) => void;
}

export function FilterChoice({ label, value, options, onChange }: FilterChoiceProps) {
  return (
    <select aria-label={label} value={value} onChange={({ target }) => onChange(target.value)}>
      {Object.entries(options).map(([option, words]) => (
        <option key={option} value={option}>
          {label}: {words}
        </option>
      ))}
    </select>
  );
}

export interface FilterDateProps {
  label: string;
  /** Of the form 2026-11-14; empty for none. */
  value: string;
  onChange: (value: string) => void;
}

export function FilterDate({ label, value, onChange }: FilterDateProps) {
  return (
    <label className={styles.date}>
      {label}
      <input type="date" value={value} onChange={({ target }) => onChange(target.value)} />
    </label>
  );
}

/** Instead of rows where the filters match nothing. */
export function NothingFound({ what, onClear }: { what: string; onClear: () => void }) {
  return (
    <>
      {what}{' '}
      <Button kind="quiet" onPress={onClear}>
        Clear
      </Button>
    </>
  );
}
