// Sets up an authenticator app: the password, then the secret for the app, then a first code that proves that it works.

import { useState } from 'react';
import { encode } from 'uqr';
import { send } from '../api/send.ts';
import { FormDialog } from '../ui/act-dialog.tsx';
import { Copy } from '../ui/copy.tsx';
import { TextField } from '../ui/field.tsx';
import styles from './account.module.css';
import { useChange } from './account.ts';
import { WithPassword } from './with-password.tsx';

interface Enabled {
  totpURI: string;
  backupCodes: string[];
}

interface AuthenticatorSetupProps {
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
  return (
    <FormDialog
      title="Add this account to your app"
      wide
      submit="Turn on"
      busy={verify.isPending && 'Checking…'}
      error={verify.error}
      onSubmit={(form) =>
        verify.mutate(String(form.get('code')).replaceAll(/\s/g, ''), { onSuccess: onConfirmed })
      }
      onClose={onClose}
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
        </div>
      </div>
    </FormDialog>
  );
}

/** Always black on white, also in the dark: many scanners cannot read inverted codes. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const modules = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={modules.join('')} fill="#000" />
    </svg>
  );
}
