// Dependencies of the API operations. Each handler destructures only what it uses.

import type { ScoreRequestOutcome, ScoreRequestReceipt } from '@rf-indicators/contract';
import type { RefusalCode, RefusalDetail } from '@rf-indicators/core/context/refusal';
import type { AdmissionControl } from '../http/admission.ts';
import type { Limits } from '../http/limits/limits.ts';
import type { Body } from '../rendering/body.ts';
import type { EventQuery } from '../rendering/events/event-list.ts';
import type { Prepared } from '../rendering/reading.ts';
import type { UsagePage, UsageQuery } from '../rendering/usage.ts';
import type { DecisionCalls } from './decision-calls.ts';
import type { ServiceState } from './service-state.ts';
import type { DecisionsExport } from './spreadsheets/decisions.ts';
import type { Uptime } from './uptime.ts';

/** Calls to other threads. */
export interface ApiCalls {
  /** Null until the uptime records have been read. */
  uptime: () => Uptime | null;
  /** Saves the usage counts now. */
  saveUsage: () => Promise<void>;
  readUsage: (query: UsageQuery) => Promise<UsagePage>;
  /** Assembled for the workspace and the tier of a key. */
  readEvents: (query: EventQuery) => Promise<{ body: Body }>;
  resolveNames: (names: readonly string[]) => Promise<{ body: Body }>;
  /** Null if there is none with this id. */
  readScoreRequest: (id: string) => Promise<ScoreRequestOutcome | null>;
  decisions: DecisionCalls;
  readDecisionsExport: (query: DecisionsExport) => Promise<Prepared>;
  receiveScoreRequest: (body: unknown, idempotencyKey: string | null) => Promise<ReceivedOrRefused>;
}

export interface ApiDependencies extends ApiCalls {
  baseUrl: string;
  disclosure: string;
  clock: () => number;
  serviceState: () => ServiceState;
  limits: Pick<Limits, 'keyed'>;
  admissionControl: Pick<AdmissionControl, 'clock' | 'limits' | 'trustedProxies' | 'usage'>;
}

/** The receipt of a recorded score request, or why it was refused. */
export type ReceivedOrRefused =
  | { receipt: ScoreRequestReceipt }
  | { refusal: { code: RefusalCode; message: string; details: RefusalDetail[] } };
