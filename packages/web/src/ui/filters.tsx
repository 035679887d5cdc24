// The row of filters above a list. What they are set to lives in the address, so that back, reload and a link keep it.

import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { DateInput } from './dates/date-input.tsx';
import styles from './filters.module.css';

/** What the address of a page says. */
export interface PageSearch<Search> {
  search: Search;
  /** Replaces the address; as a step, one can go back from it. */
  set: (change: Partial<Search>, options?: { isStep?: boolean }) => void;
  clear: () => void;
  isFiltered: boolean;
}

export function Filters({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <search className={styles.filters}>
      {children}
      {(aside ?? null) === null ? null : <div className={styles.aside}>{aside}</div>}
    </search>
  );
}

/** A filter: its label for a text; a choice between words; or a day. */
export type Filter =
  | string
  | { label: string; options: Readonly<Record<string, string>> }
  | { label: string; mono: true }
  | { day: string };

/** By the member of the address that each sets, in the order in which they are drawn. */
export type FilterSet<Search> = { readonly [Name in keyof Search]?: Filter };

interface FilterFieldsProps<Search> {
  searching: PageSearch<Search>;
  filters: FilterSet<Search>;
}

export function FilterFields<Search>({ searching: { search, set }, filters }: FilterFieldsProps<Search>) {
  return (Object.keys(filters) as (keyof Search & string)[]).map((name) => {
    const filter = filters[name] as Filter;
    const value = String(search[name]);
    const onChange = (given: string) => set({ [name]: given } as Partial<Search>);
    if (typeof filter === 'string')
      return <FilterText key={name} label={filter} value={value} onChange={onChange} />;
    if ('day' in filter)
      return <FilterDate key={name} label={filter.day} value={value} onChange={onChange} />;
    if ('options' in filter) return <FilterChoice key={name} {...filter} value={value} onChange={onChange} />;
    return <FilterText key={name} {...filter} value={value} onChange={(text) => onChange(text.trim())} />;
  });
}

/** The options of a choice between all and one of these. */
export function orAll(options: Readonly<Record<string, string>>, all = 'all'): Record<string, string> {
  return { '': all, ...options };
}

interface FilterTextProps {
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

interface FilterChoiceProps {
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

interface FilterDateProps {
  label: string;
  /** Of the form 2026-11-14; empty for none. */
  value: string;
  onChange: (value: string) => void;
}

export function FilterDate({ label, value, onChange }: FilterDateProps) {
  return (
    <span className={styles.date}>
      <span aria-hidden="true">{label}</span>
      <DateInput aria-label={label} value={value} onChange={({ target }) => onChange(target.value)} />
    </span>
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
