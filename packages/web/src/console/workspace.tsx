// The area of a workspace: who acts in it, its sections, and the switch to another.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { Outlet, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useAct, useRead } from '../api/acts.ts';
import { memberAt, type Person, type Session, signOut, useSession } from '../api/session.ts';
import { useActingAs } from '../frame/acting-as.ts';
import { AreaSwitch } from '../frame/area-switch.tsx';
import { Frame, type FrameSection } from '../frame/frame.tsx';
import { useSearchArea } from '../frame/search-area.ts';
import { SearchButton } from '../frame/search-button.tsx';
import { SITE_NAME } from '../frame/site-name.ts';
import { Who } from '../frame/who.tsx';
import { Button } from '../ui/button.tsx';
import { download } from '../ui/download.ts';
import { tierName } from '../ui/format.ts';
import { CrossGlyph } from '../ui/glyphs.tsx';
import { ProblemBox } from '../ui/problem-box.tsx';
import { SecretDialog } from '../ui/secret.tsx';
import { PersonContext, useMay, usePerson } from './person.tsx';
import styles from './workspace.module.css';

export function Workspace() {
  const { workspace } = useParams({ from: '/console/$workspace' });
  const session = useSession().data as Session;
  const wanted = memberAt(session, workspace);
  const { isActing, error } = useActingAs(session, wanted);
  if (wanted === undefined) return <NotAMember session={session} path={workspace} />;
  if (error !== null) return <ProblemBox error={error} />;
  if (!isActing) return null;
  return (
    <PersonContext value={wanted}>
      <WorkspaceFrame session={session} person={wanted} base={`/console/${workspace}`} />
    </PersonContext>
  );
}

interface WorkspaceFrameProps {
  session: Session;
  person: Person;
  base: string;
}

function WorkspaceFrame({ session, person, base }: WorkspaceFrameProps) {
  // The page asks too: both have one answer.
  const { data: watch } = useRead('watch.overview', {}, { everyMs: WATCH_EVERY_MS });
  const sections = sectionsOf(base, watch?.open ?? 0);
  useSearchArea({
    label: 'Provider, page, guide, change or id',
    base,
    sections: [...sections, { name: 'Your account', to: `${base}/account` }],
    acts: [],
    replaces: [],
    ask: async () => [],
  });
  return (
    <Frame
      area="Console"
      head={<Head session={session} person={person} />}
      sections={sections}
      foot={<Who person={person} account={`${base}/account`} />}
    >
      <Suspension />
      <FirstVisit />
      <Outlet />
    </Frame>
  );
}

const WATCH_EVERY_MS = 60_000;

function sectionsOf(base: string, openAlerts: number): FrameSection[] {
  return [
    { name: 'Overview', icon: 'overview', to: base, isExact: true },
    { name: 'Book', icon: 'book', to: `${base}/books` },
    { name: 'Policies', icon: 'policies', to: `${base}/policies` },
    {
      ...({ name: 'Watch', icon: 'watch', to: `${base}/watch` } as const),
      number: openAlerts === 0 ? null : openAlerts,
    },
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
      <SearchButton />
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
    <main className="lonely" id="main" tabIndex={-1}>
      <title>{`Not a member · ${SITE_NAME}`}</title>
      <h1>You are not a member of {path}</h1>
      <p>
        You are signed in as {session.user.email}. Ask the Contract Admin of the workspace to invite this
        address, or sign out and sign in with another.
      </p>
      <p>
        <Button onPress={() => void signOut()}>Sign out</Button>
      </p>
    </main>
  );
}

/** Nothing for others, and nothing once the secret was shown. */
function FirstVisit() {
  const person = usePerson();
  const isAdmin = useMay('workspaces.show_secret');
  const workspace = useRead('workspaces.show', {}, { enabled: isAdmin });
  const show = useAct('workspaces.show_secret', ['workspaces']);
  const [shown, setShown] = useState<AnswerOf<'workspaces.show_secret'> | null>(null);
  if (shown !== null) return <SigningSecret secret={shown.secret} onClose={() => setShown(null)} />;
  if (!isAdmin || workspace.data?.signing_secret.waits_for_admin !== true) return null;
  return (
    <section className={styles.visit} aria-labelledby="first-visit">
      <h2 id="first-visit">One step is left: the signing secret of {person.workspace}</h2>
      <p>
        We sign every webhook with it, so that your programs can tell our calls from anybody else's. It is
        shown once, to a Contract Admin: store it where your programs read their secrets. You can rotate it at
        any time on the Webhooks page.
      </p>
      <ProblemBox error={show.error} />
      <Button busy={show.isPending && 'Showing…'} onPress={() => show.mutate({}, { onSuccess: setShown })}>
        Show the signing secret
      </Button>
    </section>
  );
}

function SigningSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const save = () => download('rf.env', 'text/plain', `RF_WEBHOOK_SECRET=${secret}\n`);
  return (
    <SecretDialog
      title="Store the signing secret now"
      lead="It is shown once. With it your programs check that a webhook comes from us. If it gets lost or others see it, rotate it on the Webhooks page: both secrets then sign for 24 hours."
      secret={secret}
      what="the signing secret"
      onClose={onClose}
    >
      <div>
        <Button onPress={save}>Download as rf.env</Button>
      </div>
    </SecretDialog>
  );
}
