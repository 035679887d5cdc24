// How a workspace that nobody has claimed gets its first Contract Admin: by email, or with a code.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { useState } from 'react';
import { ActDialog, textOf } from '../../../ui/act-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Acts } from '../../../ui/panel.tsx';
import { Section } from '../../../ui/section.tsx';
import type { Workspace } from './workspace.ts';

export function InviteAdmin({ workspace, onCode }: { workspace: Workspace; onCode: () => void }) {
  const { id, name } = workspace;
  const [isAsking, setAsking] = useState(false);
  const [invited, setInvited] = useState<AnswerOf<'sign_ins.invite_admin'> | null>(null);
  return (
    <Section title="Nobody has claimed it">
      <p className="plain">
        {invited === null
          ? 'Invite its first Contract Admin by email, or give them a code.'
          : invited.mailed
            ? 'The link was mailed. Once they have opened it, somebody confirms them with the check number.'
            : 'No mail was sent: show the link below, and pass it on.'}
      </p>
      <Acts>
        <Button onPress={() => setAsking(true)}>Invite by email…</Button>
        <Button onPress={onCode}>New claim code…</Button>
      </Acts>
      {isAsking ? (
        <ActDialog
          act="sign_ins.invite_admin"
          changes={['sign_ins', 'workspaces', 'members']}
          title={`Invite the Contract Admin of ${name}`}
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
            </>
          )}
          inputOf={(form) => ({
            workspace: id,
            name: textOf(form, 'name') ?? '',
            email: textOf(form, 'email') ?? '',
          })}
          onDone={(answer) => {
            setAsking(false);
            setInvited(answer);
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Section>
  );
}
