// One node on SQLite, as most users run it, with what is needed to read and write.

import { cpSync, mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  type DemoCredentials,
  readCredentialsFile,
} from '../../../packages/server/src/demo/credentials-file.ts';
import { holdPort } from '../../../packages/server/src/service/held-port.ts';
import { rfInOwnProcess } from '../../../test/support/rf-process.ts';
import { perform } from '../load/acts.ts';
import { Requests } from '../load/request.ts';
import { NodeProcess } from './node-process.ts';

export interface OneMachine {
  node: NodeProcess;
  requests: Requests;
  credentials: DemoCredentials;
  /** The names of the keys whose creation was confirmed. */
  confirmed: string[];
  /** Creates a key; says what happened. */
  write(): Promise<'done' | 'refused' | 'unavailable' | 'unknown'>;
  /** The status of a read of a score. */
  read(): Promise<number | null>;
  /** The words of the status about what does not work; empty if all does. */
  faults(): Promise<string>;
  /** Stops the node, verifies the store, and names confirmed keys that are lost. */
  judge(): Promise<string[]>;
  remove(): Promise<void>;
}

/** `parent`: the disk that its data is on. `wrap`: a program that starts the node. */
export async function startOneMachine(
  demo: string,
  parent: string,
  env: Record<string, string> = {},
): Promise<OneMachine> {
  const dataDir = path.join(parent, 'data');
  cpSync(demo, dataDir, { recursive: true });
  const logs = mkdtempSync(path.join(os.tmpdir(), 'rf-one-machine-'));
  const settings = { RF_DATA_DIR: dataDir, RF_DAILY_RUN: 'off', ...env };
  const node = new NodeProcess({ name: 'node', port: holdPort().port, folder: logs, env: settings });
  await node.start();
  const requests = new Requests();
  const credentials = readCredentialsFile(dataDir)!;
  const token = credentials.workspaces.find(({ tier }) => tier === 'ENTERPRISE')!.member_token;
  const headers = { 'x-api-key': credentials.keys.CUSTOM };
  const confirmed: string[] = [];
  return {
    ...{ node, requests, credentials, confirmed },
    async write() {
      const name = `probe ${Date.now()} ${Math.random()}`;
      const input = { name, tier: 'FREE' as const, hourly_limit: 1 };
      const { kind } = await perform(requests, node.url, { name: 'keys.create', input, token });
      if (kind === 'done') confirmed.push(name);
      return kind;
    },
    async read() {
      const outcome = await requests.send(`${node.url}/api/v1/scores?limit=3`, { headers });
      return outcome.kind === 'answered' ? outcome.status : null;
    },
    async faults() {
      const outcome = await requests.send(`${node.url}/api/v1/status`);
      if (outcome.kind === 'failed') return outcome.reason;
      const { components } = JSON.parse(outcome.text) as { components: { detail?: string }[] };
      return components
        .map(({ detail }) => detail ?? '')
        .join(' ')
        .trim();
    },
    async judge() {
      const found: string[] = [];
      const code = await node.stop();
      if (code !== 0) found.push(`The node ended with ${code} after SIGTERM.`);
      const verified = await rfInOwnProcess(['verify', '--all'], settings);
      if (verified.code !== 0)
        found.push(`rf verify --all found: ${verified.stdout.slice(-500)}${verified.stderr.slice(-500)}`);
      const { connectStore } = await import('@rf-indicators/core/store/connect');
      const store = await connectStore({ dataDir, databaseUrl: null });
      const kept = new Set(
        (await store.db.selectFrom('api_keys').select('name').execute()).map(({ name }) => name),
      );
      await store.close();
      for (const name of confirmed) if (!kept.has(name)) found.push(`The confirmed key "${name}" is lost.`);
      return found;
    },
    async remove() {
      await node.kill();
      node.closeLog();
      await requests.close();
    },
  };
}
