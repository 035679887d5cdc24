// Answers an MCP message of an admitted caller. Tools are called in the same way as by the plain endpoint.

import { type AgentToolName, PROBLEMS } from '@rf-indicators/contract';
import type { FastifyRequest } from 'fastify';
import { Overloaded } from '../../http/overloaded.ts';
import { plainBytes } from '../../rendering/body.ts';
import { type AskTool, type CachedToolRequest, toolRequest } from '../ask-tool.ts';
import { inputErrorMessage, inputErrors } from '../check-input.ts';
import type { AgentDependencies } from '../dependencies.ts';
import type { AgentPrompt } from '../prompts/agent-prompts.ts';
import { type Recorder, workspaceOf } from '../record-call.ts';
import { isToolName, offeredTools } from '../tools.ts';
import type { RpcAnswer } from './forms.ts';
import { mcpEndpoint } from './mcp-endpoint.ts';
import type { ToolHost, ToolOutcome } from './tool-host.ts';

const text = new TextDecoder();

export type McpCaller = (request: FastifyRequest, message: unknown) => Promise<RpcAnswer>;

export function mcpCaller(
  { baseUrl, logError, reader }: Pick<AgentDependencies, 'baseUrl' | 'logError' | 'reader'>,
  ask: AskTool,
  recorder: Recorder,
): McpCaller {
  const endpoint = mcpEndpoint(`${baseUrl}/api/mcp`, (error) => logError(error, 'mcp'));
  const tools = offeredTools();
  let prompts: readonly AgentPrompt[] | null = null;
  return async (request, message) => {
    // Loaded here: few services are asked for prompts, and reading them takes a YAML parser.
    prompts ??= (await import('../prompts/agent-prompts.ts')).agentPrompts();
    const started = recorder.start(request, 'mcp');
    let isRecorded = false;
    const record: RecordCall = (tool, outcome) => {
      // One message counts as one call, even if answering it takes several.
      if (!isRecorded) recorder.called(started, tool, outcome);
      isRecorded = true;
    };
    const workspaceId = workspaceOf(request);
    const calling: Calling = {
      ask: (asked) => ask(asked, workspaceId),
      record,
      logError: (error) => logError(error, request.id),
    };
    const host: ToolHost = {
      tools,
      prompts,
      call: (name, input) => call(calling, name, input),
      read: (operation, parameters) => read(reader, operation, parameters),
    };
    const answer = await endpoint(message, request.headers, host);
    if (!isRecorded) recorder.other(request);
    return answer;
  };
}

async function read(
  reader: AgentDependencies['reader'],
  ...[operation, parameters]: Parameters<ToolHost['read']>
): Promise<unknown> {
  const prepared = await reader.read(operation, parameters);
  if ('problem' in prepared) throw new Error(prepared.detail ?? PROBLEMS[prepared.problem].detail);
  return JSON.parse(text.decode(plainBytes(prepared.body)));
}

type RecordCall = (tool: AgentToolName | null, outcome: string) => void;

interface Calling {
  ask: (request: CachedToolRequest) => ReturnType<AskTool>;
  record: RecordCall;
  logError: (error: unknown) => void;
}

async function call(
  { ask, record, logError }: Calling,
  name: string,
  input: Readonly<Record<string, unknown>>,
): Promise<ToolOutcome> {
  if (!isToolName(name)) {
    record(null, 'validation_failed');
    return null;
  }
  const errors = inputErrors(name, input);
  if (errors.length > 0) {
    record(name, 'validation_failed');
    const message = inputErrorMessage(name, errors);
    return { error: { code: 'invalid_input', message, candidates: [] } };
  }
  try {
    const answer = await ask(toolRequest(name, input, 'result'));
    if ('error' in answer) {
      record(name, answer.error.code);
      return answer;
    }
    record(name, 'ok');
    return { result: text.decode(plainBytes('body' in answer ? answer.body : answer)) };
  } catch (error) {
    record(name, 'failed');
    if (!(error instanceof Overloaded)) logError(error);
    // This message is sent to the caller; the cause is only logged.
    throw new Error('An internal error occurred, or the service is overloaded. Try again in a second.');
  }
}
