// The code with which a workspace is claimed: shown once.

import { CodeTabs } from '../../../ui/code.tsx';
import { date } from '../../../ui/format.ts';
import { SecretDialog } from '../../../ui/secret.tsx';

interface ClaimCodeProps {
  name: string;
  /** Null if the answer that had it was lost on the way. */
  code: string | null;
  expiresAt: string;
  onClose: () => void;
}

export function ClaimCode({ name, code, expiresAt, onClose }: ClaimCodeProps) {
  return (
    <SecretDialog
      title={`The claim code of ${name}`}
      lead={`It is shown once. The person who uses it by ${date(expiresAt)} becomes the Contract Admin of ${name}. To let them sign in with an email address instead, invite them from the workspace.`}
      secret={code}
      what="the claim code"
      onClose={onClose}
    >
      <CodeTabs
        label="Ready lines"
        texts={{ rf: `rf --url ${location.origin} workspaces claim --code ${code} --name "Their name"` }}
      />
    </SecretDialog>
  );
}
