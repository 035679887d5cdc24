// What the address says about a register: its filters, and which row is open. All of it is text.

import { useNavigate, useSearch } from '@tanstack/react-router';

/** Leaves out what is not filtered by, so that addresses stay short. */
export function readSearch<Name extends string>(names: readonly Name[]) {
  return (search: Record<string, unknown>): Partial<Record<Name, string>> =>
    Object.fromEntries(
      names.flatMap((name) => {
        const given = search[name];
        return given === undefined || given === null || given === '' ? [] : [[name, String(given)]];
      }),
    ) as Partial<Record<Name, string>>;
}

export interface RegisterSearch<Name extends string> {
  search: Record<Name, string>;
  set: (change: Partial<Record<Name, string>>) => void;
  /** Also forgets which row is open. */
  clear: () => void;
  isFiltered: boolean;
}

/** The name `open` is the row at the side; all others are filters. */
export function useRegisterSearch<Name extends string>(names: readonly Name[]): RegisterSearch<Name> {
  const read = readSearch(names);
  const given = read(useSearch({ strict: false }));
  const navigate = useNavigate();
  const search = Object.fromEntries(names.map((name) => [name, given[name] ?? ''])) as Record<Name, string>;
  const go = (next: Partial<Record<Name, string>>) =>
    void navigate({ to: '.', search: next as never, replace: true });
  return {
    search,
    set: (change) => go(read({ ...search, ...change })),
    clear: () => go({}),
    isFiltered: names.some((name) => name !== 'open' && search[name] !== ''),
  };
}

/** The first instant of a calendar date in the reader's zone; undefined where it is no date. */
export function dayStart(day: string): number | undefined {
  return instantOf(`${day}T00:00:00`);
}

export function dayEnd(day: string): number | undefined {
  return instantOf(`${day}T23:59:59.999`);
}

function instantOf(text: string): number | undefined {
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}
