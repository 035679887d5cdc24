// Sign-in: password, then the second factor if there is one; or a passkey. Afterwards you are where you were going.

import { useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { send } from '../api/send.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { ProblemBox } from '../ui/problem-box.tsx';
import { SignInFrame } from './page.tsx';
import { hasPasskeys, signInWithPasskey } from './passkey.ts';
import styles from './sign-in.module.css';

type Step = 'password' | 'code' | 'recovery';

export function SignIn() {
  const { to } = useSearch({ from: '/sign-in' });
  const router = useRouter();
  const client = useQueryClient();
  const [step, setStep] = useState<Step>('password');
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState<string | false>(false);

  const attempt = async (words: string, work: () => Promise<Step | 'done'>) => {
    setBusy(words);
    setError(null);
    try {
      const next = await work();
      if (next !== 'done') return setStep(next);
      // Nothing that was read for somebody else may stay.
      client.clear();
      router.history.replace(to ?? '/console');
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };

  const withPassword = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    return attempt('Signing in…', async () => {
      const body = { email: form.get('email'), password: form.get('password') };
      const answer = await send<{ twoFactorRedirect?: boolean }>('POST', '/api/auth/sign-in/email', body);
      return answer.twoFactorRedirect === true ? 'code' : 'done';
    });
  };

  const withCode = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code')).replaceAll(/\s/g, '');
    const path = step === 'code' ? 'verify-totp' : 'verify-backup-code';
    return attempt('Checking…', async () => {
      await send('POST', `/api/auth/two-factor/${path}`, { code });
      return 'done';
    });
  };

  if (step !== 'password') {
    return (
      <SignInFrame title={step === 'code' ? 'Enter the code' : 'Enter a recovery code'}>
        <form className={styles.form} onSubmit={withCode}>
          <TextField
            key={step}
            name="code"
            label={step === 'code' ? 'Code of your authenticator app' : 'Recovery code'}
            help={step === 'code' ? 'Six digits. Each code works once.' : 'Each recovery code works once.'}
            autoComplete="one-time-code"
            inputMode={step === 'code' ? 'numeric' : 'text'}
            mono
            required
            autoFocus
          />
          {error === null ? null : <ProblemBox error={error} />}
          <Button kind="primary" type="submit" busy={busy}>
            Continue
          </Button>
        </form>
        <div className={styles.others}>
          <Button kind="quiet" onPress={() => setStep(step === 'code' ? 'recovery' : 'code')}>
            {step === 'code' ? 'Use a recovery code' : 'Use the authenticator app'}
          </Button>
        </div>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title="Sign in">
      <form className={styles.form} onSubmit={withPassword}>
        <TextField name="email" label="Email address" type="email" autoComplete="username webauthn" required autoFocus />
        <TextField name="password" label="Password" type="password" autoComplete="current-password" required />
        {error === null ? null : <ProblemBox error={error} />}
        <Button kind="primary" type="submit" busy={busy}>
          Sign in
        </Button>
      </form>
      <div className={styles.others}>
        {hasPasskeys() ? (
          <Button
            onPress={() =>
              attempt('Asking the device…', async () => {
                await signInWithPasskey();
                return 'done';
              })
            }
          >
            Sign in with a passkey
          </Button>
        ) : null}
        <a href="/sign-in/forgot">Forgot your password?</a>
      </div>
    </SignInFrame>
  );
}
