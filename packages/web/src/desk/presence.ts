// What colleagues have open at the desk, and what this page has.

import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { send } from '../api/send.ts';
import { staffId, useStaff } from './staff.ts';

export interface OpenRow {
  staff_id: string;
  name: string;
  page: string;
  row_id: string;
}

const EVERY_MS = 20_000;
const SETTLED_MS = 300;
const TAB = crypto.randomUUID();

let rows: readonly OpenRow[] = [];
let own: { page: string; row: string } | null = null;
const listeners = new Set<() => void>();

export function showOpenRows(open: readonly OpenRow[]): void {
  rows = open;
  for (const listener of listeners) listener();
}

function setOwn(open: typeof own): void {
  own = open;
  for (const listener of listeners) listener();
}

/** Tells colleagues which row of a page this person has open; undefined if none. */
export function useOpenRow(page: string, row: string | undefined): void {
  useEffect(() => {
    setOwn(row === undefined ? null : { page, row });
    return () => setOwn(null);
  }, [page, row]);
}

/** Says that this person is at the desk, and what they have open. Once for all pages. */
export function usePresence(): void {
  const { acting_as } = useStaff();
  const open = useSyncExternalStore(subscribe, () => own);
  useEffect(() => {
    const tell = () => {
      const query = new URLSearchParams({ page: 'desk', ...open, tab: TAB });
      // If it fails, colleagues see it a little later; nothing else is lost.
      send('POST', `/console/desk/presence?${query}`, undefined, { 'rf-acting-as': acting_as }).catch(
        () => undefined,
      );
    };
    // Not for each of the rows that somebody passes by.
    const soon = setTimeout(tell, SETTLED_MS);
    const timer = setInterval(tell, EVERY_MS);
    return () => {
      clearTimeout(soon);
      clearInterval(timer);
    };
  }, [open, acting_as]);
}

/** Names of the colleagues who have a row of the page open, by row. */
export function useOthersAt(page: string): ReadonlyMap<string, readonly string[]> {
  const me = staffId(useStaff());
  const open = useSyncExternalStore(subscribe, () => rows);
  return useMemo(() => {
    const others = open.filter((one) => one.page === page && one.staff_id !== me);
    const byRow = Map.groupBy(others, ({ row_id }) => row_id);
    return new Map([...byRow].map(([row, people]) => [row, people.map(({ name }) => name)]));
  }, [open, page, me]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** "Ann Carter" → "AC". */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}
