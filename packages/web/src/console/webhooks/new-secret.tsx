// A signing secret that was just created: shown once.

import { Code } from '../../ui/code.tsx';
import { SecretDialog } from '../../ui/secret.tsx';

export function NewSecret({ of, secret, onClose }: { of: string; secret: string; onClose: () => void }) {
  return (
    <SecretDialog
      title={`Store the new secret of ${of} now`}
      lead="Your receiver checks the signature of each event with it. It is shown once. For 24 hours the old secret signs too."
      secret={secret}
      what="the secret"
      onClose={onClose}
    >
      <Code text={`RF_WEBHOOK_SECRET='${secret}'`} what="the line for the environment" />
    </SecretDialog>
  );
}
