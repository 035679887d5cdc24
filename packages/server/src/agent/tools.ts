// The agent tools: what each is for, what it takes and what it returns. The code that runs them is in tools/, which the
// serving thread does not load.

import {
  AGENT_TOOLS,
  type AgentToolName,
  CompareProvidersInput,
  CompareProvidersResult,
  EvaluatePolicyInput,
  EvaluatePolicyResult,
  GetEvidenceOutlookInput,
  GetEvidenceOutlookResult,
  GetMethodologyInput,
  GetMethodologyResult,
  GetProviderScoreInput,
  GetProviderScoreResult,
  GetScoreHistoryInput,
  GetScoreHistoryResult,
  SearchProvidersInput,
  SearchProvidersResult,
} from '@rf-indicators/contract';
import type { TSchema } from 'typebox';
import type { OfferedTool } from './mcp/tool-host.ts';
import type { Tool } from './tool.ts';

export const TOOLS: Readonly<Record<AgentToolName, Tool>> = {
  get_provider_score: {
    name: 'get_provider_score',
    title: 'Get the risk indicator of one provider',
    description:
      'Use this when the user asks how risky one provider of a digital-credit product is, or why its score is what it is. ' +
      'Give a name (case and accents do not matter; former names and unique beginnings of names work) or a provider_id. The ' +
      'result has the published score from 0 to 100 (a higher score means lower risk), the risk band, what lowers and what ' +
      'supports the score, and sentences to cite. points_to_next_band is no distance where hard_caps_fired has rules with ' +
      'blocks_next_band: points alone do not move such a score to the next band, so say what holds it. If stale is true, always say so with the score. The tool uses published data only. It does not score providers that have no ' +
      'indicator, predict defaults or give advice. If the error is indicator_withdrawn, say that the indicator was withdrawn, when and why. If no provider or more than one matches the name, it returns candidates: ' +
      'ask the user, do not guess.',
    input: GetProviderScoreInput,
    example: { provider_name: 'Brindlewick Vaults' },
    output: GetProviderScoreResult,
  },
  compare_providers: {
    name: 'compare_providers',
    title: 'Compare the risk indicators of several providers',
    description:
      'Use this when the user asks how two to ten providers compare. Each name gets its own result or error. All differences ' +
      'are already calculated: do not subtract or average scores yourself. comparability lists reasons why the scores are not ' +
      'directly comparable; include these warnings in your answer. The tool does not say which provider to choose, and a ' +
      'difference between scores is not a difference in probabilities.',
    input: CompareProvidersInput,
    example: { provider_names: ['Brindlewick Vaults', 'quillmere'] },
    output: CompareProvidersResult,
  },
  get_score_history: {
    name: 'get_score_history',
    title: 'Get the published indicators of one provider over time',
    description:
      'Use this when the user asks how the score of one provider has changed, or what it was at a certain time. It lists ' +
      'published indicators, newest first, with the change from each to the next and a summary, all already calculated. ' +
      'Corrected and withdrawn indicators are listed and marked: do not present them as current. Renewals, which have newer ' +
      'evidence and the same score, are left out unless you set include_renewals. The tool does not explain why ' +
      'a score changed, and it does not extrapolate.',
    input: GetScoreHistoryInput,
    example: { provider_name: 'Brindlewick Vaults', limit: 3 },
    output: GetScoreHistoryResult,
  },
  get_evidence_outlook: {
    name: 'get_evidence_outlook',
    title: 'Get what ageing of the evidence alone does to the score of one provider',
    description:
      'Use this when the user asks how long the evidence behind a score lasts, when the score lapses, or which inputs age first. ' +
      'It returns score, band and evidence quality of each of the next 180 days if no input changes and nothing is renewed: ' +
      'first_lapse is the gate without which there is no score, first_band_change the first day in another band, and inputs ' +
      'lists which evidence ages and when. Usually the service renews evidence before it lapses, and gates_renewed says what ' +
      'follows if only the gates are. The tool does not forecast: say so, with meaning, and never present a figure of it as an ' +
      'expectation about the provider.',
    input: GetEvidenceOutlookInput,
    example: { provider_name: 'Brindlewick Vaults' },
    output: GetEvidenceOutlookResult,
  },
  evaluate_policy: {
    name: 'evaluate_policy',
    title: 'Decide on providers by a policy of the workspace',
    description:
      'Use this when the user asks whether their own policy lets them take or keep exposure to one or more providers, before ' +
      'an act that the policy guards. Name the policy as the user does; if you do not know its name, ask. Each name of a provider gets its own decision, ALLOW, ' +
      'REVIEW or BLOCK, or an error. Say sentence_to_say as it is: it has the decision, its reason and until when it ' +
      'holds. Call the tool again after valid_until. REVIEW means that a person has to decide. Where there is an error, no decision was made: say so, never ' +
      'treat it as ALLOW, and ask the user which provider they mean. The tool does not advise, does not decide for past or ' +
      'future days, and does not explain scores: use get_provider_score for these. Each call is signed and kept in the decision log of the workspace.',
    input: EvaluatePolicyInput,
    example: { policy: 'counterparties', provider_names: ['Brindlewick Vaults', 'quillmere'] },
    output: EvaluatePolicyResult,
  },
  search_providers: {
    name: 'search_providers',
    title: 'Search for providers that have a risk indicator',
    description:
      'Use this to find providers by part of their name, by kind (planner_type), by risk band or by minimum score, and to find ' +
      'the right name before you call another tool. The search covers only providers with a published indicator: a missing ' +
      'provider says nothing about its risk. Providers whose indicator was withdrawn are listed apart, in withdrawn: say so. The order is not a ranking, and a filter is not a recommendation.',
    input: SearchProvidersInput,
    example: { query: 'bitcoin' },
    output: SearchProvidersResult,
  },
  get_methodology: {
    name: 'get_methodology',
    title: 'Get the scoring framework',
    description:
      'Use this when the user asks how scores are calculated: modules and weights, criteria, hard rules that cap a score, bands, ' +
      'evidence grades and ages, and versions. Name a section to get that part; without one you get the modules and the bands. ' +
      'The tool describes the current framework. It does not score anything, and you cannot use it to calculate a score ' +
      'yourself: scores are based on approved evidence, not on claims in a conversation.',
    input: GetMethodologyInput,
    example: { section: 'hard_rules' },
    output: GetMethodologyResult,
  },
};

export function isToolName(name: unknown): name is AgentToolName {
  return (AGENT_TOOLS as readonly unknown[]).includes(name);
}

/** In the format of the Model Context Protocol. */
export function offeredTools(): OfferedTool[] {
  return AGENT_TOOLS.map((name) => {
    const { title, description, input, output } = TOOLS[name];
    const [inputSchema, outputSchema] = [plainSchema(input), plainSchema(output)];
    return { name, title, description, inputSchema, outputSchema } as OfferedTool;
  });
}

/** As plain JSON Schema, for manifests. */
export function plainSchema(schema: TSchema): Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema));
}
