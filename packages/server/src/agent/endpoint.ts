// POST /api/mcp: the plain endpoint and the MCP endpoint of the agent tools. The body determines which one a request is
// for; if it cannot be parsed, the headers do.

import type { IncomingHttpHeaders } from 'node:http';
import type { ProblemCode } from '@rf-indicators/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MalformedJson, parseJsonBody, requirePlainUtf8, UnsupportedBody } from '../http/json-body.ts';
import { respondProblem, respondText } from '../http/respond.ts';
import { type CachedToolRequest, toolAsker } from './ask-tool.ts';
import type { AgentDependencies } from './dependencies.ts';
import { mcpCaller } from './mcp/caller.ts';
import { type RpcAnswer, refusal } from './mcp/forms.ts';
import { plainEndpoint } from './plain-endpoint.ts';
import { callRecorder } from './record-call.ts';

type Handler = (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>;

export function agentEndpoint(dependencies: AgentDependencies): Handler {
  const ask = toolAsker(dependencies);
  const recorder = callRecorder(dependencies);
  const parsed = new ParsedRequestCache();
  const plain = plainEndpoint(dependencies.baseUrl, ask, recorder);
  const mcp = mcpCaller(dependencies, ask, recorder);
  return (request, reply) => {
    const bytes = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
    let body: unknown;
    try {
      requirePlainUtf8(request);
      const cached = parsed.find(bytes);
      if (cached !== undefined) return plain.answer(recorder.start(request, 'plain'), reply, cached);
      body = parseJsonBody(bytes);
    } catch (error) {
      return refuseBody(dependencies, request, reply, error);
    }
    if (isPlainCall(body) || !(isMessage(body) || asksForMcp(request.headers))) {
      const started = recorder.start(request, 'plain');
      const toolRequest = plain.read(started, reply, body);
      if (toolRequest === null) return;
      parsed.keep(bytes, toolRequest);
      return plain.answer(started, reply, toolRequest);
    }
    return mcp(request, body).then((answer) => respondRpc(request, reply, answer));
  };
}

/** Refuses a body that is too long or cannot be parsed, in the format of the endpoint that the caller uses. */
export function refuseBody(
  dependencies: AgentDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): void {
  const problem = bodyProblemOf(error);
  // An internal error; the application's error handler answers it.
  if (problem === null) throw error;
  callRecorder(dependencies).other(request);
  const { code, rpc, detail } = problem;
  if (asksForMcp(request.headers)) respondRpc(request, reply, refusal(...rpc));
  else respondProblem(request, reply, dependencies.baseUrl, code, detail === undefined ? {} : { detail });
}

interface BodyProblem {
  code: ProblemCode;
  detail?: string;
  rpc: [status: number, code: number, message: string];
}

function bodyProblemOf(error: unknown): BodyProblem | null {
  if (error instanceof MalformedJson) {
    const { message } = error;
    return { code: 'malformed_json', detail: message, rpc: [400, -32700, `Parse error: ${message}`] };
  }
  const { code } = error as { code?: string };
  if (error instanceof UnsupportedBody || code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return {
      code: 'unsupported_media_type',
      rpc: [415, -32600, 'The body must be application/json in UTF-8.'],
    };
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return { code: 'payload_too_large', rpc: [413, -32600, 'The message is larger than 16 KiB.'] };
  }
  return null;
}

function isPlainCall(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'tool_name' in body && !('jsonrpc' in body);
}

function isMessage(body: unknown): boolean {
  return Array.isArray(body) || (typeof body === 'object' && body !== null && 'jsonrpc' in body);
}

/** Every MCP client must accept event streams. */
function asksForMcp(headers: IncomingHttpHeaders): boolean {
  return headers['mcp-protocol-version'] !== undefined || /text\/event-stream/i.test(headers.accept ?? '');
}

function respondRpc(request: FastifyRequest, reply: FastifyReply, { status, body }: RpcAnswer): void {
  respondText(request, reply, status, body);
}

// Cache of parsed tool calls, by the bytes of their bodies. Agents often repeat a call, and parsing and validating a
// body costs more than answering it from the cache.

const MAX_ENTRIES = 10_000;
const MAX_BYTES = 1024;

export class ParsedRequestCache {
  #requests = new Map<string, CachedToolRequest>();

  find(bytes: Buffer): CachedToolRequest | undefined {
    return bytes.length > MAX_BYTES ? undefined : this.#requests.get(bytes.toString('latin1'));
  }

  /** Only for validated calls. They stay valid across publications. */
  keep(bytes: Buffer, request: CachedToolRequest): void {
    if (bytes.length > MAX_BYTES) return;
    if (this.#requests.size >= MAX_ENTRIES) this.#requests.clear();
    this.#requests.set(bytes.toString('latin1'), request);
  }
}
