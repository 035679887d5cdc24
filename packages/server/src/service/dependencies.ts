// What the application is given, in production and in tests: the needs of its parts, and what they share.

import type { AgentDependencies } from '../agent/dependencies.ts';
import type { ApiDependencies } from '../api/dependencies.ts';
import type { AdmissionControl } from '../http/admission.ts';
import type { Metrics } from '../http/metrics.ts';
import type { PageDependencies } from '../pages/dependencies.ts';

export interface AppDependencies extends ApiDependencies, AgentDependencies, PageDependencies {
  admissionControl: AdmissionControl;
  reader: AgentDependencies['reader'];
  metrics: Metrics;
  /** Whether callers on this machine see the metrics on the service's own port. */
  showsMetricsToLoopback: boolean;
  /** Where an internal error's cause goes; it is never sent. */
  logError: (error: unknown, requestId: string) => void;
}
