// The area of a workspace: who acts in it, its sections, and the switch to another.

import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { send } from '../api/send.ts';
import { actingPerson, type Person, type Session, useSession, workspacePath } from '../api/session.ts';
import styles from '../frame/frame.module.css';
import { Frame, type FrameSection } from '../frame/frame.tsx';
import { ProblemBox } from '../ui/problem-box.tsx';
import { FirstVisit } from './first-visit/first-visit.tsx';
import { PersonContext } from './person.ts';

export function Workspace() {
  const { workspace } = useParams({ from: '/console/$workspace' });
  const session = useSession().data as Session;
  const client = useQueryClient();
  const [error, setError] = useState<unknown>(null);
  const wanted = session.people.find(
    (person) => person.workspace !== null && workspacePath(session, person) === workspace,
  );
  const acting = actingPerson(session);
  const isActing = wanted?.acting_as === acting.acting_as;

  useEffect(() => {
    if (wanted === undefined || isActing) return;
    send('POST', '/api/auth/act-as', { acting_as: wanted.acting_as })
      .then(() => client.resetQueries())
      .catch(setError);
  }, [wanted, isActing, client]);

  if (wanted === undefined) return <NotAMember session={session} slug={workspace} />;
  if (error !== null) return <ProblemBox error={error} />;
  if (!isActing) return null;
  const base = `/console/${workspace}`;
  const sections: FrameSection[] = [
    { name: 'Overview', icon: 'overview', to: base, isExact: true },
    { name: 'Keys', icon: 'keys', to: `${base}/keys` },
    { name: 'Requests', icon: 'requests', to: `${base}/requests` },
    { name: 'Webhooks', icon: 'webhooks', to: `${base}/webhooks` },
    { name: 'Agents', icon: 'agents', to: `${base}/agents` },
    { name: 'Members', icon: 'members', to: `${base}/members` },
    { name: 'Terms', icon: 'terms', to: `${base}/terms` },
    { name: 'Notices', icon: 'notices', to: `${base}/notices` },
    { name: 'Audit', icon: 'audit', to: `${base}/audit` },
  ];
  return (
    <PersonContext value={wanted}>
      <Frame
        area="Console"
        head={<Switch session={session} person={wanted} />}
        sections={sections}
        person={wanted}
        account={`${base}/account`}
      >
        <FirstVisit />
        <Outlet />
      </Frame>
    </PersonContext>
  );
}

function Switch({ session, person }: { session: Session; person: Person }) {
  const navigate = useNavigate();
  const others = session.people.filter(({ workspace }) => workspace !== null);
  if (others.length < 2) return <strong>{person.workspace}</strong>;
  return (
    <select
      className={styles.switch}
      aria-label="Workspace"
      value={person.acting_as}
      onChange={({ target }) => {
        const chosen = others.find(({ acting_as }) => acting_as === target.value)!;
        void navigate({ to: `/console/${workspacePath(session, chosen)}` });
      }}
    >
      {others.map(({ acting_as, workspace }) => (
        <option key={acting_as} value={acting_as}>
          {workspace}
        </option>
      ))}
    </select>
  );
}

function NotAMember({ session, slug }: { session: Session; slug: string }) {
  return (
    <main className={styles.main}>
      <h1>You are not a member of {slug}</h1>
      <p>
        You are signed in as {session.user.email}. Ask the Contract Admin of the workspace to invite this
        address, or sign in with another.
      </p>
      <p>
        <a href="/sign-in">Sign in with another address</a>
      </p>
    </main>
  );
}
