// The plain endpoint of the agent tools: {tool_name, input} in, {tool_name, result} out. Errors are problem documents.

import {
  AGENT_TOOLS,
  type AgentError,
  type AgentToolName,
  type ProblemCode,
  type ProblemError,
} from '@rf-indicators/contract';
import type { FastifyReply } from 'fastify';
import type { ProblemDetails } from '../http/problems.ts';
import { respondBody, respondProblem } from '../http/respond.ts';
import { type AskTool, type CachedToolRequest, type ToolInput, toolRequest } from './ask-tool.ts';
import { inputErrors } from './check-input.ts';
import { type Recorder, type StartedCall, workspaceOf } from './record-call.ts';
import { isToolName } from './tools.ts';

export interface PlainEndpoint {
  /** Returns null if the call is not valid; the refusal has then been sent. */
  read(started: StartedCall, reply: FastifyReply, body: unknown): CachedToolRequest | null;
  answer(started: StartedCall, reply: FastifyReply, request: CachedToolRequest): void | Promise<void>;
}

export function plainEndpoint(baseUrl: string, ask: AskTool, recorder: Recorder): PlainEndpoint {
  const refuse = (
    { request }: StartedCall,
    reply: FastifyReply,
    code: ProblemCode,
    details: ProblemDetails,
  ) => respondProblem(request, reply, baseUrl, code, details);
  const refuseInput = (
    started: StartedCall,
    reply: FastifyReply,
    tool: AgentToolName | null,
    errors: ProblemError[],
  ) => {
    recorder.called(started, tool, 'validation_failed');
    refuse(started, reply, 'validation_failed', { errors });
    return null;
  };
  return {
    read(started, reply, body) {
      const errors = envelopeErrors(body);
      if (errors.length > 0) return refuseInput(started, reply, null, errors);
      const { tool_name, input } = body as { tool_name: AgentToolName; input: ToolInput };
      const invalid = inputErrors(tool_name, input);
      if (invalid.length > 0) return refuseInput(started, reply, tool_name, invalid.map(inInput));
      return toolRequest(tool_name, input, 'envelope');
    },
    answer(started, reply, request) {
      const { tool } = request;
      const answer = ask(request, workspaceOf(started.request));
      if (!('then' in answer)) {
        recorder.called(started, tool, 'ok');
        return respondBody(started.request, reply, answer, 'none');
      }
      return answer.then(
        (result) => {
          recorder.called(started, tool, 'body' in result ? 'ok' : result.error.code);
          if ('body' in result) return respondBody(started.request, reply, result.body, 'none');
          const { code, details } = problemOf(result.error, request.input);
          refuse(started, reply, code, details);
        },
        (error: unknown) => {
          recorder.called(started, tool, 'failed');
          throw error;
        },
      );
    },
  };
}

const MEMBERS = ['tool_name', 'input'];

function envelopeErrors(body: unknown): ProblemError[] {
  if (!isObject(body))
    return [{ pointer: '', code: 'type', message: 'must be an object with tool_name and input' }];
  const errors: ProblemError[] = [];
  if (!isToolName(body.tool_name)) {
    const message = `must be one of ${AGENT_TOOLS.join(', ')}`;
    errors.push({ pointer: '/tool_name', code: 'tool_name' in body ? 'enum' : 'required', message });
  }
  if (!isObject(body.input)) {
    errors.push({
      pointer: '/input',
      code: 'input' in body ? 'type' : 'required',
      message: 'must be an object',
    });
  }
  for (const name of Object.keys(body)) {
    if (MEMBERS.includes(name)) continue;
    const pointer = name.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1');
    errors.push({ pointer: `/${pointer}`, code: 'unknown', message: 'is not a known member' });
  }
  return errors;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function inInput(error: ProblemError): ProblemError {
  return { ...error, pointer: `/input${error.pointer ?? ''}` };
}

/** What the member of the input begins with that an error is about. */
const MEMBER_OF: Partial<Record<AgentError['code'], string>> = {
  ambiguous_name: 'provider_name',
  policy_not_found: 'policy',
};

/** Converts the error of a tool to a problem document. */
function problemOf(
  { code, message, candidates, ...withdrawn }: AgentError,
  input: ToolInput,
): { code: ProblemCode; details: ProblemDetails } {
  const details = { detail: message, ...withdrawn, ...(candidates.length > 0 ? { candidates } : {}) };
  if (code === 'provider_not_found' || code === 'indicator_not_found' || code === 'indicator_withdrawn')
    return { code, details };
  const member = Object.keys(input).find((name) => name.startsWith(MEMBER_OF[code] ?? '/'));
  const errors = [{ pointer: member === undefined ? '/input' : `/input/${member}`, code, message }];
  return { code: 'validation_failed', details: { ...details, errors } };
}
