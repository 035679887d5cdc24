// The desk: where staff work. The rail says which framework is in effect and when the last run was.

import { useQueryClient } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { SHOWN_AS_IT_WAS, useRead } from '../api/acts.ts';
import { useEvents } from '../api/live.ts';
import { isStaff, type Person, SESSION_KEY, type Session, useSession } from '../api/session.ts';
import { useActingAs } from '../frame/acting-as.ts';
import { AreaSwitch } from '../frame/area-switch.tsx';
import { Frame, type FrameSection } from '../frame/frame.tsx';
import { useSearchArea } from '../frame/search-area.ts';
import { SearchButton } from '../frame/search-button.tsx';
import { SITE_NAME } from '../frame/site-name.ts';
import { ConnectionContext } from '../frame/title.tsx';
import { Who } from '../frame/who.tsx';
import { DESK_SECTIONS } from '../pages.ts';
import { shortUtcInstant } from '../ui/format.ts';
import { ProblemBox } from '../ui/problem-box.tsx';
import { useOpenCount } from './approvals/queue.ts';
import { isVoter, waitsForMe } from './committee/matter.ts';
import styles from './desk.module.css';
import { useInputNames } from './input-names.ts';
import { type OpenRow, showOpenRows, usePresence } from './presence.ts';
import { useRequests, whyNot } from './requests/request.ts';
import { actsFor, askDesk } from './search/desk-search.ts';
import { ServerNotice } from './server-notice.tsx';
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
  const sections = useSections(person);
  const hasNames = useInputNames();
  useSearchArea({
    label: 'Provider, input, document, run, person, act or guide',
    base: '/desk',
    sections,
    acts: actsFor(person.roles),
    // The desk has all providers, and pages of its own about them.
    replaces: ['provider', 'similar'],
    ask: askDesk,
  });
  return (
    <Frame
      area="Desk"
      head={<Head session={session} person={person} />}
      sections={sections}
      foot={<Who person={person} account="/desk/account" />}
    >
      <ConnectionContext value={cutAt}>
        <ServerNotice />
        {hasNames ? <Outlet /> : null}
      </ConnectionContext>
    </Frame>
  );
}

interface HeadProps {
  session: Session;
  person: Person;
}

function Head({ session, person }: HeadProps) {
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
      <SearchButton />
    </>
  );
}

function NotStaff({ session }: { session: Session }) {
  return (
    <main className="lonely" id="main" tabIndex={-1}>
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

/** The acts, by subject, whose answers change with a topic alone. Any other topic can change everything at the desk. */
const CUSTOMERS = ['workspaces', 'members', 'keys', 'usage', 'terms', 'sign_ins', 'staff'];
const READ_WITH: Readonly<Record<string, readonly string[]>> = {
  access: [...CUSTOMERS, 'audit', 'desk', 'search', 'service'],
  events: ['webhooks', 'deliveries', 'audit', 'desk', 'search', 'service'],
  // The progress of runs, publications and verifications.
  work: ['runs', 'verifications'],
};

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
  // Null: everything.
  const moved = useRef<Set<string> | null>(new Set());
  const readAgain = (topics: readonly string[] | null) => {
    const subjects = topics?.map((topic) => READ_WITH[topic] ?? null) ?? [null];
    for (const some of subjects)
      moved.current = some === null || moved.current === null ? null : new Set([...moved.current, ...some]);
    if (timer.current !== undefined) return;
    const wait = Math.max(TOGETHER_MS, lastRead.current + AT_MOST_EVERY_MS - performance.now());
    timer.current = setTimeout(() => {
      timer.current = undefined;
      lastRead.current = performance.now();
      const wanted = moved.current;
      moved.current = new Set();
      void client.invalidateQueries({
        predicate: ({ queryKey: [name], meta }) =>
          name !== SESSION_KEY[0] &&
          meta !== SHOWN_AS_IT_WAS &&
          (wanted === null || wanted.has(String(name).split('.')[0]!)),
      });
    }, wait);
  };
  return useEvents(`/console/desk/events?acting_as=${acting_as}`, {
    handlers: {
      began: () => readAgain(null),
      moved: (topics) => readAgain(topics.split(',')),
      presence: (data) => showOpenRows(JSON.parse(data) as OpenRow[]),
    },
    // The next request asks to sign in again.
    onEnd: () => readAgain(null),
  });
}

/** The sections of the desk, as the rail and the search show them, with what this person can do in each. */
function useSections(person: Person): FrameSection[] {
  const { roles } = person;
  const isAnalyst = roles.includes('analyst');
  const open = useOpenCount();
  const numbers: Readonly<Record<string, number | undefined>> = {
    '/desk/approvals':
      (roles.includes('reviewer') ? (open?.waiting ?? 0) : 0) + (isAnalyst ? (open?.to_answer ?? 0) : 0),
    '/desk/due': useRead('due.summary', {}, { enabled: isAnalyst }).data?.total,
    '/desk/committee': useRead(
      'committee.list',
      { state: 'open', limit: 1000 },
      { enabled: isVoter(person) },
    ).data?.data.filter(waitsForMe).length,
    '/desk/requests': useRequests('open').requests?.filter((one) => whyNot(one, person) === null).length,
  };
  // Set-up leaves the rail with the first publication.
  const setup = useRead('desk.setup', {}).data;
  const sections = DESK_SECTIONS.filter(({ to }) => to !== '/desk/setup' || setup?.is_done === false);
  return sections.map((section) => ({ ...section, number: numbers[section.to] || null }));
}
