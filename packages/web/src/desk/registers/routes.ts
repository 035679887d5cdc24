// The routes of the frameworks and the registers, below /desk.

import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { REGISTERS } from './names.ts';
import { readSearch } from './search.ts';

export function registerRoutes<Desk extends AnyRoute>(desk: Desk) {
  const getParentRoute = () => desk;
  return [
    createRoute({
      getParentRoute,
      path: '/frameworks',
      validateSearch: readSearch(REGISTERS.frameworks),
      component: lazyRouteComponent(() => import('../frameworks/frameworks.tsx'), 'Frameworks'),
    }),
    createRoute({
      getParentRoute,
      path: '/issuances',
      validateSearch: readSearch(REGISTERS.issuances),
      component: lazyRouteComponent(() => import('./issuances/issuances.tsx'), 'Issuances'),
    }),
    createRoute({
      getParentRoute,
      path: '/score-requests',
      validateSearch: readSearch(REGISTERS.scoreRequests),
      component: lazyRouteComponent(() => import('./score-requests/score-requests.tsx'), 'ScoreRequests'),
    }),
    createRoute({
      getParentRoute,
      path: '/workspaces',
      validateSearch: readSearch(REGISTERS.workspaces),
      component: lazyRouteComponent(() => import('./workspaces/workspaces.tsx'), 'Workspaces'),
    }),
    createRoute({
      getParentRoute,
      path: '/staff',
      validateSearch: readSearch(REGISTERS.people),
      component: lazyRouteComponent(() => import('./people/people.tsx'), 'People'),
    }),
    createRoute({
      getParentRoute,
      path: '/incidents',
      validateSearch: readSearch(REGISTERS.incidents),
      component: lazyRouteComponent(() => import('./incidents/incidents.tsx'), 'Incidents'),
    }),
    createRoute({
      getParentRoute,
      path: '/log',
      component: lazyRouteComponent(() => import('./log/log.tsx'), 'SigningLog'),
    }),
    createRoute({
      getParentRoute,
      path: '/service',
      component: lazyRouteComponent(() => import('./service/service.tsx'), 'ServiceHealth'),
    }),
    createRoute({
      getParentRoute,
      path: '/audit',
      validateSearch: readSearch(REGISTERS.audit),
      component: lazyRouteComponent(() => import('./audit/audit.tsx'), 'Audit'),
    }),
  ];
}
