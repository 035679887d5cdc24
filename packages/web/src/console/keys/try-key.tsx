// Tries a key: one real request, sent from this browser. The key is pasted, and kept nowhere.

import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Section } from '../../ui/section.tsx';
import { KeyAnswer, type KeyTrial, tryKey } from './key-trial.tsx';
import styles from './keys.module.css';

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
            Send GET /api/v1/usage
          </Button>
        </div>
      </form>
      {trial === null ? null : <KeyAnswer trial={trial} />}
    </Section>
  );
}
