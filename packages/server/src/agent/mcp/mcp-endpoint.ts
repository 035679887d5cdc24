// The Model Context Protocol over HTTP: stateless, so a server is made for each message and gone with its answer.
// The library is loaded when the first message comes.

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
      return refusal(400, -32600, 'Batches are not taken: send one message a request.');
    if (typeof message !== 'object' || message === null) {
      return refusal(400, -32600, 'Invalid Request: a message is an object.');
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
    // What it reports was refused, and the caller was told; only faults of ours are worth a line.
    { legacy: 'reject', onerror: (error) => (isOurs(error) ? onError(error) : undefined) },
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
      // A notification is dealt with after its answer.
      setImmediate(() => server.close().catch(onError));
    }
  };
  return async (message, headers, host) => {
    const request = new Request(endpoint, { method: 'POST', headers: plainHeaders(headers) });
    hosts.set(request, host);
    const isLegacy = await isLegacyRequest(request, message);
    const answer = isLegacy
      ? await legacy(request, message)
      : await modern.fetch(request, { parsedBody: message });
    return { status: answer.status, body: answer.body === null ? null : await answer.text() };
  };
}

function isOurs(error: Error): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
}

/** Those that say something of the message. */
function plainHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const named = Object.entries(headers).filter(([name]) => /^(accept|content-type|mcp-.*)$/.test(name));
  return Object.fromEntries(named.map(([name, value]) => [name, String(value)]));
}
