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
import { askReader } from './api/reader.ts';
import {
  actingPerson,
  isStaff,
  memberAt,
  readSession,
  SESSION_KEY,
  type Session,
  workspacePath,
} from './api/session.ts';
import { NotFoundHere, NotFoundOnSite } from './frame/not-found.tsx';
import { readSearch } from './pages.ts';
import { Forgot } from './sign-in/forgot.tsx';
import { InvitationPage } from './sign-in/invitation.tsx';
import { Reset } from './sign-in/reset.tsx';
import { readSignInSearch } from './sign-in/search.ts';
import { SignIn } from './sign-in/sign-in.tsx';
import { ProblemBox } from './ui/problem-box.tsx';

interface RouterContext {
  client: QueryClient;
}

const root = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  errorComponent: ({ error, reset }) => (
    <main className="lonely" id="main" tabIndex={-1}>
      <ProblemBox error={error} onRetry={reset} />
    </main>
  ),
  notFoundComponent: NotFoundOnSite,
});

/** People who are not signed in sign in first, and then return to the page they wanted. */
async function requireSession(client: QueryClient, href: string): Promise<Session> {
  const session = await client.ensureQueryData({ queryKey: SESSION_KEY, queryFn: readSession });
  if (session === null) throw redirect({ to: '/sign-in', search: { to: href } });
  return session;
}

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: readSignInSearch,
  // Somebody who is signed in has no use for the form. What went wrong elsewhere is still shown.
  beforeLoad: async ({ search }) => {
    // The router adds what the address says beside what was read of it, such as a path of another site.
    const { to = '/console', error } = readSignInSearch(search);
    if (error === undefined && (await askReader())?.signed_in === true) throw redirect({ href: to });
  },
  component: SignIn,
});

const components = createRoute({
  getParentRoute: () => root,
  path: '/components',
  component: lazyRouteComponent(() => import('./components/page.tsx'), 'Components'),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/invitation',
  component: InvitationPage,
});

const forgot = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/forgot',
  component: Forgot,
});

const reset = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/reset',
  component: Reset,
});

const linked = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/link',
  component: lazyRouteComponent(() => import('./sign-in/linked.tsx'), 'Linked'),
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
  notFoundComponent: () => <NotFoundHere to="/console" label="Go to the overview" />,
});

const consolePages = [
  createRoute({
    getParentRoute: () => workspace,
    path: '/',
    component: lazyRouteComponent(() => import('./console/overview/overview.tsx'), 'Overview'),
  }),
  createRoute({
    getParentRoute: () => workspace,
    path: '/keys',
    validateSearch: readSearch('/console/$workspace/keys'),
    component: lazyRouteComponent(() => import('./console/keys/keys.tsx'), 'Keys'),
  }),
  createRoute({
    getParentRoute: () => workspace,
    path: '/books',
    validateSearch: readSearch('/console/$workspace/books'),
    component: lazyRouteComponent(() => import('./console/books/books.tsx'), 'Books'),
  }),
  createRoute({
    getParentRoute: () => workspace,
    path: '/policies',
    validateSearch: readSearch('/console/$workspace/policies'),
    component: lazyRouteComponent(() => import('./console/policies/policies.tsx'), 'Policies'),
  }),
  createRoute({
    getParentRoute: () => workspace,
    path: '/books/$book/report',
    validateSearch: readSearch('/console/$workspace/books/$book/report'),
    component: lazyRouteComponent(() => import('./console/book-report/book-report.tsx'), 'BookReport'),
  }),
  createRoute({
    getParentRoute: () => workspace,
    path: '/books/$book/coverage',
    component: lazyRouteComponent(() => import('./console/book-report/coverage.tsx'), 'Coverage'),
  }),
  createRoute({
    getParentRoute: () => workspace,
    path: '/watch',
    validateSearch: readSearch('/console/$workspace/watch'),
    component: lazyRouteComponent(() => import('./console/watch/watch.tsx'), 'Watch'),
  }),
  createRoute({
    getParentRoute: () => workspace,
    path: '/requests',
    validateSearch: readSearch('/console/$workspace/requests'),
    component: lazyRouteComponent(() => import('./console/requests/requests.tsx'), 'Requests'),
  }),
  createRoute({
    getParentRoute: () => workspace,
    path: '/webhooks',
    validateSearch: readSearch('/console/$workspace/webhooks'),
    component: lazyRouteComponent(() => import('./console/webhooks/webhooks.tsx'), 'Webhooks'),
  }),
  createRoute({
    getParentRoute: () => workspace,
    path: '/agents',
    validateSearch: readSearch('/console/$workspace/agents'),
    component: lazyRouteComponent(() => import('./console/agents/agents.tsx'), 'Agents'),
  }),
  createRoute({
    getParentRoute: () => workspace,
    path: '/members',
    validateSearch: readSearch('/console/$workspace/members'),
    component: lazyRouteComponent(() => import('./console/members/members.tsx'), 'Members'),
  }),
  createRoute({
    getParentRoute: () => workspace,
    path: '/terms',
    component: lazyRouteComponent(() => import('./console/terms/terms.tsx'), 'Terms'),
  }),
  createRoute({
    getParentRoute: () => workspace,
    path: '/audit',
    validateSearch: readSearch('/console/$workspace/audit'),
    component: lazyRouteComponent(() => import('./console/audit/audit.tsx'), 'Audit'),
  }),
  createRoute({
    getParentRoute: () => workspace,
    path: '/notices',
    component: lazyRouteComponent(() => import('./console/notices/notices.tsx'), 'Notices'),
  }),
  createRoute({
    getParentRoute: () => workspace,
    path: '/account',
    component: lazyRouteComponent(() => import('./account/account-page.tsx'), 'AccountPage'),
  }),
];

const desk = createRoute({
  getParentRoute: () => root,
  path: '/desk',
  beforeLoad: async ({ context, location }) => {
    await requireSession(context.client, location.href);
    setActingAs(null);
  },
  component: lazyRouteComponent(() => import('./desk/desk.tsx'), 'Desk'),
  notFoundComponent: () => <NotFoundHere to="/desk" label="Go to the first page of the desk" />,
});

const deskPages = [
  createRoute({
    getParentRoute: () => desk,
    path: '/',
    component: lazyRouteComponent(() => import('./desk/home/home.tsx'), 'DeskHome'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/setup',
    component: lazyRouteComponent(() => import('./desk/setup/setup.tsx'), 'SetupPage'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/approvals',
    validateSearch: readSearch('/desk/approvals'),
    component: lazyRouteComponent(() => import('./desk/approvals/approvals.tsx'), 'Approvals'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/due',
    validateSearch: readSearch('/desk/due'),
    component: lazyRouteComponent(() => import('./desk/due/due.tsx'), 'Due'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/entry',
    validateSearch: readSearch('/desk/entry'),
    component: lazyRouteComponent(() => import('./desk/entry/entry.tsx'), 'Entry'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/runs',
    validateSearch: readSearch('/desk/runs'),
    component: lazyRouteComponent(() => import('./desk/runs/runs.tsx'), 'Runs'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/committee',
    validateSearch: readSearch('/desk/committee'),
    component: lazyRouteComponent(() => import('./desk/committee/day.tsx'), 'CommitteeDay'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/runs/$run',
    validateSearch: readSearch('/desk/runs/$run'),
    component: lazyRouteComponent(() => import('./desk/committee/committee.tsx'), 'Committee'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/providers',
    validateSearch: readSearch('/desk/providers'),
    component: lazyRouteComponent(() => import('./desk/providers/providers.tsx'), 'Providers'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/providers/$slug',
    component: lazyRouteComponent(() => import('./desk/provider/provider-page.tsx'), 'ProviderPage'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/requests',
    validateSearch: readSearch('/desk/requests'),
    component: lazyRouteComponent(() => import('./desk/requests/requests.tsx'), 'Requests'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/evidence/$evidence',
    component: lazyRouteComponent(() => import('./desk/evidence/evidence-page.tsx'), 'EvidencePage'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/frameworks',
    validateSearch: readSearch('/desk/frameworks'),
    component: lazyRouteComponent(() => import('./desk/frameworks/frameworks.tsx'), 'Frameworks'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/issuances',
    validateSearch: readSearch('/desk/issuances'),
    component: lazyRouteComponent(() => import('./desk/registers/issuances/issuances.tsx'), 'Issuances'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/score-requests',
    validateSearch: readSearch('/desk/score-requests'),
    component: lazyRouteComponent(
      () => import('./desk/registers/score-requests/score-requests.tsx'),
      'ScoreRequests',
    ),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/workspaces',
    validateSearch: readSearch('/desk/workspaces'),
    component: lazyRouteComponent(() => import('./desk/registers/workspaces/workspaces.tsx'), 'Workspaces'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/staff',
    validateSearch: readSearch('/desk/staff'),
    component: lazyRouteComponent(() => import('./desk/registers/people/people.tsx'), 'People'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/incidents',
    validateSearch: readSearch('/desk/incidents'),
    component: lazyRouteComponent(() => import('./desk/registers/incidents/incidents.tsx'), 'Incidents'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/log',
    component: lazyRouteComponent(() => import('./desk/registers/log/log.tsx'), 'SigningLog'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/service',
    component: lazyRouteComponent(() => import('./desk/registers/service/service.tsx'), 'ServiceHealth'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/audit',
    validateSearch: readSearch('/desk/audit'),
    component: lazyRouteComponent(() => import('./desk/registers/audit/audit.tsx'), 'Audit'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/account',
    component: lazyRouteComponent(() => import('./account/account-page.tsx'), 'AccountPage'),
  }),
];

const tree = root.addChildren([
  signIn,
  components,
  invitation,
  forgot,
  reset,
  linked,
  home,
  workspace.addChildren(consolePages),
  desk.addChildren(deskPages),
]);

export function makeRouter(client: QueryClient) {
  return createRouter({ routeTree: tree, context: { client }, scrollRestoration: true });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
