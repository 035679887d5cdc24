// A prompt template with the indicator that it is about: the model gets the figures with the directions.

import { type GetPromptResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { PromptTemplate } from '../prompts.ts';
import type { ToolHost } from './server.ts';

interface Asked {
  name: string;
  arguments?: Record<string, string> | undefined;
}

export async function filledPrompt(
  prompts: readonly PromptTemplate[],
  call: ToolHost['call'],
  { name, arguments: given = {} }: Asked,
): Promise<GetPromptResult> {
  const template = prompts.find((prompt) => prompt.name === name);
  if (template === undefined) {
    const names = prompts.map((prompt) => prompt.name).join(', ') || 'none';
    throw refused(`There is no such prompt. The prompts are: ${names}.`);
  }
  const missing = template.arguments.filter((argument) => argument.required && !given[argument.name]);
  if (missing.length > 0) throw refused(`Missing: ${missing.map((argument) => argument.name).join(', ')}.`);
  const text = template.render(await responseFor(call, given), given);
  return { description: template.purpose, messages: [{ role: 'user', content: { type: 'text', text } }] };
}

/** What get_provider_score says of the provider; empty where the prompt is about none. */
async function responseFor(
  call: ToolHost['call'],
  { provider_name }: Record<string, string>,
): Promise<string> {
  if (provider_name === undefined) return '';
  const outcome = await call('get_provider_score', { provider_name });
  if (outcome !== null && 'result' in outcome) return outcome.result;
  throw refused(outcome?.error.message ?? 'The provider could not be looked up.');
}

function refused(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
