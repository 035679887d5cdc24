// The HTTP server of a witness: POST /add-checkpoint, and the latest checkpoint of each log for monitors.

import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { addCheckpoint, type WitnessDependencies } from './add-checkpoint.ts';

/** A request has at most 63 hashes and a note; this is several times as much. */
const LARGEST_BODY = 64 * 1024;
const REQUEST_TIMEOUT_MS = 10_000;
const MOST_CONNECTIONS = 1000;

export function createWitnessServer(
  witness: WitnessDependencies,
  logError: (error: unknown) => void,
): Server {
  const server = createServer(
    { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS },
    (request, response) => {
      respond(witness, request, response).catch((error) => {
        logError(error);
        if (!response.headersSent) send(response, 500, 'The witness failed.\n');
        else response.destroy();
      });
    },
  );
  server.maxConnections = MOST_CONNECTIONS;
  return server;
}

async function respond(
  witness: WitnessDependencies,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = request.url ?? '';
  if (path === '/add-checkpoint') {
    if (request.method !== 'POST') return send(response, 405, 'Use POST.\n', { allow: 'POST' });
    const body = await readBody(request);
    if (body === null)
      return send(response, 413, `A request has at most ${LARGEST_BODY} bytes.\n`, { connection: 'close' });
    const { status, text, mediaType } = await addCheckpoint(witness, body);
    return send(response, status, text, mediaType === undefined ? {} : { 'content-type': mediaType });
  }
  const [, hash] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(path) ?? [];
  const origin = [...witness.logs.keys()].find((each) => originHash(each) === hash);
  const latest = origin === undefined ? null : witness.state.latest(origin);
  if (latest === null) return send(response, 404, 'This witness has no such checkpoint.\n');
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return send(response, 405, 'Use GET.\n', { allow: 'GET, HEAD' });
  send(response, 200, latest.note);
}

/** As the path names a log: the SHA-256 of its origin. */
export function originHash(origin: string): string {
  return createHash('sha256').update(origin).digest('hex');
}

/** null if it is too long. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > LARGEST_BODY) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function send(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers });
  response.end(text);
}
