// The Model Context Protocol over HTTP. It is stateless: a server is created for each message. The library is loaded
// when the first message arrives.

import type { IncomingHttpHeaders } from 'node:http';
import type { McpHttpHandler, McpRequestContext } from '@modelcontextprotocol/server';
import { NOT_FOUND_METHODS, type RpcAnswer, refusal } from './forms.ts';
import type { ToolHost } from './tool-host.ts';
import { unsafeMember } from './unsafe-members.ts';
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
