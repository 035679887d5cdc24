// Everything that the operations are given; each takes only the parts that it names.

import type { OpenApiDocument } from '@rf-indicators/contract';
import type { AdmissionControl } from '../http/admission.ts';
import type { Limits } from '../http/limits/limits.ts';
import type { UsagePage, UsageQuestion } from '../rendering/usage.ts';
import type { ScoreRequestOutcome } from './public/score-request-outcome.ts';
import type { ServiceState } from './service-state.ts';
import type { Uptime } from './uptime.ts';

export interface ApiDependencies {
  baseUrl: string;
  disclosure: string;
  clock: () => number;
  /** Made anew each time: it is large, and asked for rarely. */
  openApi: () => Promise<OpenApiDocument>;
  serviceState: () => ServiceState;
  limits: Pick<Limits, 'keyed'>;
  /** Null until the records were read. */
  uptime: () => Uptime | null;
  /** Writes down now what was counted of keys. */
  saveUsage: () => Promise<void>;
  readUsage: (question: UsageQuestion) => Promise<UsagePage>;
  admissionControl: Pick<AdmissionControl, 'scoreRequests' | 'trustedProxies'>;
  receiveScoreRequest: (body: unknown, idempotencyKey: string | null) => Promise<ScoreRequestOutcome>;
}
