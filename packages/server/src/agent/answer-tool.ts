// Runs a tool on the reading thread and prepares its result as a response body.

import type { AgentError, AgentToolName } from '@rf-indicators/contract';
import { type Body, prepareBody } from '../rendering/body.ts';
import type { Reading } from '../rendering/reading.ts';
import { ToolError } from './tool.ts';
import { compareProviders } from './tools/compare-providers.ts';
import { getEvidenceOutlook } from './tools/get-evidence-outlook.ts';
import { getMethodology } from './tools/get-methodology.ts';
import { getProviderScore } from './tools/get-provider-score.ts';
import { getScoreHistory } from './tools/get-score-history.ts';
import { searchProviders } from './tools/search-providers.ts';

export interface ToolRequest {
  tool: AgentToolName;
  /** Already validated against the tool's schema. */
  input: unknown;
  form: AnswerForm;
}

/** `result`: only the result. `envelope`: {"tool_name", "result"}, as the plain endpoint returns it. */
export type AnswerForm = 'result' | 'envelope';
export type ToolAnswer = { body: Body } | { error: AgentError };

export async function answerTool(reading: Reading, { tool, input, form }: ToolRequest): Promise<ToolAnswer> {
  try {
    const result = await RUN_TOOL[tool](reading, input as never);
    const content = form === 'result' ? result : { tool_name: tool, result };
    return { body: prepareBody(JSON.stringify(content), { lastModified: 0 }) };
  } catch (error) {
    if (error instanceof ToolError) return { error: error.error };
    throw error;
  }
}

// Runs the agent tools, on the reading thread.

/** Called with a validated input. */
type RunTool = (reading: Reading, input: never) => Promise<object>;

const RUN_TOOL: Readonly<Record<AgentToolName, RunTool>> = {
  get_provider_score: getProviderScore,
  compare_providers: compareProviders,
  get_score_history: getScoreHistory,
  get_evidence_outlook: getEvidenceOutlook,
  search_providers: searchProviders,
  get_methodology: getMethodology,
};
