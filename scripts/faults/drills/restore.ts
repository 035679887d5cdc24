// The drill of a restore: last night's backup goes into an empty PostgreSQL database, and is proven against checkpoints
// that were published before and after it.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { holdPort } from '../../../packages/server/src/service/held-port.ts';
import { createDatabase, startPostgres } from '../../../test/support/postgres.ts';
import { rfInOwnProcess } from '../../../test/support/rf-process.ts';
import { Journal } from '../load/journal.ts';
import { Publications } from '../load/publications.ts';
import { LONGEST_BLOCK_MS } from '../run-fault.ts';
import { NodeProcess } from '../world/node-process.ts';
import { type OneMachine, startOneMachine } from '../world/one-machine.ts';
import type { Drill } from './drill.ts';

const SERVED_WITHIN_MS = 60_000;

export const RESTORE_DRILL: Drill = {
  name: 'restore',
  what: "last night's backup is restored into an empty database, and proven against checkpoints that were published before and after it",
  async run({ demo }) {
    const violations: string[] = [];
    const folder = mkdtempSync(path.join(os.tmpdir(), 'rf-restore-'));
    const machine = await startOneMachine(demo, folder);
    const journal = new Journal();
    const providers = await slugs(machine);
    const publications = new Publications({
      ...{ requests: machine.requests, journal, providers, tokens: machine.credentials.staff },
      nodes: () => [machine.node.url],
      pauseMs: 0,
    });
    const first = sizeOf(await checkpointOf(machine.node.url));
    const older = await answersOf(machine.node.url, machine, providers);
    if (!(await publications.publishOnce())) violations.push('Nothing could be published before the backup.');
    const checkpoint = await checkpointAbove(machine.node.url, first);
    const before = await newAnswers(machine.node.url, machine, providers, older);
    const backup = path.join(folder, 'last-night.backup');
    const dataDir = path.join(folder, 'data');
    const made = await succeed(['backup', backup], { RF_DATA_DIR: dataDir });
    const entries = Number(/(\d+) log entries/.exec(made)![1]);
    if (!(await publications.publishOnce())) violations.push('Nothing could be published after the backup.');
    const newer = await checkpointAbove(machine.node.url, entries);
    const keys = {
      RF_MASTER_KEY: readFileSync(path.join(dataDir, 'master.key'), 'utf8').trim(),
      RF_VERIFIER_KEY: readFileSync(path.join(dataDir, 'verifier.pub'), 'utf8').trim(),
      RF_DAILY_RUN: 'off',
    };
    await machine.remove();
    rmSync(dataDir, { recursive: true });

    const server = await startPostgres();
    const files = { before: path.join(folder, 'before'), after: path.join(folder, 'after') };
    writeFileSync(files.before, checkpoint);
    writeFileSync(files.after, newer);
    const refused = await rfInOwnProcess(['restore', backup, '--checkpoint', files.after], {
      ...keys,
      RF_DATA_DIR: path.join(folder, 'refused'),
      DATABASE_URL: (await createDatabase(server.url)).url,
    });
    if (refused.code === 0)
      violations.push('A backup that lacks published entries was restored without a word.');
    const env = {
      ...keys,
      RF_DATA_DIR: path.join(folder, 'restored'),
      DATABASE_URL: (await createDatabase(server.url)).url,
    };
    const begun = performance.now();
    await succeed(['restore', backup, '--checkpoint', files.before], env);
    const verified = await rfInOwnProcess(['verify', '--all'], env);
    if (verified.code !== 0) violations.push(`rf verify --all found: ${verified.stdout.slice(-500)}`);
    const node = new NodeProcess({ name: 'restored', port: holdPort().port, folder, env });
    await node.start();
    const recoverySeconds = (performance.now() - begun) / 1000;
    const after = await answersOf(node.url, machine, providers);
    for (const [at, text] of before.entries()) {
      if (after[at] !== text)
        violations.push(`The restored service says something else about ${providers[at]}.`);
    }
    const longestBlockMs = node.takeLongestBlock();
    if (longestBlockMs > LONGEST_BLOCK_MS)
      violations.push(`The event loop was blocked for ${longestBlockMs} ms.`);
    await node.stop();
    node.closeLog();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
    violations.push(...journal.violations);
    return {
      name: 'restore',
      seconds: 0,
      recoverySeconds,
      violations,
      longestBlockMs,
    };
  },
};

async function slugs({ requests, node, credentials }: OneMachine): Promise<string[]> {
  const outcome = await requests.send(`${node.url}/api/v1/scores?limit=5`, {
    headers: { 'x-api-key': credentials.keys.CUSTOM },
  });
  if (outcome.kind === 'failed') throw new Error(outcome.reason);
  return (JSON.parse(outcome.text) as { data: { slug: string }[] }).data.map(({ slug }) => slug);
}

/** Scores without what belongs to the address and the moment. */
async function answersOf(
  url: string,
  { credentials }: OneMachine,
  providers: readonly string[],
): Promise<string[]> {
  return Promise.all(
    providers.map(async (slug) => {
      const response = await fetch(`${url}/api/v1/scores/${slug}`, {
        headers: { 'x-api-key': credentials.keys.CUSTOM },
      });
      return (await response.text()).replaceAll(/https?:\/\/[^/"]+/g, '');
    }),
  );
}

/** What is published is served a moment after it was confirmed. */
async function newAnswers(
  url: string,
  machine: OneMachine,
  providers: readonly string[],
  older: readonly string[],
): Promise<string[]> {
  const until = Date.now() + SERVED_WITHIN_MS;
  while (Date.now() < until) {
    const answers = await answersOf(url, machine, providers);
    if (answers.some((text, at) => text !== older[at])) return answers;
    await pause(50);
  }
  throw new Error('The publication is not served.');
}

async function checkpointOf(url: string): Promise<string> {
  return (await fetch(`${url}/log/checkpoint`)).text();
}

/** The second line is the number of entries. */
function sizeOf(checkpoint: string): number {
  return Number(checkpoint.split('\n')[1]);
}

/** The checkpoint of a publication is served a moment after it was confirmed. */
async function checkpointAbove(url: string, entries: number): Promise<string> {
  const until = Date.now() + SERVED_WITHIN_MS;
  while (Date.now() < until) {
    const found = await checkpointOf(url);
    if (sizeOf(found) > entries) return found;
    await pause(50);
  }
  throw new Error('The publication signed no checkpoint.');
}

async function succeed(args: string[], env: Record<string, string>): Promise<string> {
  const { code, stdout, stderr } = await rfInOwnProcess(args, env);
  if (code !== 0) throw new Error(`rf ${args.join(' ')} ended with ${code}: ${stderr.slice(-800)}`);
  return stdout;
}
