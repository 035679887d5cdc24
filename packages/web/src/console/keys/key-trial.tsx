// One request with a key, as a program would send it, and its answer.

import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Section } from '../../ui/section.tsx';
import { State } from '../../ui/state.tsx';
import styles from './keys.module.css';

/** Any key may ask for its own usage. */
export const TRIAL_PATH = '/api/v1/usage';
const SHOWN_CHARACTERS = 600;

export interface KeyTrial {
  /** Null if there was no answer. */
  status: number | null;
  ms: number;
  text: string;
}

export async function tryKey(key: string): Promise<KeyTrial> {
  const started = performance.now();
  try {
    // Without the cookie, as a program calls.
    const response = await fetch(TRIAL_PATH, { headers: { 'x-api-key': key }, credentials: 'omit' });
    const text = JSON.stringify(await response.json(), null, 2);
    return { status: response.status, ms: performance.now() - started, text };
  } catch {
    return { status: null, ms: performance.now() - started, text: 'The server did not answer.' };
  }
}

export function KeyAnswer({ trial: { status, ms, text } }: { trial: KeyTrial }) {
  return (
    <div className={styles.answer} role="status">
      <State kind={status === 200 ? 'good' : 'failed'}>
        {status === null ? 'no answer' : `${status} in ${Math.max(1, Math.round(ms))} ms`}
      </State>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>
        {text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}\n…` : text}
      </pre>
    </div>
  );
}

/** The key is pasted, and kept nowhere. */
export function TryKey({ prefix }: { prefix: string }) {
  const [trial, setTrial] = useState<KeyTrial | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const key = String(new FormData(event.currentTarget).get('key')).trim();
    setBusy(true);
    setTrial(await tryKey(key));
    setBusy(false);
  };
  return (
    <Section title="Try it">
      <form className={styles.form} onSubmit={submit}>
        <TextField
          name="key"
          label={`The key, which begins with ${prefix}`}
          help="It is sent once, and not stored."
          type="password"
          autoComplete="off"
          required
          mono
        />
        <div>
          <Button type="submit" busy={isBusy && 'Sending…'}>
            Send GET {TRIAL_PATH}
          </Button>
        </div>
      </form>
      {trial === null ? null : <KeyAnswer trial={trial} />}
    </Section>
  );
}
