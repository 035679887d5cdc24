// Invites a person: they get a link, choose a password, and tell you a check number.

import type { AnswerOf, InputOf } from '@rf-indicators/contract/acts';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../api/acts.ts';
import { ProblemError } from '../../api/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { roleName } from '../../ui/words.ts';
import { Invited } from './invited.tsx';
import { type MemberRole, ROLE_WORDS, ROLES } from './member.ts';
import styles from './members.module.css';

export function InviteMember({ onClose }: { onClose: () => void }) {
  const invite = useAct('members.invite', ['members']);
  const [role, setRole] = useState<MemberRole>('developer');
  const [invited, setInvited] = useState<AnswerOf<'members.invite'> | null>(null);
  if (invited !== null && invite.variables !== undefined)
    return (
      <Invited
        name={invite.variables.name}
        email={invite.variables.email}
        invited={invited}
        onClose={onClose}
      />
    );
  const { error } = invite;
  const about = (member: string) => (error instanceof ProblemError ? error.about(member) : null);
  const hasPlace = ['name', 'email', 'role'].some((member) => about(member) !== null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    invite.mutate(inputOf(new FormData(event.currentTarget)), { onSuccess: setInvited });
  };
  return (
    <Dialog
      title="Invite a person"
      onCancel={onClose}
      buttons={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form="invite" busy={invite.isPending && 'Inviting…'}>
            Invite
          </Button>
        </>
      }
    >
      <form id="invite" className={styles.form} onSubmit={submit}>
        <TextField name="name" label="Name" error={about('name')} required maxLength={120} autoFocus />
        <TextField
          name="email"
          label="Email address"
          help="The link is for this address only."
          error={about('email')}
          type="email"
          required
          maxLength={254}
        />
        <SelectField
          name="role"
          label="Role"
          help={`A ${roleName(role)} ${ROLE_WORDS[role]}.`}
          error={about('role')}
          value={role}
          onChange={({ target }) => setRole(target.value as MemberRole)}
        >
          {ROLES.map((one) => (
            <option key={one} value={one}>
              {roleName(one)}
            </option>
          ))}
        </SelectField>
        {error === null || hasPlace ? null : <ProblemBox error={error} />}
      </form>
    </Dialog>
  );
}

function inputOf(form: FormData): InputOf<'members.invite'> {
  return {
    name: String(form.get('name')).trim(),
    email: String(form.get('email')).trim(),
    role: String(form.get('role')) as MemberRole,
  };
}
