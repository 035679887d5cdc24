// The plain endpoint of the agent tools: {tool_name, input} in, {tool_name, result} out. A question that was answered
// before takes a look-up and a write to the socket; refusals are problem documents.

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
import { type AskTool, type Question, questionOf, type ToolInput } from './ask-tool.ts';
import { inputErrors } from './check-input.ts';
import type { Begun, Recorder } from './record-call.ts';
import { isToolName } from './tools.ts';

export interface PlainEndpoint {
  /** null where the call is not valid and was refused. */
  read(begun: Begun, reply: FastifyReply, body: unknown): Question | null;
  answer(begun: Begun, reply: FastifyReply, question: Question): void | Promise<void>;
}

export function plainEndpoint(baseUrl: string, ask: AskTool, recorder: Recorder): PlainEndpoint {
  const refuse = ({ request }: Begun, reply: FastifyReply, code: ProblemCode, details: ProblemDetails) =>
    respondProblem(request, reply, baseUrl, code, details);
  const refuseInput = (
    begun: Begun,
    reply: FastifyReply,
    tool: AgentToolName | null,
    errors: ProblemError[],
  ) => {
    recorder.called(begun, tool, 'validation_failed');
    refuse(begun, reply, 'validation_failed', { errors });
    return null;
  };
  return {
    read(begun, reply, body) {
      const errors = envelopeErrors(body);
      if (errors.length > 0) return refuseInput(begun, reply, null, errors);
      const { tool_name, input } = body as { tool_name: AgentToolName; input: ToolInput };
      const wrong = inputErrors(tool_name, input);
      if (wrong.length > 0) return refuseInput(begun, reply, tool_name, wrong.map(inInput));
      return questionOf(tool_name, input, 'envelope');
    },
    answer(begun, reply, question) {
      const { tool } = question;
      const answer = ask(question);
      if (!('then' in answer)) {
        recorder.called(begun, tool, 'ok');
        return respondBody(begun.request, reply, answer, 'none');
      }
      return answer.then(
        (told) => {
          recorder.called(begun, tool, 'body' in told ? 'ok' : told.error.code);
          if ('body' in told) return respondBody(begun.request, reply, told.body, 'none');
          const { code, details } = problemOf(told.error, Object.keys(question.input)[0] ?? '');
          refuse(begun, reply, code, details);
        },
        (error: unknown) => {
          recorder.called(begun, tool, 'failed');
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
    const place = name.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1');
    errors.push({ pointer: `/${place}`, code: 'unknown', message: 'is not a known member' });
  }
  return errors;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function inInput(error: ProblemError): ProblemError {
  return { ...error, pointer: `/input${error.pointer ?? ''}` };
}

/** What a tool says of a name, as a problem document. */
function problemOf(
  { code, message, candidates }: AgentError,
  member: string,
): { code: ProblemCode; details: ProblemDetails } {
  const details = { detail: message, ...(candidates.length > 0 ? { candidates } : {}) };
  if (code === 'provider_not_found' || code === 'indicator_not_found') return { code, details };
  const errors = [{ pointer: code === 'ambiguous_name' ? `/input/${member}` : '/input', code, message }];
  return { code: 'validation_failed', details: { ...details, errors } };
}
