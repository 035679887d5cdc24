// The map of the application: /sign-in, /console/{workspace}/…, /desk/….

import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { setActingAs } from './api/acting-as.ts';
import {
  actingPerson,
  isStaff,
  memberAt,
  readSession,
  SESSION_KEY,
  type Session,
  workspacePath,
} from './api/session.ts';
import { readAgentSearch } from './console/agents/search.ts';
import { readAuditSearch } from './console/audit/search.ts';
import { readKeySearch } from './console/keys/search.ts';
import { readMemberSearch } from './console/members/search.ts';
import { readRequestSearch } from './console/requests/search.ts';
import { readWebhookSearch } from './console/webhooks/search.ts';
import { readApprovalSearch } from './desk/approvals/search.ts';
import { readCommitteeSearch } from './desk/committee/search.ts';
import { readDueSearch } from './desk/due/search.ts';
import { readEntrySearch } from './desk/entry/search.ts';
import { readProviderSearch } from './desk/providers/search.ts';
import { registerRoutes } from './desk/registers/routes.ts';
import { readDeskRequestSearch } from './desk/requests/search.ts';
import { readRunSearch } from './desk/runs/search.ts';
import { readSignInSearch } from './sign-in/search.ts';
import { ProblemBox } from './ui/problem-box.tsx';

interface RouterContext {
  client: QueryClient;
}

const root = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  errorComponent: ({ error, reset }) => (
    <main className="lonely">
      <ProblemBox error={error} onRetry={reset} />
    </main>
  ),
  notFoundComponent: () => (
    <main className="lonely">
      <h1>There is no such page</h1>
      <p>
        <a href="/">Go to the scores</a>
      </p>
    </main>
  ),
});

/** Whoever is not signed in signs in first, and then comes back to where they were going. */
async function requireSession(client: QueryClient, href: string): Promise<Session> {
  const session = await client.ensureQueryData({ queryKey: SESSION_KEY, queryFn: readSession });
  if (session === null) throw redirect({ to: '/sign-in', search: { to: href } });
  return session;
}

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: readSignInSearch,
  component: lazyRouteComponent(() => import('./sign-in/sign-in.tsx'), 'SignIn'),
});

const components = createRoute({
  getParentRoute: () => root,
  path: '/components',
  component: lazyRouteComponent(() => import('./components/page.tsx'), 'Components'),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/invitation',
  component: lazyRouteComponent(() => import('./sign-in/invitation.tsx'), 'InvitationPage'),
});

const forgot = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/forgot',
  component: lazyRouteComponent(() => import('./sign-in/forgot.tsx'), 'Forgot'),
});

const reset = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/reset',
  component: lazyRouteComponent(() => import('./sign-in/reset.tsx'), 'Reset'),
});

/** The page that a person needs, by who they are. */
const home = createRoute({
  getParentRoute: () => root,
  path: '/console',
  beforeLoad: async ({ context, location }) => {
    const session = await requireSession(context.client, location.href);
    const person = actingPerson(session);
    if (isStaff(person)) throw redirect({ to: '/desk' });
    throw redirect({ to: '/console/$workspace', params: { workspace: workspacePath(session, person) } });
  },
});

const workspace = createRoute({
  getParentRoute: () => root,
  path: '/console/$workspace',
  beforeLoad: async ({ context, location, params }) => {
    const session = await requireSession(context.client, location.href);
    setActingAs(memberAt(session, params.workspace)?.acting_as ?? null);
  },
  component: lazyRouteComponent(() => import('./console/workspace.tsx'), 'Workspace'),
});

const overview = createRoute({
  getParentRoute: () => workspace,
  path: '/',
  component: lazyRouteComponent(() => import('./console/overview/overview.tsx'), 'Overview'),
});

const keys = createRoute({
  getParentRoute: () => workspace,
  path: '/keys',
  validateSearch: readKeySearch,
  component: lazyRouteComponent(() => import('./console/keys/keys.tsx'), 'Keys'),
});

const requests = createRoute({
  getParentRoute: () => workspace,
  path: '/requests',
  validateSearch: readRequestSearch,
  component: lazyRouteComponent(() => import('./console/requests/requests.tsx'), 'Requests'),
});

const webhooks = createRoute({
  getParentRoute: () => workspace,
  path: '/webhooks',
  validateSearch: readWebhookSearch,
  component: lazyRouteComponent(() => import('./console/webhooks/webhooks.tsx'), 'Webhooks'),
});

const agents = createRoute({
  getParentRoute: () => workspace,
  path: '/agents',
  validateSearch: readAgentSearch,
  component: lazyRouteComponent(() => import('./console/agents/agents.tsx'), 'Agents'),
});

const members = createRoute({
  getParentRoute: () => workspace,
  path: '/members',
  validateSearch: readMemberSearch,
  component: lazyRouteComponent(() => import('./console/members/members.tsx'), 'Members'),
});

const terms = createRoute({
  getParentRoute: () => workspace,
  path: '/terms',
  component: lazyRouteComponent(() => import('./console/terms/terms.tsx'), 'Terms'),
});

const audit = createRoute({
  getParentRoute: () => workspace,
  path: '/audit',
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import('./console/audit/audit.tsx'), 'Audit'),
});

const notices = createRoute({
  getParentRoute: () => workspace,
  path: '/notices',
  component: lazyRouteComponent(() => import('./console/notices/notices.tsx'), 'Notices'),
});

const account = createRoute({
  getParentRoute: () => workspace,
  path: '/account',
  component: lazyRouteComponent(() => import('./account/account-page.tsx'), 'AccountPage'),
});

const desk = createRoute({
  getParentRoute: () => root,
  path: '/desk',
  beforeLoad: async ({ context, location }) => {
    await requireSession(context.client, location.href);
    setActingAs(null);
  },
  component: lazyRouteComponent(() => import('./desk/desk.tsx'), 'Desk'),
});

const deskHome = createRoute({
  getParentRoute: () => desk,
  path: '/',
  component: lazyRouteComponent(() => import('./desk/home/home.tsx'), 'DeskHome'),
});

const approvals = createRoute({
  getParentRoute: () => desk,
  path: '/approvals',
  validateSearch: readApprovalSearch,
  component: lazyRouteComponent(() => import('./desk/approvals/approvals.tsx'), 'Approvals'),
});

const due = createRoute({
  getParentRoute: () => desk,
  path: '/due',
  validateSearch: readDueSearch,
  component: lazyRouteComponent(() => import('./desk/due/due.tsx'), 'Due'),
});

const deskProviders = createRoute({
  getParentRoute: () => desk,
  path: '/providers',
  validateSearch: readProviderSearch,
  component: lazyRouteComponent(() => import('./desk/providers/providers.tsx'), 'Providers'),
});

const deskProvider = createRoute({
  getParentRoute: () => desk,
  path: '/providers/$slug',
  component: lazyRouteComponent(() => import('./desk/provider/provider-page.tsx'), 'ProviderPage'),
});

const runs = createRoute({
  getParentRoute: () => desk,
  path: '/runs',
  validateSearch: readRunSearch,
  component: lazyRouteComponent(() => import('./desk/runs/runs.tsx'), 'Runs'),
});

const committee = createRoute({
  getParentRoute: () => desk,
  path: '/runs/$run',
  validateSearch: readCommitteeSearch,
  component: lazyRouteComponent(() => import('./desk/committee/committee.tsx'), 'Committee'),
});

const deskRequests = createRoute({
  getParentRoute: () => desk,
  path: '/requests',
  validateSearch: readDeskRequestSearch,
  component: lazyRouteComponent(() => import('./desk/requests/requests.tsx'), 'Requests'),
});

const deskEvidence = createRoute({
  getParentRoute: () => desk,
  path: '/evidence/$evidence',
  component: lazyRouteComponent(() => import('./desk/evidence/evidence-page.tsx'), 'EvidencePage'),
});

const entry = createRoute({
  getParentRoute: () => desk,
  path: '/entry',
  validateSearch: readEntrySearch,
  component: lazyRouteComponent(() => import('./desk/entry/entry.tsx'), 'Entry'),
});

const deskAccount = createRoute({
  getParentRoute: () => desk,
  path: '/account',
  component: lazyRouteComponent(() => import('./account/account-page.tsx'), 'AccountPage'),
});

const tree = root.addChildren([
  signIn,
  components,
  invitation,
  forgot,
  reset,
  home,
  workspace.addChildren([
    overview,
    keys,
    requests,
    webhooks,
    agents,
    members,
    terms,
    audit,
    notices,
    account,
  ]),
  desk.addChildren([
    deskHome,
    approvals,
    due,
    runs,
    committee,
    deskProviders,
    deskProvider,
    deskRequests,
    deskEvidence,
    entry,
    deskAccount,
    ...registerRoutes(desk),
  ]),
]);

export function makeRouter(client: QueryClient) {
  return createRouter({ routeTree: tree, context: { client }, scrollRestoration: true });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
