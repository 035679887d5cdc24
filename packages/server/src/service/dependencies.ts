// Dependencies of the application: those of its parts, and those that it needs itself.

import type { AgentDependencies } from '../agent/dependencies.ts';
import type { ApiDependencies } from '../api/dependencies.ts';
import type { DownloadDependencies } from '../console/downloads.ts';
import type { PresenceDependencies } from '../console/live/presence.ts';
import type { LiveDependencies } from '../console/live/route.ts';
import type { ReadingDependencies } from '../console/reading/routes.ts';
import type { AdmissionControl } from '../http/admission.ts';
import type { Connections } from '../http/connections.ts';
import type { Metrics } from '../http/metrics.ts';
import type { RequestLog } from '../http/request-log.ts';
import type { RequestTracing } from '../http/request-tracing.ts';
import type { IdentityRoutes } from '../identity/route.ts';
import type { PageDependencies } from '../pages/dependencies.ts';

export interface AppDependencies
  extends ApiDependencies,
    AgentDependencies,
    PageDependencies,
    Pick<IdentityRoutes, 'identity'>,
    Pick<LiveDependencies, 'liveStreams'>,
    Pick<PresenceDependencies, 'notePresence'>,
    Pick<ReadingDependencies, 'findReader'>,
    Pick<
      DownloadDependencies,
      'identify' | 'performAct' | 'openDocument' | 'csvPage' | 'isDamaged' | 'staffUrl'
    > {
  admissionControl: AdmissionControl;
  reader: AgentDependencies['reader'];
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
