// The area of a workspace: who acts in it, its sections, and the switch to another.

import { Outlet, useParams } from '@tanstack/react-router';
import { useRead } from '../api/acts.ts';
import { memberAt, type Person, type Session, useSession } from '../api/session.ts';
import { useActingAs } from '../frame/acting-as.ts';
import { AreaSwitch } from '../frame/area-switch.tsx';
import { Frame } from '../frame/frame.tsx';
import type { FrameSection } from '../frame/section.ts';
import { SITE_NAME } from '../frame/site-name.ts';
import { Who } from '../frame/who.tsx';
import { CrossGlyph } from '../ui/glyphs.tsx';
import { ProblemBox } from '../ui/problem-box.tsx';
import { tierName } from '../ui/words.ts';
import { FirstVisit } from './first-visit/first-visit.tsx';
import { PersonContext } from './person.ts';
import styles from './workspace.module.css';

export function Workspace() {
  const { workspace } = useParams({ from: '/console/$workspace' });
  const session = useSession().data as Session;
  const wanted = memberAt(session, workspace);
  const { isActing, error } = useActingAs(session, wanted);
  if (wanted === undefined) return <NotAMember session={session} path={workspace} />;
  if (error !== null) return <ProblemBox error={error} />;
  if (!isActing) return null;
  const base = `/console/${workspace}`;
  return (
    <PersonContext value={wanted}>
      <Frame
        area="Console"
        head={<Head session={session} person={wanted} />}
        sections={sectionsOf(base)}
        foot={<Who person={wanted} account={`${base}/account`} />}
      >
        <Suspension />
        <FirstVisit />
        <Outlet />
      </Frame>
    </PersonContext>
  );
}

function sectionsOf(base: string): FrameSection[] {
  return [
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
}

function Head({ session, person }: { session: Session; person: Person }) {
  const { data: shown } = useRead('workspaces.show', {});
  return (
    <>
      <AreaSwitch session={session} person={person} />
      {/* The line is there before its text, so that nothing moves. */}
      <p className={styles.tier}>{shown === undefined ? '\u00a0' : tierName(shown.tier)}</p>
    </>
  );
}

function Suspension() {
  const { data: shown } = useRead('workspaces.show', {});
  if ((shown?.suspended_at ?? null) === null) return null;
  return (
    <p className={styles.suspended}>
      <CrossGlyph /> This workspace is suspended: its keys are refused and nothing can be changed. Ask the
      operator of this service.
    </p>
  );
}

function NotAMember({ session, path }: { session: Session; path: string }) {
  return (
    <main className="lonely">
      <title>{`Not a member · ${SITE_NAME}`}</title>
      <h1>You are not a member of {path}</h1>
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
