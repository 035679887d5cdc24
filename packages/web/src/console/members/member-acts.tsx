// What can be done about members, each in a dialog of its own: invite, confirm, remove, revoke a token.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { useState } from 'react';
import { ActDialog, textOf } from '../../ui/act-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckNumberField, SelectField, TextField } from '../../ui/field.tsx';
import { date, plural, roleName } from '../../ui/format.ts';
import { CrossGlyph } from '../../ui/glyphs.tsx';
import { activeTokens, type Member, type MemberRole, ROLE_WORDS, ROLES } from './member.tsx';

const CHANGES = ['members'];

/** They get a link, choose a password, and tell you a check number. */
export function InviteMember({ onClose }: { onClose: () => void }) {
  const [role, setRole] = useState<MemberRole>('developer');
  return (
    <ActDialog
      act="members.invite"
      changes={CHANGES}
      title="Invite a person"
      submit="Invite"
      busy="Inviting…"
      fields={(about) => (
        <>
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
        </>
      )}
      inputOf={(form) => ({ name: textOf(form, 'name') ?? '', email: textOf(form, 'email') ?? '', role })}
      done={(invited, { name, email }) => (
        <Invited name={name} email={email} invited={invited} onClose={onClose} />
      )}
      onClose={onClose}
    />
  );
}

interface MemberProps {
  member: Member;
  onClose: () => void;
}

/** Sends a link: the first, another, or one that replaces lost credentials. */
export function InviteAgain({ member, onClose }: MemberProps) {
  const { id, name, email, invitation } = member;
  return (
    <ActDialog
      act="members.invite_again"
      changes={CHANGES}
      title={`Send ${name} a link?`}
      lead={effectOf(member)}
      submit="Send a link"
      busy="Sending…"
      fields={(about) => (
        <TextField
          name="email"
          label="Email address"
          error={about('email')}
          type="email"
          defaultValue={email ?? invitation?.email ?? ''}
          readOnly={email !== null}
          required
          maxLength={254}
        />
      )}
      inputOf={(form) => ({ person: id, email: textOf(form, 'email') ?? '' })}
      done={(invited, sent) => <Invited name={name} email={sent.email} invited={invited} onClose={onClose} />}
      onClose={onClose}
    />
  );
}

function effectOf({ name, email, invitation }: Member): string {
  if (email !== null)
    return `For somebody who lost every way to sign in. Once you confirm the claim, it replaces the password, authenticator app and passkeys of ${name}.`;
  if (invitation !== null)
    return 'The link that was sent before stops working, and so does a claim that was made with it.';
  return `${name} then signs in with this address. Tokens keep working.`;
}

interface InvitedProps {
  name: string;
  email: string;
  invited: AnswerOf<'members.invite'>;
  onClose: () => void;
}

/** Whether the link was mailed, and what happens next. */
function Invited({ name, email, invited: { mailed, expires_at }, onClose }: InvitedProps) {
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

/** Whether the right person claimed an invitation is known by the number that only they were shown. */
export function ConfirmMember({ member: { id, name, role }, onClose }: MemberProps) {
  return (
    <ActDialog
      act="members.confirm"
      changes={CHANGES}
      title={`Was it ${name} who opened the link?`}
      lead={`Have ${name} tell you the check number, in person or by telephone. Then ${name} can sign in, as ${roleName(role)}.`}
      submit={`Confirm ${name}`}
      busy="Confirming…"
      fields={(about) => <CheckNumberField error={about('check')} />}
      inputOf={(form) => ({ person: id, check: textOf(form, 'check') ?? '' })}
      onClose={onClose}
    />
  );
}

export function RemoveMember({ member, isSelf, onClose }: MemberProps & { isSelf: boolean }) {
  const { id, name } = member;
  return (
    <ActDialog
      act="members.remove"
      changes={CHANGES}
      title={isSelf ? `Remove yourself, ${name}?` : `Remove ${name}?`}
      lead={`${effectsOf(member)} API keys that ${name} created keep working: revoke them on the Keys page. This cannot be undone, but ${name} can be invited again.`}
      isFinal
      cancel={`Keep ${name}`}
      submit={
        <>
          <CrossGlyph /> Remove {name}
        </>
      }
      busy="Removing…"
      inputOf={() => ({ person: id })}
      onClose={onClose}
    />
  );
}

/** Counts what ends. */
function effectsOf(member: Member): string {
  const tokens = activeTokens(member).length;
  const ended = [
    ...(tokens === 0 ? [] : [plural(tokens, 'token')]),
    ...(member.sessions === 0 ? [] : [plural(member.sessions, 'session')]),
    ...(member.invitation === null ? [] : ['the invitation']),
  ];
  return ended.length === 0 ? 'No token or session ends.' : `Ends ${ended.join(' and ')} at once.`;
}

export function RevokeToken({
  prefix,
  name,
  onClose,
}: {
  prefix: string;
  name: string;
  onClose: () => void;
}) {
  return (
    <ActDialog
      act="members.revoke_token"
      changes={CHANGES}
      title={`Revoke the token ${prefix} of ${name}?`}
      lead="Programs that use it get 401 from now on. It cannot be brought back."
      isFinal
      cancel="Keep it"
      submit="Revoke token"
      busy="Revoking…"
      inputOf={() => ({ prefix })}
      onClose={onClose}
    />
  );
}
