// The sign-in page. Afterwards you are where you were going.

import { useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { Credentials } from './credentials.tsx';
import { SignInFrame } from './page.tsx';

export function SignIn() {
  const { to } = useSearch({ from: '/sign-in' });
  const router = useRouter();
  const client = useQueryClient();
  const enter = () => {
    // Nothing that was read for somebody else may stay.
    client.clear();
    router.history.replace(to ?? '/console');
  };
  return (
    <SignInFrame title="Sign in">
      <Credentials onDone={enter} others={<a href="/sign-in/forgot">Forgot your password?</a>} />
    </SignInFrame>
  );
}
