// The sign-in page. Afterwards you are where you were going.

import { useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { Credentials } from './credentials.tsx';
import { SignInFrame } from './page.tsx';
import { readSignInSearch } from './search.ts';
import styles from './sign-in.module.css';

export function SignIn() {
  const { to, error } = useSearch({ from: '/sign-in', select: readSignInSearch });
  const router = useRouter();
  const client = useQueryClient();
  const enter = () => {
    // Nothing that was read for somebody else may stay.
    client.clear();
    router.history.replace(to ?? '/console');
  };
  return (
    <SignInFrame title="Sign in">
      {error === undefined ? null : (
        <p className={styles.refused} role="alert">
          Your organisation's account could not be used to sign in here. Its address must be the one that you
          were invited with, and your invitation must have been confirmed.
        </p>
      )}
      <Credentials
        onDone={enter}
        returnTo={to?.split(/[?#]/)[0] ?? '/console'}
        others={<a href="/sign-in/forgot">Forgot your password?</a>}
      />
    </SignInFrame>
  );
}
