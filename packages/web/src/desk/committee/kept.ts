// What is typed for the committee is kept in the tab, so that a reload or a session that ended loses nothing.

import { useState } from 'react';

const PREFIX = 'committee ';

/** The text, and what to call with its next state. An empty text is forgotten. */
export function useKept(name: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => sessionStorage.getItem(PREFIX + name) ?? '');
  return [
    text,
    (next) => {
      if (next === '') sessionStorage.removeItem(PREFIX + name);
      else sessionStorage.setItem(PREFIX + name, next);
      setText(next);
    },
  ];
}
