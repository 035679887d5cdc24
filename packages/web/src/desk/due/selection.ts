// The rows that are selected on the due board: they stay selected while filters change, until they are proposed.

import { useRef, useState } from 'react';
import { type BoardRow, keyOf } from './board-row.ts';

export interface Selection {
  rows: BoardRow[];
  has: (row: BoardRow) => boolean;
  toggle: (row: BoardRow) => void;
  /** Selects all rows between the last one that was toggled and this one. */
  extendTo: (row: BoardRow, shown: readonly BoardRow[]) => void;
  set: (rows: readonly BoardRow[]) => void;
  clear: () => void;
}

export function useSelection(): Selection {
  const [selected, setSelected] = useState<ReadonlyMap<string, BoardRow>>(new Map());
  const anchor = useRef<string | null>(null);
  return {
    rows: [...selected.values()],
    has: (row) => selected.has(keyOf(row)),
    toggle: (row) => {
      const next = new Map(selected);
      if (!next.delete(keyOf(row))) next.set(keyOf(row), row);
      anchor.current = keyOf(row);
      setSelected(next);
    },
    extendTo: (row, shown) => {
      const ends = [anchor.current ?? keyOf(row), keyOf(row)].map((key) =>
        shown.findIndex((one) => keyOf(one) === key),
      );
      const between = shown.slice(Math.max(0, Math.min(...ends)), Math.max(...ends) + 1);
      setSelected(new Map([...selected, ...between.map((one) => [keyOf(one), one] as const)]));
    },
    set: (rows) => setSelected(new Map(rows.map((row) => [keyOf(row), row]))),
    clear: () => setSelected(new Map()),
  };
}
