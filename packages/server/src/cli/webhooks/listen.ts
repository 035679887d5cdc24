// rf webhooks listen: a local receiver that verifies signatures, prints events and can forward them.

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { WebhookEvent } from '@rf-indicators/contract';
import { Command } from 'commander';
import { type Verdict, verifySignatures } from '../../webhooks/sending/signature.ts';
import { asMember, type Perform, withMemberToken } from '../act-session.ts';
import { serverOf } from '../remote/server.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import { eventInWords, printable, readEvent } from './event-lines.ts';

const FORWARDED = /^(content-type|user-agent|x-rf-|webhook-)/;
const FORWARD_MS = 14_000;
const LARGEST_BODY = 1024 * 1024;

interface ListenOptions {
  port: number;
  forward?: string;
  secret?: string;
  register: boolean;
  events?: string;
  json: boolean;
  fail: number;
  token?: string;
}

export function listenCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('listen'))
    .description(
      'Receive webhooks on this machine: verify both signatures, print each event and optionally forward it.',
    )
    .option('--port <port>', 'port to listen on; any free port if absent', Number, 0)
    .option('--forward <url>', 'URL to forward each request to, unchanged')
    .option(
      '--secret <secret>',
      "the workspace's signing secret (RF_WEBHOOK_SECRET); if absent, the one in the store or, with a server and --register, one for this endpoint alone",
    )
    .option(
      '--register',
      'add the endpoint to the workspace, send it a test, and remove it at the end',
      false,
    )
    .option('--events <types>', 'with --register: only these types, separated by commas')
    .option(
      '--fail <count>',
      'answer 500 to the first attempts of each event, to see retries',
      readFailures,
      0,
    )
    .option('--json', 'print each event as JSON', false)
    .action((options: ListenOptions) => listen(terminal, options));
}

async function listen(terminal: Terminal, options: ListenOptions): Promise<void> {
  const forward = options.forward === undefined ? null : readForward(options.forward);
  const given = await readSecret(terminal, options);
  // Requests wait for a secret that is created when the endpoint is registered.
  const secret = Promise.withResolvers<string>();
  if (given !== null) secret.resolve(given);
  const failing = failFirst(options.fail, terminal);
  const server = createServer(async (request, response) => {
    try {
      const status = await receive(terminal, await secret.promise, forward, request, options.json);
      response.statusCode = failing(request.headers['webhook-id']) ? 500 : status;
    } catch (error) {
      // One request must not end the command: it has others to receive and an endpoint to remove.
      terminal.err(`rf: ${printable(String(error))}`);
      response.statusCode = 500;
    }
    response.end();
  });
  server.listen(options.port, '127.0.0.1');
  await once(server, 'listening');
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    terminal.out(`Listening on ${url} (press Ctrl-C to stop)`);
    const stopped = terminal.untilStopped();
    if (options.register) {
      const learn = given === null ? secret.resolve : null;
      await runRegistered(terminal, options, url, learn, stopped);
    } else {
      terminal.out(
        `To register it, if RF_WEBHOOK_LOOPBACK is set on the server: rf webhooks add --url ${url}`,
      );
      await stopped;
    }
  } finally {
    await close(server);
  }
}

/** Null if the endpoint gets a secret of its own: a server shows that of the workspace to nobody. */
async function readSecret(
  terminal: Terminal,
  { secret, register, token }: ListenOptions,
): Promise<string | null> {
  const given = secret ?? terminal.env.RF_WEBHOOK_SECRET;
  if (given !== undefined) return given;
  if (serverOf(terminal) === null) return (await import('./stored-secret.ts')).storedSecret(terminal, token);
  if (register) return null;
  throw new UsageError(
    'A server does not show the signing secret again. Give it with --secret or in RF_WEBHOOK_SECRET, or add --register.',
  );
}

/** Whether this attempt of an event is to fail. */
function failFirst(count: number, terminal: Terminal): (eventId: unknown) => boolean {
  const attempts = new Map<string, number>();
  return (eventId) => {
    const id = String(eventId);
    const attempt = (attempts.get(id) ?? 0) + 1;
    attempts.set(id, attempt);
    if (attempt > count) return false;
    terminal.out(`          answered 500 on purpose (attempt ${attempt} of ${count} that fail)`);
    return true;
  };
}

function readFailures(text: string): number {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  throw new UsageError(`--fail must be a number from 0 to 99, not "${text}".`);
}

/** The endpoint is removed at the end, also after an error. `learn` gets the secret of the endpoint, if it has one. */
function runRegistered(
  terminal: Terminal,
  { token, events }: ListenOptions,
  url: string,
  learn: ((secret: string) => void) | null,
  stopped: Promise<string>,
): Promise<void> {
  return asMember(terminal, { token }, async (perform, self) => {
    const { workspace } = await self();
    const wanted = { url, description: 'rf webhooks listen', event_types: listOf(events) };
    const { id } = await perform('webhooks.add', wanted);
    try {
      // For 24 hours the secret of the workspace signs too, which a receiver behind --forward may check.
      if (learn !== null) learn((await perform('webhooks.give_secret', { endpoint: id })).secret);
      terminal.out(`Registered for ${workspace.name} (${id}). To send it an event:`);
      terminal.out(`  rf webhooks test ${id} --type band.changed`);
      await perform('webhooks.test', { endpoint: id, type: 'webhook.test' });
      await stopped;
    } finally {
      await removeEndpoint(terminal, perform, id);
    }
  });
}

async function removeEndpoint(terminal: Terminal, perform: Perform, endpoint: string): Promise<void> {
  try {
    await perform('webhooks.remove', { endpoint });
  } catch (error) {
    // If it stayed, its deliveries would fail for five days.
    terminal.err(`The endpoint was not removed. Remove it with rf webhooks remove ${endpoint}`);
    throw error;
  }
  terminal.out('The endpoint was removed');
}

/** Returns the status to respond with: that of the other receiver if the request is forwarded. */
async function receive(
  terminal: Terminal,
  secret: string,
  forward: URL | null,
  request: IncomingMessage,
  json: boolean,
): Promise<number> {
  if (request.method !== 'POST') return 405;
  if (Number(request.headers['content-length'] ?? LARGEST_BODY + 1) > LARGEST_BODY) return 413;
  let body: Buffer;
  try {
    body = await buffer(request);
  } catch {
    terminal.err('A request was aborted before its end');
    return 400;
  }
  const now = terminal.now().getTime();
  const verdict = verifySignatures(secret, request.headers, body, now / 1000);
  const event = readEvent(body.toString());
  printRequest(terminal, verdict, body, event, now, json);
  if (event === null) return 400;
  if (!verdict.signature || !verdict.standard) return 401;
  return forward === null ? 200 : forwardRequest(terminal, forward, request.headers, body);
}

function printRequest(
  terminal: Terminal,
  verdict: Verdict,
  body: Buffer,
  event: WebhookEvent | null,
  now: number,
  json: boolean,
): void {
  const mark = (ok: boolean) => (ok ? 'ok' : 'WRONG');
  if (json) {
    terminal.out(
      JSON.stringify({ received_at: new Date(now).toISOString(), ...verdict, body: body.toString() }),
    );
    return;
  }
  const time = new Date(now).toISOString().slice(11, 19);
  // Any program on this machine can send a request that looks like an event.
  const warning = verdict.signature && verdict.standard ? '' : 'NOT VERIFIED  ';
  terminal.out(`${time}  ${warning}${event === null ? 'the body is not an event' : eventInWords(event)}`);
  terminal.out(
    `          x-rf-signature ${mark(verdict.signature)}, webhook-signature ${mark(verdict.standard)}`,
  );
}

async function forwardRequest(
  terminal: Terminal,
  url: URL,
  given: IncomingHttpHeaders,
  body: Buffer,
): Promise<number> {
  const headers = Object.entries(given).flatMap(([name, value]) =>
    FORWARDED.test(name) ? [[name, String(value)] as [string, string]] : [],
  );
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(FORWARD_MS),
    });
    await response.body?.cancel();
    terminal.out(`          forwarded: ${response.status}`);
    return response.status;
  } catch (error) {
    terminal.out(`          not forwarded: ${(error as Error).cause ?? (error as Error).message}`);
    return 502;
  }
}

function readForward(text: string): URL {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new UsageError(`--forward must be an http or https URL, not "${text}".`);
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

/** Splits "a, b" into a list; undefined if nothing was given. */
function listOf(text: string | undefined): string[] | undefined {
  return text?.split(',').flatMap((part) => part.trim() || []);
}
