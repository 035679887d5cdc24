// The desk: where staff work. The rail says which framework is in effect and when the last run was.

import { Outlet } from '@tanstack/react-router';
import { Button as AriaButton } from 'react-aria-components';
import { useRead } from '../api/acts.ts';
import { isStaff, type Person, type Session, useSession } from '../api/session.ts';
import { useActingAs } from '../frame/acting-as.ts';
import { AreaSwitch } from '../frame/area-switch.tsx';
import { ConnectionContext } from '../frame/connection.ts';
import { Frame } from '../frame/frame.tsx';
import { ICONS } from '../frame/icons.tsx';
import { SITE_NAME } from '../frame/site-name.ts';
import { Who } from '../frame/who.tsx';
import { ProblemBox } from '../ui/problem-box.tsx';
import { shortUtcInstant } from '../ui/words.ts';
import styles from './desk.module.css';
import { useDeskNews } from './news.ts';
import { Palette } from './palette/palette.tsx';
import { usePalette } from './palette/use-palette.ts';
import { usePresence } from './presence.ts';
import { useSections } from './sections.ts';
import { StaffContext } from './staff.ts';

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
