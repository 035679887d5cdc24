// The desk: where staff work. The rail says which framework is in effect and when the last run was.

import { useQueryClient } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { SHOWN_AS_IT_WAS, useRead } from '../api/acts.ts';
import { useEvents } from '../api/live.ts';
import { isStaff, type Person, SESSION_KEY, type Session, useSession } from '../api/session.ts';
import { useActingAs } from '../frame/acting-as.ts';
import { AreaSwitch } from '../frame/area-switch.tsx';
import { ConnectionContext } from '../frame/connection.ts';
import { Frame } from '../frame/frame.tsx';
import { ICONS } from '../frame/icons.tsx';
import type { FrameSection } from '../frame/section.ts';
import { SITE_NAME } from '../frame/site-name.ts';
import { Who } from '../frame/who.tsx';
import { ProblemBox } from '../ui/problem-box.tsx';
import { shortUtcInstant } from '../ui/words.ts';
import { useOpenCount } from './approvals/queue.ts';
import styles from './desk.module.css';
import { Palette, usePalette } from './palette/palette.tsx';
import { type OpenRow, showOpenRows, usePresence } from './presence.ts';
import { useRequests, whyNot } from './requests/request.ts';
import { StaffContext, useStaff } from './staff.ts';

export function Desk() {
  const session = useSession().data as Session;
  const wanted = session.people.find(isStaff);
  const { isActing, error } = useActingAs(session, wanted);
  if (wanted === undefined) return <NotStaff session={session} />;
  if (error !== null) return <ProblemBox error={error} />;
  if (!isActing) return null;
  return (
    <StaffContext value={wanted}>
      <DeskFrame session={session} person={wanted} />
    </StaffContext>
  );
}

function DeskFrame({ session, person }: { session: Session; person: Person }) {
  const cutAt = useDeskNews();
  usePresence();
  const palette = usePalette();
  const sections = useSections(person);
  return (
    <Frame
      area="Desk"
      head={<Head session={session} person={person} onSearch={palette.open} />}
      sections={sections}
      foot={<Who person={person} account="/desk/account" />}
    >
      <ConnectionContext value={cutAt}>
        <Outlet />
      </ConnectionContext>
      {palette.isOpen ? <Palette sections={sections} onClose={palette.close} /> : null}
    </Frame>
  );
}

interface HeadProps {
  session: Session;
  person: Person;
  onSearch: () => void;
}

function Head({ session, person, onSearch }: HeadProps) {
  const frameworks = useRead('frameworks.list', {}).data?.data;
  const run = useRead('runs.list', { status: 'published', limit: 1 }).data?.data[0];
  const inEffect = frameworks
    ?.filter(({ state }) => state === 'activated')
    .toSorted((a, b) => b.effective_from.localeCompare(a.effective_from))[0];
  return (
    <>
      {session.people.length < 2 ? null : <AreaSwitch session={session} person={person} />}
      {/* The lines are there before their texts, so that nothing moves. */}
      <p className={styles.framework}>
        {frameworks === undefined ? '\u00a0' : (inEffect?.framework_version ?? 'No framework in effect')}
      </p>
      <p className={styles.run}>{run === undefined ? '\u00a0' : `last run ${shortUtcInstant(run.as_of)}`}</p>
      <AriaButton className={styles.search!} onPress={onSearch}>
        {ICONS.search}
        <span>Search</span>
        <kbd>Ctrl K</kbd>
      </AriaButton>
    </>
  );
}

function NotStaff({ session }: { session: Session }) {
  return (
    <main className="lonely">
      <title>{`Staff only · ${SITE_NAME}`}</title>
      <h1>The desk is for the staff of this service</h1>
      <p>
        You are signed in as {session.user.email}, a member of{' '}
        {session.people.map(({ workspace }) => workspace).join(', ')}. Your pages are in the console.
      </p>
      <p>
        <a href="/console">Go to the console</a>
      </p>
    </main>
  );
}

/** An act moves several topics. */
const TOGETHER_MS = 250;
/** People who do much make a colleague's page read no more often than this. */
const AT_MOST_EVERY_MS = 1000;

/** When the connection was cut; null while the page is live. */
function useDeskNews(): number | null {
  const client = useQueryClient();
  const { acting_as } = useStaff();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastRead = useRef(0);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  const readAgain = () => {
    if (timer.current !== undefined) return;
    const wait = Math.max(TOGETHER_MS, lastRead.current + AT_MOST_EVERY_MS - performance.now());
    timer.current = setTimeout(() => {
      timer.current = undefined;
      lastRead.current = performance.now();
      void client.invalidateQueries({
        predicate: ({ queryKey, meta }) => queryKey[0] !== SESSION_KEY[0] && meta !== SHOWN_AS_IT_WAS,
      });
    }, wait);
  };
  return useEvents(`/console/desk/events?acting_as=${acting_as}`, {
    handlers: {
      began: readAgain,
      moved: readAgain,
      presence: (data) => showOpenRows(JSON.parse(data) as OpenRow[]),
    },
    // The next request asks to sign in again.
    onEnd: readAgain,
  });
}

const group = 'Registers';

const REGISTER_SECTIONS: readonly FrameSection[] = [
  { name: 'Frameworks', icon: 'frameworks', to: '/desk/frameworks' },
  { group, name: 'Issuances', icon: 'issuances', to: '/desk/issuances' },
  { group, name: 'Score requests', icon: 'scoreRequests', to: '/desk/score-requests' },
  { group, name: 'Workspaces', icon: 'workspaces', to: '/desk/workspaces' },
  { group, name: 'Staff', icon: 'staff', to: '/desk/staff' },
  { group, name: 'Incidents', icon: 'incidents', to: '/desk/incidents' },
  { group, name: 'Signing keys and log', icon: 'log', to: '/desk/log' },
  { group, name: 'Audit', icon: 'audit', to: '/desk/audit' },
  { group, name: 'Service', icon: 'service', to: '/desk/service' },
];

/** The sections of the desk, as the rail and the palette show them, with what waits in each. */
export function useSections(person: Person): FrameSection[] {
  const proposals = useOpenCount()?.waiting ?? null;
  const requests = useRequests('open').requests?.filter((one) => whyNot(one, person) === null).length;
  const due = useRead('due.summary', {}).data?.total;
  return [
    { name: 'Home', icon: 'home', to: '/desk', isExact: true },
    { name: 'Approvals', icon: 'approvals', to: '/desk/approvals', number: proposals || null },
    { name: 'Due board', icon: 'due', to: '/desk/due', number: due || null },
    { name: 'Entry', icon: 'entry', to: '/desk/entry' },
    { name: 'Runs', icon: 'runs', to: '/desk/runs' },
    { name: 'Providers', icon: 'providers', to: '/desk/providers' },
    { name: 'Requests', icon: 'requests', to: '/desk/requests', number: requests || null },
    ...REGISTER_SECTIONS,
  ];
}
