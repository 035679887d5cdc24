// Dependencies of the application: what its public part needs, and what only a running service has.

import type { AgentDependencies } from '../agent/dependencies.ts';
import type { ApiCalls, ApiDependencies } from '../api/dependencies.ts';
import type { CalendarDependencies } from '../console/calendar-route.ts';
import type { DownloadDependencies } from '../console/downloads.ts';
import type { PresenceDependencies } from '../console/live/presence.ts';
import type { LiveDependencies } from '../console/live/route.ts';
import type { ReadingDependencies } from '../console/reading/routes.ts';
import type { AdmissionControl } from '../http/admission.ts';
import type { Connections } from '../http/connections.ts';
import type { Metrics } from '../http/metrics.ts';
import type { RequestLog, RequestTracing } from '../http/request-log.ts';
import type { IdentityRoutes } from '../identity/route.ts';
import type { PageDependencies } from '../pages/dependencies.ts';

/** What people who sign in need. */
export type PeopleDependencies = Pick<
  IdentityRoutes &
    DownloadDependencies &
    CalendarDependencies &
    LiveDependencies &
    PresenceDependencies &
    ReadingDependencies,
  | 'identity'
  | 'identify'
  | 'performAct'
  | 'findReader'
  | 'openDocument'
  | 'csvPage'
  | 'readCalendar'
  | 'notePresence'
  | 'liveStreams'
  | 'isDamaged'
  | 'staffUrl'
>;

export interface AppDependencies
  extends Omit<ApiDependencies, keyof ApiCalls>,
    Omit<AgentDependencies, keyof ApiCalls>,
    PageDependencies {
  admissionControl: AdmissionControl;
  reader: AgentDependencies['reader'];
  /** null without a running service, as in an export: its operations have no routes then. */
  api: (ApiCalls & Pick<AgentDependencies, 'decisions'>) | null;
  /** null likewise. */
  people: PeopleDependencies | null;
  metrics: Metrics;
  connections: Connections;
  /** null if requests are not logged. */
  requestLog: RequestLog | null;
  /** null if requests are not traced. */
  tracing: RequestTracing | null;
  /** Whether loopback clients can read the metrics on the service port. */
  showsMetricsToLoopback: boolean;
  /** Logs the cause of an internal error, which is never sent to the caller. */
  logError: (error: unknown, requestId: string) => void;
}
