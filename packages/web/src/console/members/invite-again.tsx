// Sends a member a link: the first, another, or one that replaces lost credentials.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../api/acts.ts';
import { ProblemError } from '../../api/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Invited } from './invited.tsx';
import type { Member } from './member.ts';

export function InviteAgain({ member, onClose }: { member: Member; onClose: () => void }) {
  const { id, name, email, invitation } = member;
  const invite = useAct('members.invite_again', ['members']);
  const [invited, setInvited] = useState<AnswerOf<'members.invite_again'> | null>(null);
  if (invited !== null)
    return <Invited name={name} email={invite.variables!.email} invited={invited} onClose={onClose} />;
  const about = invite.error instanceof ProblemError ? invite.error.about('email') : null;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const address = String(new FormData(event.currentTarget).get('email')).trim();
    invite.mutate({ person: id, email: address }, { onSuccess: setInvited });
  };
  return (
    <Dialog
      title={`Send ${name} a link?`}
      onCancel={onClose}
      buttons={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form="invite-again" busy={invite.isPending && 'Sending…'}>
            Send a link
          </Button>
        </>
      }
    >
      <p className="plain">{effectOf(member)}</p>
      <form id="invite-again" onSubmit={submit}>
        <TextField
          name="email"
          label="Email address"
          error={about}
          type="email"
          defaultValue={email ?? invitation?.email ?? ''}
          readOnly={email !== null}
          required
          maxLength={254}
        />
      </form>
      {invite.error === null || about !== null ? null : <ProblemBox error={invite.error} />}
    </Dialog>
  );
}

function effectOf({ name, email, invitation }: Member): string {
  if (email !== null)
    return `For somebody who lost every way to sign in. Once you confirm the claim, it replaces the password, authenticator app and passkeys of ${name}.`;
  if (invitation !== null)
    return 'The link that was sent before stops working, and so does a claim that was made with it.';
  return `${name} then signs in with this address. Tokens keep working.`;
}
