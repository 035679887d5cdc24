// The Model Context Protocol over HTTP. It is stateless: a server is created for each message. The library is loaded
// when the first message arrives.

import type { IncomingHttpHeaders } from 'node:http';
import type { McpHttpHandler, McpRequestContext } from '@modelcontextprotocol/server';
import { NOT_FOUND_METHODS, type RpcAnswer, refusal } from './forms.ts';
import type { ToolHost } from './tool-host.ts';
import { LEGACY_VERSIONS } from './versions.ts';

export type McpEndpoint = (
  message: unknown,
  headers: IncomingHttpHeaders,
  host: ToolHost,
) => Promise<RpcAnswer>;

export function mcpEndpoint(endpoint: string, onError: (error: unknown) => void): McpEndpoint {
  let loaded: Promise<McpEndpoint> | null = null;
  return async (message, headers, host) => {
    if (Array.isArray(message))
      return refusal(400, -32600, 'Batches are not supported. Send one message per request.');
    if (typeof message !== 'object' || message === null) {
      return refusal(400, -32600, 'Invalid Request: the message must be an object.');
    }
    const unsafe = unsafeMember(message);
    if (unsafe !== null) {
      return refusal(400, -32600, `Invalid Request: ${unsafe} is not a known member.`, message);
    }
    if (NOT_FOUND_METHODS.has((message as { method?: unknown }).method)) {
      return refusal(404, -32601, 'Method not found', message);
    }
    loaded ??= load(endpoint, onError);
    return (await loaded)(message, headers, host);
  };
}

async function load(endpoint: string, onError: (error: unknown) => void): Promise<McpEndpoint> {
  const { createMcpHandler, isLegacyRequest, WebStandardStreamableHTTPServerTransport } = await import(
    '@modelcontextprotocol/server'
  );
  const { mcpServer } = await import('./server.ts');
  const hosts = new WeakMap<Request, ToolHost>();
  const modern: McpHttpHandler = createMcpHandler(
    ({ requestInfo }: McpRequestContext) => mcpServer(hosts.get(requestInfo!)!),
    // The library also reports refused messages. Only internal errors are logged.
    { legacy: 'reject', onerror: (error) => (isInternal(error) ? onError(error) : undefined) },
  );
  const legacy = async (request: Request, parsedBody: unknown) => {
    const transport = new WebStandardStreamableHTTPServerTransport({
      enableJsonResponse: true,
      supportedProtocolVersions: LEGACY_VERSIONS,
    });
    const server = mcpServer(hosts.get(request)!);
    await server.connect(transport);
    try {
      return await transport.handleRequest(request, { parsedBody });
    } finally {
      // Notifications are processed after their response was sent.
      setImmediate(() => server.close().catch(onError));
    }
  };
  return async (message, headers, host) => {
    const request = new Request(endpoint, { method: 'POST', headers: protocolHeaders(headers) });
    hosts.set(request, host);
    const isLegacy = await isLegacyRequest(request, message);
    const answer = isLegacy
      ? await legacy(request, message)
      : await modern.fetch(request, { parsedBody: message });
    return { status: answer.status, body: answer.body === null ? null : await answer.text() };
  };
}

function isInternal(error: Error): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
}

/** The headers that are relevant to the protocol. */
function protocolHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const named = Object.entries(headers).filter(([name]) => /^(accept|content-type|mcp-.*)$/.test(name));
  return Object.fromEntries(named.map(([name, value]) => [name, String(value)]));
}

// Finds member names that can change the prototype of objects if code copies them carelessly. The plain endpoint refuses
// them as unknown members; the MCP library would drop some of them and pass the others on.

/** The JSON pointer to the first such member; null if there is none. */
function unsafeMember(message: unknown): string | null {
  // Not recursive, because a body can be nested thousands of levels deep.
  const pending: [value: unknown, pointer: string][] = [[message, '']];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [value, pointer] = next;
    if (typeof value !== 'object' || value === null) continue;
    if (Object.hasOwn(value, '__proto__')) return `${pointer}/__proto__`;
    if (hasPrototype(value)) return `${pointer}/constructor/prototype`;
    for (const [name, inner] of Object.entries(value)) {
      // Only objects and arrays can contain members.
      if (typeof inner === 'object')
        pending.push([inner, `${pointer}/${escaped(name)}`.slice(-LONGEST_POINTER)]);
    }
  }
  return null;
}

const LONGEST_POINTER = 200;

function hasPrototype(value: object): boolean {
  if (!Object.hasOwn(value, 'constructor')) return false;
  const member: unknown = value.constructor;
  return typeof member === 'object' && member !== null && Object.hasOwn(member, 'prototype');
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
