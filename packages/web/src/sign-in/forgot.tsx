// Asks for a link to set a new password.

import { type FormEvent, useState } from 'react';
import { send } from '../api/send.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { ProblemBox } from '../ui/problem-box.tsx';
import { SignInFrame } from './page.tsx';
import styles from './sign-in.module.css';
import { useWays } from './ways.ts';

export function Forgot() {
  const ways = useWays();
  const [asked, setAsked] = useState<{ email: string; mailed: boolean } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    setBusy(true);
    setError(null);
    try {
      const { mailed } = await send<{ mailed: boolean }>('POST', '/api/auth/password/forgot', { email });
      setAsked({ email, mailed });
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  const back = (
    <p className="plain">
      <a href="/sign-in">Back to sign-in</a>
    </p>
  );
  // The form would be replaced at once where no mail is sent.
  if (ways === undefined) return null;
  if (!ways.mail || asked?.mailed === false)
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
  if (asked !== null)
    return (
      <SignInFrame title="Check your mail">
        <p className={styles.lead}>
          If {asked.email} can sign in here, a link is on its way. It works once, within an hour.
        </p>
        <p className="plain">
          No mail after a few minutes? Check the spam folder and the address. Another link is sent after 5
          minutes at the earliest.
        </p>
        {back}
      </SignInFrame>
    );
  return (
    <SignInFrame title="Forgot your password?">
      <p className="plain">
        You get a mail with a link to choose a new one. A second factor is still asked for.
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
        {error === null ? null : <ProblemBox error={error} />}
        <div className={styles.buttons}>
          <Button kind="primary" type="submit" busy={isBusy && 'Sending…'}>
            Send the link
          </Button>
        </div>
      </form>
      <div className={styles.others}>{back}</div>
    </SignInFrame>
  );
}
