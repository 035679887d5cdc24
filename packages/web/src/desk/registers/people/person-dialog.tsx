// What is changed about a member of the staff, each in a dialog of its own. Most of it takes two people.

import type { AnswerOf, StaffRole } from '@rf-indicators/contract/acts';
import { useState } from 'react';
import { ActDialog, textOf } from '../../../ui/act-dialog.tsx';
import { CodeTabs } from '../../../ui/code.tsx';
import { CheckField, CheckNumberField, TextField } from '../../../ui/field.tsx';
import { date } from '../../../ui/format.ts';
import { SecretDialog } from '../../../ui/secret.tsx';
import styles from '../registers.module.css';
import { ROLE_WORDS, ROLES, type StaffMember } from './person.ts';

export type Asked =
  | { what: 'roles' | 'confirm' | 'withdraw' | 'sign-in' | 'again' | 'unlink' | 'retire' | 'erase' }
  | { what: 'token'; prefix: string; isOwn: boolean };

const CHANGES = ['staff', 'requests', 'sign_ins'];
const SECOND = 'A second person approves it on the page Requests; until then nothing changes.';

interface PersonDialogProps {
  asked: Asked;
  member: StaffMember;
  onClose: () => void;
}

export function PersonDialog({ asked, member: { id, name, roles }, onClose }: PersonDialogProps) {
  const [issued, setIssued] = useState<AnswerOf<'staff.invite_again'> | null>(null);
  const common = { changes: CHANGES, onClose, busy: 'Sending…' };
  switch (asked.what) {
    case 'roles':
      return (
        <ActDialog
          {...common}
          act="staff.set_roles"
          title={`The roles of ${name}`}
          lead={SECOND}
          submit="Request the change"
          fields={(about) => <RoleFields given={roles} error={about('roles')} />}
          inputOf={(form) => ({ person: id, roles: rolesOf(form) })}
        />
      );
    case 'confirm':
      return (
        <ActDialog
          {...common}
          act="staff.confirm"
          title={`Was it ${name} who claimed the invitation?`}
          lead={`Have ${name} tell you the check number, in person or by telephone. Then their token works.`}
          submit={`Confirm ${name}`}
          fields={(about) => <CheckNumberField error={about('check')} />}
          inputOf={(form) => ({ person: id, check: textOf(form, 'check') ?? '' })}
        />
      );
    case 'withdraw':
      return (
        <ActDialog
          {...common}
          act="staff.withdraw_invitation"
          title={`Withdraw the invitation of ${name}?`}
          lead="Its code stops working, and a claim that nobody confirmed ends."
          isFinal
          submit="Withdraw"
          inputOf={() => ({ person: id })}
        />
      );
    case 'sign-in':
      return (
        <ActDialog
          {...common}
          act="sign_ins.invite_staff"
          title={`Invite ${name} to sign in`}
          lead="They get a link, choose a password, and tell their check number to somebody who neither invited them nor saw the link."
          submit="Invite"
          fields={(about) => (
            <TextField
              name="email"
              label="Email address"
              help="The link is for this address only."
              error={about('email')}
              type="email"
              required
              maxLength={254}
              autoFocus
            />
          )}
          inputOf={(form) => ({ person: id, email: textOf(form, 'email') ?? '' })}
        />
      );
    case 'again':
      return issued === null ? (
        <ActDialog
          {...common}
          act="staff.invite_again"
          title={`A new invitation code for ${name}?`}
          lead="For a lost token or an expired invitation. Their present tokens work until the claim is confirmed."
          submit="Issue the code"
          inputOf={() => ({ person: id })}
          onDone={setIssued}
        />
      ) : (
        <InvitationCode invitation={issued} onClose={onClose} />
      );
    case 'unlink':
      return (
        <ActDialog
          {...common}
          act="sign_ins.unlink"
          title={`Remove the link of ${name} to the OIDC provider?`}
          lead={`Their sessions end, and they sign in another way. ${SECOND}`}
          submit="Request it"
          inputOf={() => ({ person: id })}
        />
      );
    case 'retire':
      return (
        <ActDialog
          {...common}
          act="staff.retire"
          title={`Retire ${name}?`}
          lead={`All their tokens and sessions end. ${SECOND}`}
          isFinal
          submit="Request it"
          inputOf={() => ({ person: id })}
        />
      );
    case 'erase':
      return (
        <ActDialog
          {...common}
          act="staff.erase"
          title={`Erase the name of ${name}?`}
          lead={`This cannot be undone. ${SECOND}`}
          isFinal
          submit="Request it"
          inputOf={() => ({ person: id })}
        />
      );
    case 'token':
      return (
        <ActDialog
          {...common}
          act="staff.revoke_token"
          title={`Revoke the token ${asked.prefix}?`}
          lead={asked.isOwn ? 'It is your own: it stops working at once.' : SECOND}
          isFinal
          submit={asked.isOwn ? 'Revoke' : 'Request it'}
          inputOf={() => ({ prefix: asked.prefix })}
        />
      );
  }
}

/** The code of an invitation to the staff is shown once. */
export function InvitationCode({
  invitation: { code, expires_at },
  onClose,
}: {
  invitation: AnswerOf<'staff.invite'>;
  onClose: () => void;
}) {
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

/** The roles of a person, as check boxes with what each can do. */
export function RoleFields({ given = [], error }: { given?: readonly StaffRole[]; error: string | null }) {
  return (
    <fieldset className={styles.checks}>
      <legend>Roles</legend>
      {ROLES.map((role) => (
        <CheckField key={role} name="roles" value={role} defaultChecked={given.includes(role)}>
          {ROLE_WORDS[role]}
        </CheckField>
      ))}
      {error === null ? null : <p role="alert">{error}</p>}
    </fieldset>
  );
}

export function rolesOf(form: FormData): StaffRole[] {
  return form.getAll('roles').map(String) as StaffRole[];
}
