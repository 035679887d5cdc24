// The mixed load of a world: reads, publications, console acts, bursts against limits, and a receiver of webhooks.

import { setTimeout as pause } from 'node:timers/promises';
import type { DemoCredentials } from '../../../packages/server/src/demo/credentials-file.ts';
import type { Customer } from '../world/customers.ts';
import { perform } from './acts.ts';
import { Journal } from './journal.ts';
import { burst } from './limit-bursts.ts';
import { LongWindow } from './long-window.ts';
import { Publications } from './publications.ts';
import { Reads } from './reads.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { Requests } from './request.ts';

export interface LoadOptions {
  nodes: () => readonly string[];
  credentials: DemoCredentials;
  customers: readonly Customer[];
  /** Slugs of providers with an indicator. */
  providers: readonly string[];
  /** 0 for none. */
  readsPerSecond: number;
  /** Between two publications, and between two bursts; null for none. */
  publicationPauseMs: number | null;
  burstPauseMs: number | null;
  /** Whether the limits have a fault, or had one a moment ago. */
  hasLimitFault: () => boolean;
}

export interface Load {
  readonly journal: Journal;
  readonly requests: Requests;
  readonly publications: Publications;
  readonly receiver: Receiver;
  readonly longWindow: LongWindow;
  readonly endpointId: string;
  /** For observers of the load. */
  readonly apiKey: string;
  readonly providers: readonly string[];
  readonly memberToken: string;
  stop(): Promise<void>;
  close(): Promise<void>;
}

export async function startLoad(options: LoadOptions): Promise<Load> {
  const { nodes, credentials, customers, providers, hasLimitFault } = options;
  const journal = new Journal();
  const requests = new Requests();
  const workspace = credentials.workspaces.find(({ tier }) => tier === 'ENTERPRISE')!;
  const memberToken = workspace.member_token;
  const receiver = await startReceiver(() => workspace.signing_secret);
  const endpointId = await addEndpoint(requests, nodes()[0]!, memberToken, receiver.url);
  const readers = customers.slice(0, customers.length / 2);
  const bursters = customers.slice(customers.length / 2);
  const apiKeys = readers.map((customer) => customer.apiKey);
  const changing = providers.slice(0, 3);
  const reads = new Reads({
    requests,
    journal,
    nodes,
    apiKeys,
    providers,
    unchanged: new Set(providers).difference(new Set(changing)),
    perSecond: options.readsPerSecond,
  });
  const longWindow = new LongWindow({ requests, journal, nodes, memberToken });
  const publications = new Publications({
    ...{ requests, journal, nodes, tokens: credentials.staff },
    providers: changing,
    pauseMs: options.publicationPauseMs ?? 0,
  });
  let isStopped = false;
  const bursts = async (pauseMs: number) => {
    for (let turn = 0; !isStopped; turn += 1) {
      const { memberToken: burster } = bursters[turn % bursters.length]!;
      await burst({ requests, journal, nodes, memberToken: burster, hasLimitFault });
      await pause(pauseMs);
    }
  };
  if (options.readsPerSecond > 0) reads.start();
  if (options.publicationPauseMs !== null) publications.start();
  const bursting = options.burstPauseMs === null ? null : bursts(options.burstPauseMs);
  if (options.burstPauseMs !== null) await longWindow.start();
  return {
    ...{ journal, requests, publications, receiver, longWindow, endpointId, memberToken, providers },
    apiKey: credentials.keys.CUSTOM,
    async stop() {
      isStopped = true;
      await Promise.all([reads.stop(), publications.stop(), longWindow.stop(), bursting]);
    },
    async close() {
      await receiver.stop();
      await requests.close();
    },
  };
}

async function addEndpoint(requests: Requests, node: string, token: string, url: string): Promise<string> {
  const added = await perform(requests, node, {
    name: 'webhooks.add',
    input: { url, description: 'The receiver of the load', event_types: [], providers: [] },
    token,
  });
  if (added.kind !== 'done') throw new Error(`No webhook endpoint could be added: ${JSON.stringify(added)}`);
  return added.answer.id;
}
