// Calls of the serving thread to the thread that decides.

import type { RefusalProblem } from '@rf-indicators/core/context/refusal-problem';
import type { EvaluationCall } from '@rf-indicators/core/decisions/evaluate';
import type { Body } from '../rendering/body.ts';

export interface BundleCall {
  workspaceId: string;
  name: string;
}

export interface KeptCall {
  workspaceId: string;
  decisionId: string;
}

/** A body belongs to one workspace, and must never be kept for requests of others. */
export type Decided = { body: Body } | { problem: RefusalProblem };

export interface DecisionCalls {
  evaluate(call: EvaluationCall): Promise<Decided>;
  bundle(call: BundleCall): Promise<Decided>;
  kept(call: KeptCall): Promise<Decided>;
}
