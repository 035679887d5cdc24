// The page of the link in a mail for a new password. Staff also show who they are: with a passkey, or by a colleague.

import { useMutation } from '@tanstack/react-query';
import { ProblemError } from '../api/problem.ts';
import { send } from '../api/send.ts';
import { Button } from '../ui/button.tsx';
import { ProblemBox } from '../ui/problem-box.tsx';
import { BrokenLink, useLinkCode } from './link.tsx';
import { CheckNumber } from './linked.tsx';
import { NewPasswordForm, refusedPassword } from './new-password.tsx';
import { SignInFrame } from './page.tsx';
import { hasPasskeys, signInWithPasskey } from './passkey.ts';
import styles from './sign-in.module.css';

export function Reset() {
  const code = useLinkCode();
  const reset = useMutation({
    mutationFn: (password: string) =>
      send<{ check: string | null }>('POST', '/api/auth/password/reset', { code, password }),
  });
  const prove = useMutation({ mutationFn: signInWithPasskey });
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
  if (reset.data?.check != null)
    return (
      <CheckNumber check={reset.data.check}>
        Your new password works when they have done so. Until then the old one stays, and you remain signed in
        where you are.
      </CheckNumber>
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
      {hasPasskeys() ? (
        <div className={styles.others}>
          <p className="plain">
            {prove.isSuccess
              ? 'Your passkey has shown who you are: the password takes effect at once.'
              : 'On the staff, a colleague must confirm a new password. With a passkey nobody has to.'}
          </p>
          {prove.error === null ? null : <ProblemBox error={prove.error} />}
          {prove.isSuccess ? null : (
            <Button busy={prove.isPending && 'Asking the device…'} onPress={() => prove.mutate()}>
              Use your passkey
            </Button>
          )}
        </div>
      ) : null}
    </SignInFrame>
  );
}
