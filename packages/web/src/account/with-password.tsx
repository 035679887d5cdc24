// A question that is answered with one's password.

import type { FormEvent, ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { ProblemBox } from '../ui/problem-box.tsx';
import styles from './account.module.css';

export interface WithPasswordProps {
  title: string;
  lead: ReactNode;
  /** The words of the button, and those while it works. */
  act: string;
  busy: string | false;
  error: Error | null;
  onPassword: (password: string) => void;
  onCancel: () => void;
}

export function WithPassword({ title, lead, act, busy, error, onPassword, onCancel }: WithPasswordProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onPassword(String(new FormData(event.currentTarget).get('password')));
  };
  return (
    <Dialog
      title={title}
      onCancel={onCancel}
      buttons={
        <>
          <Button onPress={onCancel}>Cancel</Button>
          <Button kind="primary" type="submit" form="with-password" busy={busy}>
            {act}
          </Button>
        </>
      }
    >
      <p className="plain">{lead}</p>
      <form id="with-password" className={styles.form} onSubmit={submit}>
        <TextField
          name="password"
          label="Your password"
          type="password"
          autoComplete="current-password"
          required
          autoFocus
        />
        {error === null ? null : <ProblemBox error={error} />}
      </form>
    </Dialog>
  );
}
