// What the application is given, in production and in tests.

import type { OpenApiDocument } from '@rf-indicators/contract';
import type { CallBook } from '../agent/call-book.ts';
import type { Bookkeeper } from '../workers/bookkeeping/thread.ts';
import type { Door } from '../http/admission.ts';
import type { Metrics } from '../http/metrics.ts';
import type { Published } from '../rendering/published.ts';
import type { Reader } from '../workers/reading/thread.ts';
import type { StandingStatus } from '../rendering/data-status.ts';

export interface AppDependencies {
  baseUrl: string;
  disclosure: string;
  door: Door;
  published: Published;
  reader: Pick<Reader, 'read' | 'usage' | 'tool'>;
  /** Where calls of agent tools are written down. */
  calls: CallBook;
  bookkeeper: Pick<Bookkeeper, 'receiveScoreRequest' | 'save' | 'uptime'>;
  /** How fresh the data is, which framework is in force, and what works. */
  standing: () => ServiceState;
  openApi: OpenApiDocument;
  metrics: Metrics;
  /** Whether callers on this machine see the metrics on the service's own port. */
  showsMetricsToLoopback: boolean;
  /** Where an internal error's cause goes; it is never sent. */
  logError: (error: unknown, requestId: string) => void;
}

export interface ServiceState extends StandingStatus {
  startedAt: number;
  /** Whether the store answered when it was last asked. */
  isStoreWell: boolean;
  isReady: boolean;
  isStopping: boolean;
}
