// The application of the service over one state of the store, without a network: it answers whatever needs no key with the
// bytes that a server sends. For exports, which must not have a rendering of their own.

import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { LIMITATIONS_DISCLOSURE } from '@rf-indicators/contract';
import { snapshotReader } from '@rf-indicators/core/desk/snapshots/read-snapshots';
import type { Queries } from '@rf-indicators/core/store/store';
import type { VerifierKey, WitnessKey } from '@rf-indicators/engine';
import type { FastifyInstance } from 'fastify';
import { CallBook } from '../agent/call-book.ts';
import type { ReadId } from '../api/reads.ts';
import { demoDisclosure } from '../demo/disclosure.ts';
import { Connections } from '../http/connections.ts';
import { Credentials } from '../http/credentials.ts';
import { FailureBook } from '../http/failure-book.ts';
import { KeyLookup } from '../http/key-lookup.ts';
import { createLimits } from '../http/limits/limits.ts';
import { Metrics } from '../http/metrics.ts';
import { SharedReads } from '../http/shared-reads.ts';
import { UsageBook } from '../http/usage-book.ts';
import { namesOf } from '../rendering/names/read-names.ts';
import type { Site } from '../rendering/pages/site.ts';
import { Published } from '../rendering/published.ts';
import type { PageReadId, Reading } from '../rendering/reading.ts';
import { type CardDrawer, cardDrawer } from '../workers/cards/drawer.ts';
import { answer } from '../workers/reading/answering.ts';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import type { AppDependencies } from './dependencies.ts';

/** Proofs and keys, which several pages of an indicator are made from, are read once. */
const KEPT_BYTES = 64 * 1024 * 1024;

export interface PublishedAppOptions {
  config: Pick<Config, 'baseUrl' | 'branding' | 'addressLimits' | 'connectionLimits'>;
  /** One state of the store. */
  db: Queries;
  demo: boolean;
  pinned: VerifierKey | null;
  witnesses: readonly WitnessKey[];
  /** What pages are made at, in epoch milliseconds. */
  now: number;
}

export interface PublishedResponse {
  status: number;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

export interface PublishedApp {
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<PublishedResponse>;
  close(): Promise<void>;
}

export async function publishedApp(options: PublishedAppOptions): Promise<PublishedApp> {
  let failure: unknown = null;
  const drawer = cardDrawer();
  const app = buildApp(
    dependenciesOf(options, drawer, (error) => {
      failure = error;
    }),
  );
  await app.ready();
  return {
    get: async (path, headers = {}) => {
      const response = await request(app, path, headers);
      if (response.status < 500) return response;
      throw failure ?? new Error(`${path} was answered with ${response.status}.`);
    },
    close: async () => {
      drawer.close();
      await app.close();
    },
  };
}

function dependenciesOf(
  { config, db, demo, pinned, witnesses, now }: PublishedAppOptions,
  drawer: CardDrawer,
  logError: (error: unknown) => void,
): AppDependencies {
  const { baseUrl } = config;
  const disclosure = demo ? demoDisclosure() : LIMITATIONS_DISCLOSURE;
  const site: Site = { ...config.branding, baseUrl, disclosure };
  const clock = () => now;
  const reading: Reading = {
    ...{ db, baseUrl, disclosure, site, pinned, witnesses, clock },
    snapshots: snapshotReader(db),
    names: namesOf(db),
  };
  const published = new Published(KEPT_BYTES);
  const usage = new UsageBook();
  const failures = new FailureBook(clock);
  const credentials = new Credentials(usage, failures);
  const limits = createLimits(config.addressLimits);
  return {
    ...{ baseUrl, disclosure, site, clock, startedAt: now, witnesses, limits, usage, published },
    admissionControl: {
      ...{ clock, credentials, limits, usage, trustedProxies: null },
      keyLookup: new KeyLookup(async () => null, credentials, { clock, logError }),
    },
    calls: new CallBook(),
    sharedReads: new SharedReads(published),
    reader: {
      read: (id, parameters) => answer(reading, id as ReadId | PageReadId, parameters),
      tool: notServed,
      findNames: notServed,
    },
    drawCard: (card) => drawer.draw(card),
    serviceState: () => ({ startedAt: now, isStopping: false }) as never,
    metrics: new Metrics(),
    connections: new Connections(config.connectionLimits, null),
    requestLog: null,
    tracing: null,
    showsMetricsToLoopback: false,
    logError,
    ...{ api: null, people: null },
    ...{ status: notServed, readScoreRequest: notServed, submitScoreRequest: notServed },
  };
}

function notServed(): never {
  throw new Error('This is a part of a running service, and not of what is published.');
}

/** What is written is kept instead of sent. */
class KeptResponse extends ServerResponse {
  readonly #done: (response: PublishedResponse) => void;
  #headers: Record<string, string> = {};

  constructor(message: IncomingMessage, done: (response: PublishedResponse) => void) {
    super(message);
    this.#done = done;
  }

  /** All responses of the service pass their headers as a flat list. */
  override writeHead(status: number, ...rest: unknown[]): this {
    const list = rest.at(-1) as readonly string[];
    this.statusCode = status;
    for (let at = 0; at < list.length; at += 2) this.#headers[list[at]!.toLowerCase()] = list[at + 1]!;
    return this;
  }

  override end(...given: unknown[]): this {
    const [content] = given;
    const body =
      typeof content === 'string' ? Buffer.from(content) : Buffer.from((content as Uint8Array) ?? []);
    this.#done({ status: this.statusCode, headers: this.#headers, body });
    return this;
  }
}

function request(
  app: FastifyInstance,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<PublishedResponse> {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: '127.0.0.1' });
  const message = new IncomingMessage(socket);
  message.method = 'GET';
  message.url = path;
  message.headers = { host: 'localhost', ...headers };
  message.push(null);
  return new Promise((resolve) => app.routing(message, new KeptResponse(message, resolve)));
}
