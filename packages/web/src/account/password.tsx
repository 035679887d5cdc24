// The password: changing it ends all other sessions.

import { useState } from 'react';
import { send } from '../api/send.ts';
import { useSession } from '../api/session.ts';
import { NewPassword, passwordProblem, refusedPassword } from '../sign-in/new-password.tsx';
import { FormDialog } from '../ui/act-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Acts } from '../ui/panel.tsx';
import { Section } from '../ui/section.tsx';
import styles from './account.module.css';
import { type Credentials, useChange } from './account.ts';

export function Password({ credentials }: { credentials: Credentials }) {
  const [isChanging, setChanging] = useState(false);
  const [isChanged, setChanged] = useState(false);
  return (
    <Section title="Password">
      {credentials.has_password ? (
        <>
          <p className={styles.text} role="status">
            {isChanged
              ? 'Your password is changed. All your other sessions have ended.'
              : 'Changing it signs you out everywhere else.'}
          </p>
          <Acts>
            <Button onPress={() => setChanging(true)}>Change password…</Button>
          </Acts>
        </>
      ) : (
        <p className={styles.text}>
          You have none: you sign in with your organisation's account. To get one,{' '}
          <a href="/sign-in/forgot">ask for a link</a>.
        </p>
      )}
      {isChanging ? (
        <ChangePassword
          onClose={() => setChanging(false)}
          onChanged={() => {
            setChanging(false);
            setChanged(true);
          }}
        />
      ) : null}
    </Section>
  );
}

function ChangePassword({ onClose, onChanged }: { onClose: () => void; onChanged: () => void }) {
  const email = useSession().data?.user.email;
  const [weak, setWeak] = useState<string | null>(null);
  const change = useChange((body: { currentPassword: string; newPassword: string }) =>
    send('POST', '/api/auth/change-password', body),
  );
  const refused = refusedPassword(change.error);
  const submit = (form: FormData) => {
    const newPassword = String(form.get('password'));
    const problem = passwordProblem(newPassword);
    setWeak(problem);
    if (problem === null)
      change.mutate(
        { currentPassword: String(form.get('current')), newPassword },
        { onSuccess: () => onChanged() },
      );
  };
  return (
    <FormDialog
      title="Change your password"
      submit="Change password"
      busy={change.isPending && 'Changing…'}
      error={refused === null ? change.error : null}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        name="current"
        label="Current password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus
      />
      <NewPassword error={weak ?? refused} email={email} />
    </FormDialog>
  );
}
