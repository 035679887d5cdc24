// Runs the agent tools, on the reading thread.

import type { AgentToolName } from '@rf-indicators/contract';
import type { Reading } from '../rendering/reading.ts';
import { compareProviders } from './tools/compare-providers.ts';
import { getMethodology } from './tools/get-methodology.ts';
import { getProviderScore } from './tools/get-provider-score.ts';
import { getScoreHistory } from './tools/get-score-history.ts';
import { searchProviders } from './tools/search-providers.ts';

/** Called with a validated input. */
type RunTool = (reading: Reading, input: never) => Promise<object>;

export const RUN_TOOL: Readonly<Record<AgentToolName, RunTool>> = {
  get_provider_score: getProviderScore,
  compare_providers: compareProviders,
  get_score_history: getScoreHistory,
  search_providers: searchProviders,
  get_methodology: getMethodology,
};
