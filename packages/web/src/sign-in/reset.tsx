// The page of the link in a mail for a new password.

import { useMutation } from '@tanstack/react-query';
import { ProblemError } from '../api/problem.ts';
import { send } from '../api/send.ts';
import { BrokenLink, useLinkCode } from './link.tsx';
import { NewPasswordForm, refusedPassword } from './new-password.tsx';
import { SignInFrame } from './page.tsx';
import styles from './sign-in.module.css';

export function Reset() {
  const code = useLinkCode();
  const reset = useMutation({
    mutationFn: (password: string) => send('POST', '/api/auth/password/reset', { code, password }),
  });
  const { error } = reset;
  const isRefused =
    error instanceof ProblemError && error.problem.status < 500 && refusedPassword(error) === null;
  if (code === '' || isRefused)
    return (
      <BrokenLink
        error={error}
        next={<a href="/sign-in/forgot">Ask for a new link</a>}
        onRetry={() => reset.reset()}
      />
    );
  if (reset.isSuccess)
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
      <NewPasswordForm change={reset} submit="Set the password" busy="Setting…" />
    </SignInFrame>
  );
}
