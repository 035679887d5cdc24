// The authenticator app: the second factor after the password.

import { useState } from 'react';
import { send } from '../api/send.ts';
import { Button } from '../ui/button.tsx';
import { download } from '../ui/download.ts';
import { Acts } from '../ui/panel.tsx';
import { SecretDialog } from '../ui/secret.tsx';
import { Section } from '../ui/section.tsx';
import { State } from '../ui/state.tsx';
import styles from './account.module.css';
import { type Credentials, useChange } from './account.ts';
import { AuthenticatorSetup } from './authenticator-setup.tsx';
import { WithPassword } from './with-password.tsx';

type Asking = 'set up' | 'new codes' | 'turn off';

export function Authenticator({ credentials }: { credentials: Credentials }) {
  const { has_password, has_second_factor } = credentials;
  const [asking, setAsking] = useState<Asking | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const close = () => setAsking(null);
  return (
    <Section
      title="Authenticator app"
      aside={<State kind={has_second_factor ? 'good' : 'off'}>{has_second_factor ? 'on' : 'off'}</State>}
    >
      <p className={styles.text}>
        {has_second_factor
          ? 'After your password you are asked for a code from the app, or for a recovery code.'
          : 'Your password alone then lets nobody in: you are also asked for a code from an app on your phone.'}
      </p>
      <Acts>
        {has_second_factor ? (
          <>
            <Button onPress={() => setAsking('new codes')}>New recovery codes…</Button>
            <Button onPress={() => setAsking('turn off')}>Turn off…</Button>
          </>
        ) : (
          <Button
            notAllowed={has_password ? null : 'it is asked for after a password, and you have none'}
            onPress={() => setAsking('set up')}
          >
            Set up…
          </Button>
        )}
      </Acts>
      {has_password || has_second_factor ? null : (
        <p className={styles.text}>It is asked for after a password, and you have none.</p>
      )}
      {asking === 'set up' ? (
        <AuthenticatorSetup
          onClose={close}
          onDone={(issued) => {
            close();
            setCodes(issued);
          }}
        />
      ) : null}
      {asking === 'new codes' ? (
        <NewCodes
          onClose={close}
          onDone={(issued) => {
            close();
            setCodes(issued);
          }}
        />
      ) : null}
      {asking === 'turn off' ? <TurnOff onClose={close} /> : null}
      {codes === null ? null : <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
    </Section>
  );
}

function NewCodes({ onClose, onDone }: { onClose: () => void; onDone: (codes: string[]) => void }) {
  const issue = useChange((password: string) =>
    send<{ backupCodes: string[] }>('POST', '/api/auth/two-factor/generate-backup-codes', { password }),
  );
  return (
    <WithPassword
      title="Make new recovery codes?"
      lead="The ones that you have stop working."
      act="Make new codes"
      busy={issue.isPending && 'Making…'}
      error={issue.error}
      onPassword={(password) =>
        issue.mutate(password, { onSuccess: ({ backupCodes }) => onDone(backupCodes) })
      }
      onCancel={onClose}
    />
  );
}

function TurnOff({ onClose }: { onClose: () => void }) {
  const turnOff = useChange((password: string) => send('POST', '/api/auth/two-factor/disable', { password }));
  return (
    <WithPassword
      title="Turn the authenticator app off?"
      lead="From then on your password alone lets you in. Your recovery codes stop working."
      act="Turn off"
      busy={turnOff.isPending && 'Turning off…'}
      error={turnOff.error}
      onPassword={(password) => turnOff.mutate(password, { onSuccess: onClose })}
      onCancel={onClose}
    />
  );
}

/** Recovery codes, shown once: each replaces the authenticator app for one sign-in. */
function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = codes.join('\n');
  const save = () =>
    download(
      'rf-recovery-codes.txt',
      'text/plain',
      `Recovery codes for ${location.host}. Each works once.\n\n${text}\n`,
    );
  return (
    <SecretDialog
      title="Store your recovery codes now"
      lead="They are shown once. Without your authenticator app, each of them lets you in one time. Keep them where the app is not."
      secret={text}
      what="the recovery codes"
      onClose={onClose}
    >
      <div>
        <Button onPress={save}>Download as text</Button>
      </div>
    </SecretDialog>
  );
}
