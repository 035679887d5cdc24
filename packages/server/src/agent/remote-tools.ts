// Tools of a remote server, called through its plain endpoint. Used by `rf mcp`.

import { type AgentManifest, OPERATIONS, type Problem } from '@rf-indicators/contract';
import { parseAsWritten } from '@rf-indicators/core/desk/snapshots/wire-numbers';
import { canonicalUrl } from '../http/canonical-url.ts';
import type { OfferedTool, ReportedError, ToolHost, ToolOutcome } from './mcp/tool-host.ts';
import { agentPrompts } from './prompts/agent-prompts.ts';

const TIMEOUT_MS = 30_000;
/** Codes of tools that the plain endpoint reports as errors of the input. */
const TOOL_CODES: ReadonlySet<string> = new Set(['ambiguous_name', 'policy_not_found']);

export interface RemoteServer {
  /** Without a path. */
  url: string;
  key: string;
}

/** Reads the list of tools from the server's manifest. */
export async function remoteTools({ url, key }: RemoteServer): Promise<ToolHost> {
  const endpoint = new URL('/api/mcp', url);
  const answer = await fetch(endpoint, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`${endpoint} did not return a manifest (status ${answer.status})`);
  const { tools } = (await answer.json()) as AgentManifest;
  const offered = tools.map(
    ({ name, title, description, input_schema, output_schema }) =>
      ({ name, title, description, inputSchema: input_schema, outputSchema: output_schema }) as OfferedTool,
  );
  return {
    tools: offered,
    prompts: agentPrompts(),
    call: async (name, input) => {
      if (!offered.some((tool) => tool.name === name)) return null;
      return outcomeOf(await post(endpoint, key, { tool_name: name, input }));
    },
    read: (operation, parameters) => readFrom(url, key, canonicalUrl(OPERATIONS[operation], parameters)),
  };
}

async function readFrom(url: string, key: string, path: string): Promise<unknown> {
  const headers = { 'x-api-key': key };
  const answer = await fetch(new URL(path, url), { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (answer.ok) return answer.json();
  throw new Error(errorOf(answer.status, await answer.text()).message);
}

function post(endpoint: URL, key: string, body: unknown): Promise<Response> {
  return fetch(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
}

async function outcomeOf(answer: Response): Promise<ToolOutcome> {
  const text = await answer.text();
  if (!answer.ok) return { error: errorOf(answer.status, text) };
  const { result } = parseAsWritten(text) as { result: unknown };
  return { result: JSON.stringify(result) };
}

function errorOf(status: number, text: string): ReportedError {
  let problem: Partial<Problem>;
  try {
    problem = JSON.parse(text) as Problem;
  } catch {
    problem = { detail: 'The server sent an unexpected response.' };
  }
  const places = (problem.errors ?? []).map(({ pointer, message }) => `${pointer ?? ''} ${message}`.trim());
  const message = [`${problem.detail ?? ''} (${problem.code ?? status})`, ...places].join('; ');
  const ofTool = problem.errors?.find((error) => TOOL_CODES.has(error.code));
  const code = ofTool?.code ?? problem.code ?? 'failed';
  return { code, message, candidates: problem.candidates ?? [], ...withdrawalOf(problem) };
}

/** The members that say what was withdrawn, if that is the problem. */
function withdrawalOf({ id, slug, name, withdrawn_at, reason, verification_id, code }: Partial<Problem>) {
  return code === 'indicator_withdrawn' ? { id, slug, name, withdrawn_at, reason, verification_id } : {};
}
