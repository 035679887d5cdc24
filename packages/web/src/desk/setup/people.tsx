// Invites colleagues from the set-up: each gets a link, with which they choose a password. No command is needed.

import { useState } from 'react';
import { callAct, useAct } from '../../api/acts.ts';
import { FormDialog } from '../../ui/act-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { date, roleName } from '../../ui/format.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { SecretDialog } from '../../ui/secret.tsx';
import { RoleFields, rolesOf } from '../registers/people/person-dialog.tsx';
import { useStaff } from '../staff.ts';
import styles from './setup.module.css';
import type { SetupPerson } from './steps.ts';

interface Shown {
  name: string;
  link: string;
  expires_at: string;
}

export function People({ people, mine }: { people: readonly SetupPerson[]; mine: boolean }) {
  const isOperator = useStaff().roles.includes('operator');
  const [isInviting, setInviting] = useState(false);
  const [shown, setShown] = useState<Shown | null>(null);
  const show = useAct('sign_ins.show_link', ['sign_ins', 'desk']);
  return (
    <div className={styles.form}>
      <ul className={styles.people}>
        {people.map(({ id, name, roles, has_joined, invitation, expires_at }) => (
          <li key={id}>
            <strong>{name}</strong>
            <span>{roles.map(roleName).join(', ')}</span>
            <span className="muted">
              {has_joined
                ? 'joined'
                : expires_at === null
                  ? 'has no open invitation'
                  : `invited until ${date(expires_at)}`}
            </span>
            {has_joined || invitation === null || !isOperator ? null : (
              <Button
                kind="quiet"
                label={`Show the link for ${name}`}
                onPress={() =>
                  show.mutate({ invitation }, { onSuccess: (answer) => setShown({ name, ...answer }) })
                }
              >
                Show the link
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ProblemBox error={show.error} />
      {mine ? (
        <div>
          <Button kind="primary" onPress={() => setInviting(true)}>
            Invite somebody
          </Button>
        </div>
      ) : null}
      {isInviting ? (
        <Invite
          onDone={(invited) => {
            setInviting(false);
            setShown(invited);
          }}
          onClose={() => setInviting(false)}
        />
      ) : null}
      {shown === null ? null : (
        <SecretDialog
          title={`The link for ${shown.name}`}
          lead={`Only ${shown.name} may use it, once, until ${date(shown.expires_at)}. They choose a password, and need no command.`}
          secret={shown.link}
          what="the link"
          onClose={() => setShown(null)}
        />
      )}
    </div>
  );
}

/** Adds the person and invites them to sign in; without a mail server, an operator is shown the link. */
function Invite({ onDone, onClose }: { onDone: (shown: Shown | null) => void; onClose: () => void }) {
  const isOperator = useStaff().roles.includes('operator');
  const add = useAct('staff.invite', []);
  const signIn = useAct('sign_ins.invite_staff', ['staff', 'sign_ins', 'desk']);
  const [failed, setFailed] = useState<Error | null>(null);
  const [busy, setBusy] = useState(false);
  /** Somebody whose address was refused is not added twice. */
  const [added, setAdded] = useState<string | null>(null);
  const invite = async (form: FormData) => {
    const name = String(form.get('name')).trim();
    setBusy(true);
    setFailed(null);
    try {
      if (added !== name) await add.mutateAsync({ name, roles: rolesOf(form) });
      setAdded(name);
      const { invitation, mailed } = await signIn.mutateAsync({ person: name, email: String(form.get('email')) });
      if (mailed || !isOperator) return onDone(null);
      onDone({ name, ...(await callAct('sign_ins.show_link', { invitation })) });
    } catch (error) {
      setFailed(error as Error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title="Invite a colleague"
      lead="They get a link, by mail if the service has a mail server, and choose a password."
      submit="Invite"
      busy={busy && 'Inviting…'}
      error={failed}
      onSubmit={(form) => void invite(form)}
      onClose={onClose}
    >
      <TextField name="name" label="Name" required maxLength={120} autoFocus />
      <TextField name="email" label="Email address" type="email" required maxLength={254} />
      <RoleFields error={null} />
    </FormDialog>
  );
}
