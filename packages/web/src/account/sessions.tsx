// Where one is signed in.

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../api/send.ts';
import { FormDialog } from '../ui/act-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { plural } from '../ui/format.ts';
import { Ago, Until } from '../ui/instant.tsx';
import { Acts } from '../ui/panel.tsx';
import { ProblemBox } from '../ui/problem-box.tsx';
import { Section } from '../ui/section.tsx';
import { State } from '../ui/state.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { type BrowserSession, signOutEverywhere, useChange, useSessions } from './account.ts';
import { browserName } from './user-agent.ts';

export function Sessions() {
  const sessions = useSessions();
  const end = useChange((id: string) => send('POST', '/api/auth/sessions/end', { id }));
  const [isLeaving, setLeaving] = useState(false);
  const rows = sessions.data?.data;
  const columns: Column<BrowserSession>[] = [
    { head: 'Browser', cell: ({ user_agent }) => browserName(user_agent) },
    { head: 'Address', isFixed: true, isMinor: true, cell: ({ address }) => address ?? 'unknown' },
    { head: 'Signed in', isFixed: true, isMinor: true, instant: ({ created_at }) => created_at },
    { head: 'Last use', isFixed: true, isMinor: true, cell: ({ last_seen_at }) => <Ago at={last_seen_at} /> },
    {
      head: 'Ends unless used',
      isFixed: true,
      isMinor: true,
      isExtra: true,
      cell: ({ expires_at }) => <Until at={expires_at} />,
    },
    {
      head: 'State',
      isFixed: true,
      cell: ({ id, current, user_agent }) =>
        current ? (
          <State kind="good">this one</State>
        ) : (
          <Button
            kind="quiet"
            label={`End the session of ${browserName(user_agent)}`}
            busy={end.isPending && end.variables === id && 'Ending…'}
            onPress={() => end.mutate(id)}
          >
            End
          </Button>
        ),
    },
  ];
  return (
    <Section title="Sessions">
      <ProblemBox error={end.error} />
      <ProblemBox error={sessions.error} onRetry={() => void sessions.refetch()} />
      {sessions.error !== null && rows === undefined ? null : (
        <Table label="Sessions" columns={columns} rows={rows} keyOf={({ id }) => id} empty="No session." />
      )}
      <Acts>
        <Button onPress={() => setLeaving(true)}>Sign out everywhere…</Button>
      </Acts>
      {isLeaving ? <LeaveEverywhere count={rows?.length ?? 1} onClose={() => setLeaving(false)} /> : null}
    </Section>
  );
}

function LeaveEverywhere({ count, onClose }: { count: number; onClose: () => void }) {
  const leave = useMutation({ mutationFn: signOutEverywhere });
  return (
    <FormDialog
      title="Sign out everywhere?"
      lead={`Ends ${plural(count, 'session')}, also this one. Tokens and API keys keep working: they are revoked on their own pages.`}
      submit="Sign out everywhere"
      busy={leave.isPending && 'Signing out…'}
      error={leave.error}
      onSubmit={() => leave.mutate()}
      onClose={onClose}
    />
  );
}
