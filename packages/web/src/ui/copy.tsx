// Copies a text with one press, and says so.

import { useState } from 'react';
import { Button } from './button.tsx';

const SAID_MS = 2000;

export function Copy({ text, what }: { text: string; what: string }) {
  const [said, setSaid] = useState<string | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied');
    } catch {
      setSaid('Select and copy it');
    }
    setTimeout(() => setSaid(null), SAID_MS);
  };
  return (
    <>
      <Button kind="quiet" label={`Copy ${what}`} onPress={copy}>
        Copy
      </Button>
      <span role="status" className={said === null ? 'visually-hidden' : 'said'}>
        {said}
      </span>
    </>
  );
}
