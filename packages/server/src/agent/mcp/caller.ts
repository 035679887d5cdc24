// Answers a message of the Model Context Protocol from a caller who was admitted. Tools are asked as the plain endpoint
// asks them.

import { type AgentToolName, PROBLEMS } from '@rf-indicators/contract';
import type { FastifyRequest } from 'fastify';
import { Overloaded } from '../../http/overloaded.ts';
import { type AskTool, questionOf } from '../ask-tool.ts';
import { inputErrorMessage, inputErrors } from '../check-input.ts';
import type { AgentDependencies } from '../dependencies.ts';
import type { AgentPrompt } from '../prompts/agent-prompts.ts';
import type { Recorder } from '../record-call.ts';
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
  prompts: readonly AgentPrompt[],
): McpCaller {
  const endpoint = mcpEndpoint(`${baseUrl}/api/mcp`, (error) => logError(error, 'mcp'));
  const tools = offeredTools();
  return async (request, message) => {
    const begun = recorder.begin(request, 'mcp');
    let isRecorded = false;
    const record: RecordCall = (tool, outcome) => {
      // One message is one call, whatever it takes to answer it.
      if (!isRecorded) recorder.called(begun, tool, outcome);
      isRecorded = true;
    };
    const host: ToolHost = {
      tools,
      prompts,
      call: (name, input) =>
        call({ ask, record, logError: (error) => logError(error, request.id) }, name, input),
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
  return JSON.parse(text.decode(prepared.body.identity));
}

type RecordCall = (tool: AgentToolName | null, outcome: string) => void;

interface Calling {
  ask: AskTool;
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
    const asked = await ask(questionOf(name, input, 'result'));
    if ('error' in asked) {
      record(name, asked.error.code);
      return asked;
    }
    const { identity } = 'body' in asked ? asked.body : asked;
    record(name, 'ok');
    return { result: text.decode(identity) };
  } catch (error) {
    record(name, 'failed');
    if (!(error instanceof Overloaded)) logError(error);
    // Its message goes to the caller; the cause does not.
    throw new Error('Something went wrong on our side, or there is too much to do. Try again in a second.');
  }
}
