// After an invitation: whether the link was mailed, and what happens next.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { date } from '../../ui/words.ts';

export interface InvitedProps {
  name: string;
  email: string;
  invited: AnswerOf<'members.invite'>;
  onClose: () => void;
}

export function Invited({ name, email, invited: { mailed, expires_at }, onClose }: InvitedProps) {
  return (
    <Dialog
      title={mailed ? `The link is on its way to ${email}` : 'The link could not be mailed'}
      onCancel={onClose}
      buttons={
        <Button kind="primary" onPress={onClose} autoFocus>
          Done
        </Button>
      }
    >
      {mailed ? null : (
        <p className="plain">
          {name} is invited, but no mail server is set, or it refused the mail. Ask the operator of this
          service for the link, and pass it on to {name}.
        </p>
      )}
      <p className="plain">
        It works once, until {date(expires_at)}. {name} chooses a password and is shown a check number. Ask
        for it in person or by telephone, and confirm {name} here with it.
      </p>
    </Dialog>
  );
}
