// Copies a text with one press, and says so on the button and to screen readers.

import { useState } from 'react';
import { copyText, SAID_MS } from './copy-text.ts';

export function Copy({ text, what }: { text: string; what: string }) {
  const [said, setSaid] = useState<string | null>(null);
  const copy = async () => {
    setSaid(await copyText(text));
    setTimeout(() => setSaid(null), SAID_MS);
  };
  return (
    <>
      <button type="button" className="copy" aria-label={`Copy ${what}`} onClick={() => void copy()}>
        {said ?? 'Copy'}
      </button>
      <span role="status" className="visually-hidden">
        {said}
      </span>
    </>
  );
}
