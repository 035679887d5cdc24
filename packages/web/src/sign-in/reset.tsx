// The page of the link in a mail for a new password.

import { type FormEvent, useState } from 'react';
import { ProblemError } from '../api/problem.ts';
import { send } from '../api/send.ts';
import { Button } from '../ui/button.tsx';
import { ProblemBox } from '../ui/problem-box.tsx';
import { BrokenLink } from './broken-link.tsx';
import { useLinkCode } from './link-code.ts';
import { NewPassword, passwordProblem, refusedPassword } from './new-password.tsx';
import { SignInFrame } from './page.tsx';
import styles from './sign-in.module.css';

export function Reset() {
  const code = useLinkCode();
  const [isDone, setDone] = useState(false);
  const [weak, setWeak] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password'));
    const problem = passwordProblem(password);
    setWeak(problem);
    if (problem !== null) return;
    setBusy(true);
    setError(null);
    try {
      await send('POST', '/api/auth/password/reset', { code, password });
      setDone(true);
    } catch (failure) {
      setWeak(refusedPassword(failure));
      setError(refusedPassword(failure) === null ? failure : null);
    } finally {
      setBusy(false);
    }
  };
  const isRefused = error instanceof ProblemError && error.problem.status < 500;
  if (code === '' || isRefused)
    return (
      <BrokenLink
        error={error}
        next={<a href="/sign-in/forgot">Ask for a new link</a>}
        onRetry={() => setError(null)}
      />
    );
  if (isDone)
    return (
      <SignInFrame title="Your password is set">
        <p className={styles.lead}>You were signed out everywhere. Sign in with the new password.</p>
        <p className="plain">
          <a href="/sign-in">Sign in</a>
        </p>
      </SignInFrame>
    );
  return (
    <SignInFrame title="Choose a new password">
      <form className={styles.form} onSubmit={submit} noValidate>
        <NewPassword error={weak} />
        {error === null ? null : <ProblemBox error={error} />}
        <div className={styles.buttons}>
          <Button kind="primary" type="submit" busy={isBusy && 'Setting…'}>
            Set the password
          </Button>
        </div>
      </form>
    </SignInFrame>
  );
}
