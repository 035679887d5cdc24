// A question that is answered with one's password.

import type { ReactNode } from 'react';
import { FormDialog } from '../ui/act-dialog.tsx';
import { TextField } from '../ui/field.tsx';

interface WithPasswordProps {
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
  return (
    <FormDialog
      title={title}
      lead={lead}
      submit={act}
      busy={busy}
      error={error}
      onSubmit={(form) => onPassword(String(form.get('password')))}
      onClose={onCancel}
    >
      <TextField
        name="password"
        label="Your password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus
      />
    </FormDialog>
  );
}
