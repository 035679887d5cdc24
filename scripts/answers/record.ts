// Records every answer of the server of one checkout, started on a copy of a demo folder.

import { askAgentTools } from './agents.ts';
import { Client } from './client.ts';
import { type ListedOperation, listOperations } from './document.ts';
import { askFreshKey, askPastLimits } from './limits.ts';
import { askAbsent, askPages, askUnreadable } from './pages.ts';
import { Reads } from './reads.ts';
import type { Recording } from './recording.ts';
import { askForScores } from './score-requests.ts';
import { startRecordedServer } from './server.ts';
import { askInOtherWays, askWithKeys, askWithMethods } from './variants.ts';
import { learnWorld, type World } from './world.ts';

/** It may read everything, and its limit is the highest. */
const KEY = 'ENTERPRISE';
/** Counts requests: it is asked for before its keys have been used for anything else. */
const COUNTING = 'getUsage';

export type Ask = (client: Client, at: string) => Promise<void>;

export async function record(checkout: string, demo: string, ask: Ask = askEverything): Promise<Recording> {
  const server = await startRecordedServer(checkout, demo);
  const { at, data } = server;
  const recording: Recording = { format: 1, at, data, normalised: {}, answers: [], bodies: {} };
  const client = new Client(server, recording);
  try {
    await ask(client, at);
  } finally {
    client.close();
    await server.stop();
  }
  return recording;
}

async function askEverything(client: Client, at: string): Promise<void> {
  await askFreshKey(client);
  const document = await client.ask({ operation: 'getOpenApi', target: '/api/openapi.json' });
  const operations = listOperations(document.text!);
  const reads = operations.filter(({ method }) => method === 'GET');
  const usage = reads.filter(({ id }) => id === COUNTING);
  const nothing: World = { providers: [NO_PROVIDER], indicators: [], treeSize: 0, at };
  for (const operation of usage) await askRead(client, operation, nothing);
  const world = await learnWorld(client, at);
  for (const operation of reads) {
    if (operation.id !== COUNTING) await askRead(client, operation, world);
  }
  for (const operation of operations) {
    if (operation.method === 'POST') await askWithMethods(client, operation, operation.path);
  }
  await askAgentTools(client, world);
  await askPages(client, world);
  await askAbsent(client);
  await askUnreadable(client);
  // Last, because they write.
  await askForScores(client);
  await askPastLimits(client);
}

const NO_PROVIDER = { id: '', slug: '', name: '', indicators: [], publishedAt: [] };

async function askRead(client: Client, operation: ListedOperation, world: World): Promise<void> {
  const { id, isKeyed } = operation;
  const reads = new Reads(client, world, KEY);
  await reads.ask(operation);
  const { valid, invalid } = reads.pathsOf(operation);
  // One that there is, one that there is not, and one that cannot be.
  const targets = [...new Set([valid[0]!, valid.at(-1)!, ...invalid.slice(0, 1)])];
  for (const target of targets) {
    const request = { operation: id, target, ...(isKeyed ? { key: KEY } : {}) };
    await askWithKeys(client, request);
    await askInOtherWays(client, request);
  }
  await askWithMethods(client, operation, valid[0]!);
}
