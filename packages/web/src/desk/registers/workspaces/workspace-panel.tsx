// One workspace: what it may read and uses, its keys, how it is claimed, and what an operator can change.

import { useState } from 'react';
import { useRead } from '../../../api/acts.ts';
import { Button } from '../../../ui/button.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { Acts, Panel } from '../../../ui/panel.tsx';
import { Section } from '../../../ui/section.tsx';
import { plural, tierName } from '../../../ui/words.ts';
import { useStaff } from '../../staff.ts';
import { useWaitingSignIns, WaitingSignIn } from '../waiting-sign-in.tsx';
import { InviteAdmin } from './invite-admin.tsx';
import { stateOf, type Workspace } from './workspace.ts';
import { type Asked, WorkspaceDialog } from './workspace-dialog.tsx';
import { WorkspaceKeys } from './workspace-keys.tsx';

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
