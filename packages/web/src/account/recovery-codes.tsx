// Recovery codes, shown once: each replaces the authenticator app for one sign-in.

import { Button } from '../ui/button.tsx';
import { download } from '../ui/download.ts';
import { SecretDialog } from '../ui/secret.tsx';

export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
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
