// Runs a tool on the reading thread and prepares its result as a response body.

import type { AgentToolName } from '@rf-indicators/contract';
import type { Reading } from '../rendering/reading.ts';
import { type AnswerForm, answered, type ToolAnswer, toolBody } from './tool.ts';
import { compareProviders } from './tools/compare-providers.ts';
import { getEvidenceOutlook } from './tools/get-evidence-outlook.ts';
import { getMethodology } from './tools/get-methodology.ts';
import { getProviderScore } from './tools/get-provider-score.ts';
import { getScoreHistory } from './tools/get-score-history.ts';
import { searchProviders } from './tools/search-providers.ts';

/** The tools that the reading thread runs. */
export type ReadingToolName = Exclude<AgentToolName, 'evaluate_policy'>;

export interface ToolRequest {
  tool: ReadingToolName;
  /** Already validated against the tool's schema. */
  input: unknown;
  form: AnswerForm;
}

export function answerTool(reading: Reading, { tool, input, form }: ToolRequest): Promise<ToolAnswer> {
  return answered(async () => toolBody(tool, await RUN_TOOL[tool](reading, input as never), form));
}

// Runs the agent tools, on the reading thread.

/** Called with a validated input. */
type RunTool = (reading: Reading, input: never) => Promise<object>;

const RUN_TOOL: Readonly<Record<ReadingToolName, RunTool>> = {
  get_provider_score: getProviderScore,
  compare_providers: compareProviders,
  get_score_history: getScoreHistory,
  get_evidence_outlook: getEvidenceOutlook,
  search_providers: searchProviders,
  get_methodology: getMethodology,
};
