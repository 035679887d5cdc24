// The password: changing it ends all other sessions.

import { type FormEvent, useState } from 'react';
import { send } from '../api/send.ts';
import { useSession } from '../api/session.ts';
import { NewPassword, passwordProblem, refusedPassword } from '../sign-in/new-password.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Acts } from '../ui/panel.tsx';
import { ProblemBox } from '../ui/problem-box.tsx';
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
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
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
    <Dialog
      title="Change your password"
      onCancel={onClose}
      buttons={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form="password" busy={change.isPending && 'Changing…'}>
            Change password
          </Button>
        </>
      }
    >
      <form id="password" className={styles.form} onSubmit={submit}>
        <TextField
          name="current"
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
          autoFocus
        />
        <NewPassword error={weak ?? refused} email={email} />
        {change.error === null || refused !== null ? null : <ProblemBox error={change.error} />}
      </form>
    </Dialog>
  );
}
