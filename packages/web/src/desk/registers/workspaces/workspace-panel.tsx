// One workspace: what it may read and uses, its keys, how it is claimed, and what an operator can change.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { useState } from 'react';
import { useRead } from '../../../api/acts.ts';
import { ActDialog, textOf } from '../../../ui/act-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { AreaField, TextField } from '../../../ui/field.tsx';
import { plural, tierName } from '../../../ui/format.ts';
import { Ago, Instant } from '../../../ui/instant.tsx';
import { Acts, Panel } from '../../../ui/panel.tsx';
import { Section } from '../../../ui/section.tsx';
import { useStaff } from '../../staff.ts';
import styles from '../registers.module.css';
import { useWaitingSignIns, WaitingSignIn } from '../waiting-sign-in.tsx';
import { stateOf, type Workspace } from './workspace.ts';
import { type Asked, WorkspaceDialog } from './workspace-dialog.tsx';

export function WorkspacePanel({ workspace, onClose }: { workspace: Workspace; onClose: () => void }) {
  const { id, name, tier, created_at, pilot_enabled_at, suspended_at, suspended_reason, claimed_at } =
    workspace;
  const [asking, setAsking] = useState<Asked | null>(null);
  const person = useStaff();
  const waiting = useWaitingSignIns(person).filter((one) => one.workspace === name);
  const usage = useRead('usage.totals', { workspace: id }).data;
  const members = useRead('members.list', { workspace: id }).data?.data;
  const ask = (what: Asked, label: string) => <Button onPress={() => setAsking(what)}>{label}</Button>;
  return (
    <Panel
      title={name}
      facts={
        <>
          {`${tierName(tier)} · ${stateOf(workspace).word} · created `}
          <Instant at={created_at} />
        </>
      }
      onClose={onClose}
    >
      <Section title="What it uses">
        <Facts
          facts={{
            'Requests, 30 days': usage === undefined ? '' : plural(usage.accepted, 'request'),
            Refused: usage === undefined ? '' : plural(usage.refused, 'request'),
            Members: members === undefined ? '' : plural(members.length, 'member'),
            ...(tier === 'CUSTOM' ? { Entitlements: workspace.entitlements.join(', ') || 'none' } : {}),
          }}
        />
        <Acts>{ask('tier', 'Change the tier…')}</Acts>
      </Section>
      {claimed_at === null ? <InviteAdmin workspace={workspace} onCode={() => setAsking('code')} /> : null}
      {waiting.map((signIn) => (
        <WaitingSignIn key={signIn.id} signIn={signIn} person={person} />
      ))}
      <WorkspaceKeys workspace={id} />
      <Section title="Agent pilot">
        <p className="plain">
          {pilot_enabled_at === null ? (
            'Its keys cannot call the agent tools.'
          ) : (
            <>
              Takes part since <Instant at={pilot_enabled_at} />.
            </>
          )}
        </p>
        <Acts>
          {pilot_enabled_at === null ? ask('pilot', 'Let it take part…') : ask('no-pilot', 'End its part…')}
        </Acts>
      </Section>
      <Section title={suspended_at === null ? 'Suspend' : 'Suspended'}>
        {suspended_at === null ? (
          <p className="plain">
            Its keys and agent tools are refused, its webhook deliveries wait, and its members can only read.
          </p>
        ) : (
          <Facts facts={{ Since: <Instant at={suspended_at} />, Reason: suspended_reason ?? '' }} />
        )}
        <Acts>
          {suspended_at === null ? ask('suspend', 'Suspend…') : ask('resume', 'End the suspension…')}
        </Acts>
      </Section>
      {asking === null ? null : (
        <WorkspaceDialog asked={asking} workspace={workspace} onClose={() => setAsking(null)} />
      )}
    </Panel>
  );
}

/** How a workspace that nobody has claimed gets its first Contract Admin: by email, or with a code. */
function InviteAdmin({ workspace, onCode }: { workspace: Workspace; onCode: () => void }) {
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

type Key = AnswerOf<'keys.list'>['data'][number];

/** The active keys of a workspace, and their revocation by an operator. */
function WorkspaceKeys({ workspace }: { workspace: string }) {
  const keys = useRead('keys.list', { workspace }).data?.data;
  const [revoking, setRevoking] = useState<Key | null>(null);
  return (
    <Section
      title={keys === undefined || keys.length === 0 ? 'No active key' : plural(keys.length, 'active key')}
    >
      <ul className={styles.lines}>
        {keys?.map((key) => (
          <li key={key.id}>
            <span>
              {key.name} <span className="mono muted">{key.prefix}</span>
            </span>
            <span>
              {key.last_used_at === null ? 'no use yet' : <Ago at={key.last_used_at} />}{' '}
              <Button kind="quiet" label={`Revoke the key ${key.name}…`} onPress={() => setRevoking(key)}>
                Revoke…
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {revoking === null ? null : (
        <ActDialog
          act="keys.revoke_by_operator"
          changes={['keys', 'workspaces', 'usage']}
          title={`Revoke the key ${revoking.name}?`}
          lead={`Callers of ${revoking.prefix} get 401 from now on, and the key cannot be brought back.`}
          isFinal
          submit="Revoke"
          busy="Revoking…"
          fields={(about) => (
            <AreaField
              name="reason"
              label="Reason"
              help="For the record. The customer does not see it."
              error={about('reason')}
              required
              maxLength={2000}
            />
          )}
          inputOf={(form) => ({ key: revoking.id, reason: textOf(form, 'reason') ?? '' })}
          onClose={() => setRevoking(null)}
        />
      )}
    </Section>
  );
}
