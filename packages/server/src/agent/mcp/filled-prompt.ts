// A prompt template filled with the answers that it reads: the model gets the figures with the directions.

import { type GetPromptResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { OperationId } from '@rf-indicators/contract';
import type { AgentPrompt } from '../prompts/agent-prompts.ts';
import type { PromptInput } from '../prompts/templates.ts';
import { renderTemplate } from '../prompts/templates.ts';
import type { ToolHost } from './tool-host.ts';

interface Asked {
  name: string;
  arguments?: Record<string, string> | undefined;
}

const NAMES_AT_MOST = 10;
/** What an input takes beside the provider that it is about. */
const MORE: Partial<Record<OperationId, Readonly<Record<string, number>>>> = {
  getScoreHistory: { limit: 20 },
  getChangelog: { limit: 50 },
};

export async function filledPrompt(
  { prompts, call, read }: Pick<ToolHost, 'prompts' | 'call' | 'read'>,
  { name, arguments: given = {} }: Asked,
): Promise<GetPromptResult> {
  const prompt = prompts.find((one) => one.name === name);
  if (prompt === undefined) {
    throw refused(`There is no such prompt. The prompts are: ${prompts.map((one) => one.name).join(', ')}.`);
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
  if (named.length === 0) throw refused(`Missing: ${taken!.name}. ${taken!.description}`);
  if (named.length > NAMES_AT_MOST) throw refused(`${taken!.name} takes at most ${NAMES_AT_MOST} names.`);
  return named;
}

/** Found as the tools find names, with the same words where there is none or more than one. */
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
  const about = (providerId: string) => read(operation, { providerId, ...MORE[operation] });
  if (operation === 'getChangelog') return read(operation, { ...MORE[operation] });
  return many ? Promise.all(ids.map(about)) : about(ids[0]!);
}

function refused(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
