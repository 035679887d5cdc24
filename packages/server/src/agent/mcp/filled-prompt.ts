// Fills a prompt template with API responses, so that the model gets the figures together with the instructions.

import { type GetPromptResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { OperationId } from '@rf-indicators/contract';
import type { PromptInput } from '../../rendering/prompts/templates.ts';
import { renderTemplate } from '../../rendering/prompts/templates.ts';
import type { AgentPrompt } from '../prompts/agent-prompts.ts';
import type { ToolHost } from './tool-host.ts';

interface Asked {
  name: string;
  arguments?: Record<string, string> | undefined;
}

const MAX_NAMES = 10;
/** Parameters besides the provider, by operation. */
const PARAMETERS: Partial<Record<OperationId, Readonly<Record<string, number>>>> = {
  getScoreHistory: { limit: 20 },
  getChangelog: { limit: 50 },
};

export async function filledPrompt(
  { prompts, call, read }: Pick<ToolHost, 'prompts' | 'call' | 'read'>,
  { name, arguments: given = {} }: Asked,
): Promise<GetPromptResult> {
  const prompt = prompts.find((one) => one.name === name);
  if (prompt === undefined) {
    throw refused(
      `This prompt does not exist. The prompts are: ${prompts.map((one) => one.name).join(', ')}.`,
    );
  }
  const ids: string[] = [];
  for (const provider of namesFrom(prompt, given)) ids.push(await idOf(call, provider));
  const responses: Record<string, unknown> = {};
  for (const input of prompt.template.inputs) responses[input.name] = await responseFor(read, input, ids);
  const text = renderTemplate(prompt.template, responses);
  return { description: prompt.purpose, messages: [{ role: 'user', content: { type: 'text', text } }] };
}

function namesFrom({ arguments: [taken] }: AgentPrompt, given: Record<string, string>): string[] {
  const names = (given[taken!.name] ?? '').split(taken!.name === 'provider_names' ? ';' : /$^/);
  const named = names.map((one) => one.trim()).filter((one) => one !== '');
  if (named.length === 0) throw refused(`The argument ${taken!.name} is missing. ${taken!.description}`);
  if (named.length > MAX_NAMES) throw refused(`${taken!.name} accepts at most ${MAX_NAMES} names.`);
  return named;
}

/** Uses a tool to find the provider, so that its error messages for unknown and ambiguous names apply. */
async function idOf(call: ToolHost['call'], provider_name: string): Promise<string> {
  const outcome = await call('get_provider_score', { provider_name });
  if (outcome !== null && 'result' in outcome) {
    return (JSON.parse(outcome.result) as { provider_id: string }).provider_id;
  }
  throw refused(outcome?.error.message ?? 'The provider could not be looked up.');
}

async function responseFor(
  read: ToolHost['read'],
  { operation, many }: PromptInput,
  ids: readonly string[],
): Promise<unknown> {
  const about = (providerId: string) => read(operation, { providerId, ...PARAMETERS[operation] });
  if (operation === 'getChangelog') return read(operation, { ...PARAMETERS[operation] });
  return many ? Promise.all(ids.map(about)) : about(ids[0]!);
}

function refused(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
