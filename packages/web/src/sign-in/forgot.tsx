// Asks for a link to set a new password.

import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { send } from '../api/send.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { ProblemBox } from '../ui/problem-box.tsx';
import { SignInFrame } from './page.tsx';
import styles from './sign-in.module.css';
import { useWays } from './ways.ts';

export function Forgot() {
  const ways = useWays();
  const ask = useMutation({
    mutationFn: (email: string) => send<{ mailed: boolean }>('POST', '/api/auth/password/forgot', { email }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    ask.mutate(String(new FormData(event.currentTarget).get('email')).trim());
  };
  const back = (
    <p className="plain">
      <a href="/sign-in">Back to sign-in</a>
    </p>
  );
  // The form would be replaced at once where no mail is sent.
  if (ways === undefined) return null;
  if (!ways.mail || ask.data?.mailed === false)
    return (
      <SignInFrame title="This service does not send mail">
        <p className={styles.lead}>
          So it cannot send you a link for a new password. Ask somebody to let you back in:
        </p>
        <ul className={styles.list}>
          <li>as a member of a workspace, its Contract Admin, who invites you again on the Members page;</li>
          <li>as the only Contract Admin or a member of staff, the operator of this service.</li>
        </ul>
        {back}
      </SignInFrame>
    );
  if (ask.isSuccess)
    return (
      <SignInFrame title="Check your mail">
        <p className={styles.lead}>
          If {ask.variables} can sign in here, a mail is on its way: with a link that works once, within an
          hour, or with how to be let back in.
        </p>
        <p className="plain">
          No mail after a few minutes? Check the spam folder and the address. Another mail is sent after 5
          minutes at the earliest.
        </p>
        {back}
      </SignInFrame>
    );
  return (
    <SignInFrame title="Forgot your password?">
      <p className="plain">
        You get a mail with a link to choose a new one. A second factor is still asked for. On the staff, the
        link needs a passkey or an authenticator app; without one, you are invited again.
      </p>
      <form className={styles.form} onSubmit={submit}>
        <TextField
          name="email"
          label="Email address"
          type="email"
          autoComplete="username"
          required
          autoFocus
        />
        {ask.error === null ? null : <ProblemBox error={ask.error} />}
        <div className={styles.buttons}>
          <Button kind="primary" type="submit" busy={ask.isPending && 'Sending…'}>
            Send the link
          </Button>
        </div>
      </form>
      <div className={styles.others}>{back}</div>
    </SignInFrame>
  );
}
