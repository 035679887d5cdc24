// The code of an invitation to the staff: shown once.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { CodeTabs } from '../../../ui/code.tsx';
import { date } from '../../../ui/format.ts';
import { SecretDialog } from '../../../ui/secret.tsx';

export interface InvitationCodeProps {
  invitation: AnswerOf<'staff.invite'>;
  onClose: () => void;
}

export function InvitationCode({ invitation: { code, expires_at }, onClose }: InvitationCodeProps) {
  return (
    <SecretDialog
      title="The invitation code"
      lead={`It is shown once, and works until ${date(expires_at)}. Only the invited person may use it: they claim it, and tell their check number to somebody other than you, who confirms them.`}
      secret={code}
      what="the code"
      onClose={onClose}
    >
      <CodeTabs label="Ready lines" texts={{ rf: `rf --url ${location.origin} staff claim ${code}` }} />
    </SecretDialog>
  );
}
