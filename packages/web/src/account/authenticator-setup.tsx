// Sets up an authenticator app: the password, then the secret for the app, then a first code that proves that it works.

import { type FormEvent, useState } from 'react';
import { send } from '../api/send.ts';
import { Button } from '../ui/button.tsx';
import { Copy } from '../ui/copy.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { ProblemBox } from '../ui/problem-box.tsx';
import styles from './account.module.css';
import { useChange } from './account.ts';
import { QrCode } from './qr-code.tsx';
import { WithPassword } from './with-password.tsx';

interface Enabled {
  totpURI: string;
  backupCodes: string[];
}

export interface AuthenticatorSetupProps {
  onClose: () => void;
  onDone: (recoveryCodes: string[]) => void;
}

export function AuthenticatorSetup({ onClose, onDone }: AuthenticatorSetupProps) {
  const [enabled, setEnabled] = useState<Enabled | null>(null);
  const enable = useChange((password: string) =>
    send<Enabled>('POST', '/api/auth/two-factor/enable', { password }),
  );
  if (enabled !== null)
    return (
      <FirstCode
        totpUri={enabled.totpURI}
        onClose={onClose}
        onConfirmed={() => onDone(enabled.backupCodes)}
      />
    );
  return (
    <WithPassword
      title="Set up an authenticator app"
      lead="Any app for one-time codes (TOTP) works, also the one in many password managers."
      act="Continue"
      busy={enable.isPending && 'Checking…'}
      error={enable.error}
      onPassword={(password) => enable.mutate(password, { onSuccess: setEnabled })}
      onCancel={onClose}
    />
  );
}

interface FirstCodeProps {
  totpUri: string;
  onClose: () => void;
  onConfirmed: () => void;
}

function FirstCode({ totpUri, onClose, onConfirmed }: FirstCodeProps) {
  const verify = useChange((code: string) => send('POST', '/api/auth/two-factor/verify-totp', { code }));
  const secret = new URL(totpUri).searchParams.get('secret')!;
  const inGroups = secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code')).replaceAll(/\s/g, '');
    verify.mutate(code, { onSuccess: onConfirmed });
  };
  return (
    <Dialog
      title="Add this account to your app"
      wide
      onCancel={onClose}
      buttons={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form="first-code" busy={verify.isPending && 'Checking…'}>
            Turn on
          </Button>
        </>
      }
    >
      <div className={styles.setup}>
        <QrCode text={totpUri} label="QR code for the authenticator app" />
        <div className={styles.steps}>
          <div>
            <p className="plain">Scan the code with the app, or type this key into it:</p>
            <p className={styles.secret}>
              <span className="mono">{inGroups}</span> <Copy text={secret} what="the key" />
            </p>
          </div>
          <form id="first-code" className={styles.form} onSubmit={submit}>
            <TextField
              name="code"
              label="First code from the app"
              help="Six digits. It proves that the app works before you depend on it."
              autoComplete="one-time-code"
              inputMode="numeric"
              pattern="[0-9 ]{6,7}"
              title="Six digits"
              mono
              required
              autoFocus
            />
            {verify.error === null ? null : <ProblemBox error={verify.error} />}
          </form>
        </div>
      </div>
    </Dialog>
  );
}
