// Shows who you are: password, then the second factor if there is one; or a passkey.

import { type FormEvent, type ReactNode, useState } from 'react';
import { send } from '../api/send.ts';
import { markSignedIn } from '../api/signed-in-mark.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { ProblemBox } from '../ui/problem-box.tsx';
import { hasPasskeys, signInWithPasskey } from './passkey.ts';
import styles from './sign-in.module.css';
import { signInAtProvider, useWays } from './ways.ts';

type Step = 'password' | 'code' | 'recovery' | 'passkey';

/** What follows on a password that is right. */
interface Answered {
  twoFactorRedirect?: boolean;
  twoFactorMethods?: string[];
}

export interface CredentialsProps {
  /** Whose password it is, where that is known already. */
  email?: string;
  onDone: () => Promise<void> | void;
  onCancel?: () => void;
  /** code: only the second factor is missing. */
  step?: 'code';
  /** Where the provider of the organisation sends the browser back to. */
  returnTo: string;
  /** Beside the passkey, such as the way to a new password. */
  others?: ReactNode;
}

export function Credentials(props: CredentialsProps) {
  const { email, onDone, onCancel, returnTo, others } = props;
  const [step, setStep] = useState<Step>(props.step ?? 'password');
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState<string | false>(false);
  const ways = useWays();

  const attempt = async (words: string, work: () => Promise<Step | 'done'>) => {
    setBusy(words);
    setError(null);
    try {
      const next = await work();
      if (next === 'done') {
        // At once: the reader may go to a public page before this one has read the session.
        markSignedIn(true);
        await onDone();
      } else setStep(next);
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
      const body = { email: email ?? form.get('email'), password: form.get('password') };
      const answer = await send<Answered>('POST', '/api/auth/sign-in/email', body);
      if (answer.twoFactorRedirect !== true) return 'done';
      return answer.twoFactorMethods?.includes('passkey') ? 'passkey' : 'code';
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

  const withPasskey = () =>
    attempt('Asking the device…', async () => {
      await signInWithPasskey();
      return 'done';
    });

  const atProvider = () => signInAtProvider(returnTo).catch(setError);

  const cancel = onCancel === undefined ? null : <Button onPress={onCancel}>Cancel</Button>;
  if (step === 'passkey')
    return (
      <div className={styles.form}>
        <p className="plain">Your password is right. Show with your passkey that it is you.</p>
        {hasPasskeys() ? null : (
          <p className="plain">This browser cannot use passkeys here. Sign in on a device that has yours.</p>
        )}
        {error === null ? null : <ProblemBox error={error} />}
        <div className={styles.buttons}>
          {cancel}
          <Button
            kind="primary"
            busy={busy}
            notAllowed={hasPasskeys() ? null : 'this browser cannot use passkeys here'}
            onPress={withPasskey}
          >
            Use your passkey
          </Button>
        </div>
      </div>
    );
  if (step !== 'password') {
    return (
      <>
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
          <div className={styles.buttons}>
            {cancel}
            <Button kind="primary" type="submit" busy={busy}>
              Continue
            </Button>
          </div>
        </form>
        <div className={styles.others}>
          <Button kind="quiet" onPress={() => setStep(step === 'code' ? 'recovery' : 'code')}>
            {step === 'code' ? 'Use a recovery code' : 'Use the authenticator app'}
          </Button>
        </div>
      </>
    );
  }
  return (
    <>
      <form className={styles.form} onSubmit={withPassword}>
        {email === undefined ? (
          <TextField
            name="email"
            label="Email address"
            type="email"
            autoComplete="username webauthn"
            required
            autoFocus
          />
        ) : (
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        )}
        <TextField
          name="password"
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          autoFocus={email !== undefined}
        />
        {error === null ? null : <ProblemBox error={error} />}
        <div className={styles.buttons}>
          {cancel}
          <Button kind="primary" type="submit" busy={busy}>
            Sign in
          </Button>
        </div>
      </form>
      <div className={styles.others}>
        {hasPasskeys() ? <Button onPress={withPasskey}>Sign in with a passkey</Button> : null}
        {ways?.provider === true ? (
          <Button onPress={atProvider}>Sign in with your organisation's account</Button>
        ) : null}
        {others}
      </div>
    </>
  );
}
