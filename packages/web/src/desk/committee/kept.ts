// What is typed into the record of a committee is kept in the tab, so that a reload loses nothing.

import { useState } from 'react';

const PREFIX = 'committee ';

export function useKept<Value>(name: string, initial: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => read(name) ?? initial);
  return [
    value,
    (next) => {
      sessionStorage.setItem(PREFIX + name, JSON.stringify(next));
      setValue(next);
    },
  ];
}

function read<Value>(name: string): Value | null {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null');
  } catch {
    return null;
  }
}

export function clearKept(...names: readonly string[]): void {
  for (const name of names) sessionStorage.removeItem(PREFIX + name);
}
