// The sign-in page. Afterwards you are where you were going.

import { useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { Credentials } from './credentials.tsx';
import { SignInFrame } from './page.tsx';
import { readSignInSearch } from './search.ts';
import styles from './sign-in.module.css';

const NOT_INVITED =
  "Your organisation's account could not be used to sign in here. Its address must be the one that you were invited with, " +
  'and your invitation must have been confirmed.';

/** What the service says of an account at the OIDC provider that it did not let in. */
const REFUSED: Readonly<Record<string, string>> = {
  passkey:
    "You have a passkey, which your organisation's account does not replace. Sign in with the passkey.",
  sign_in_first:
    "Your organisation's account is not linked to you yet. Sign in with your password or passkey, and link it on the page " +
    'of your account. A colleague confirms it.',
  busy: 'An invitation or a new password of yours waits for a colleague. Finish that first.',
};

export function SignIn() {
  const { to, error, step } = useSearch({ from: '/sign-in', select: readSignInSearch });
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
          {REFUSED[error] ?? NOT_INVITED}
        </p>
      )}
      <Credentials
        onDone={enter}
        {...(step === undefined ? {} : { step })}
        returnTo={to?.split(/[?#]/)[0] ?? '/console'}
        others={<a href="/sign-in/forgot">Forgot your password?</a>}
      />
    </SignInFrame>
  );
}
