// Reads again what was verified before, so that a later change is found: all of it, or a random sample in each round.

import { randomInt } from 'node:crypto';
import { leafHash, rootFrom, treeInMemory } from '@rf-indicators/engine';
import type { Finding } from './alarm.ts';
import type { FollowedLog } from './follow-log.ts';
import { checkConfirmation, checkEntry, checkList, checkStatement } from './logged-checks.ts';
import type { Source } from './source.ts';
import type { MonitorState } from './state.ts';
import { readEntries, TILE_WIDTH } from './tiles.ts';

const AT_ONCE = 8;

export interface Recheck {
  /** How many of each kind; null for all. */
  sample: number | null;
  progress?: (done: number, all: number) => void;
}

export async function recheck(
  source: Source,
  log: FollowedLog,
  { facts }: MonitorState,
  { sample, progress }: Recheck,
): Promise<Finding[]> {
  const entries =
    sample === null ? await checkAllEntries(source, log) : await checkSomeEntries(source, log, sample);
  const tasks = [
    ...chosen(Object.entries(facts.statements), sample).map(
      ([id, index]) =>
        () =>
          checkStatement(source, log, index, id),
    ),
    ...chosen(Object.entries(facts.confirmations), sample).map(
      ([index, run]) =>
        () =>
          checkConfirmation(source, log, Number(index), run),
    ),
    ...chosen(Object.entries(facts.lists), sample).map(
      ([index, list]) =>
        async () =>
          (await checkList(source, Number(index), list)).findings,
    ),
  ];
  return [...entries, ...(await runTasks(tasks, progress))];
}

/** Runs some at a time, so that a long first round does not take hours. */
export async function runTasks(
  tasks: readonly (() => Promise<Finding[]>)[],
  progress: (done: number, all: number) => void = () => undefined,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  let next = 0;
  let done = 0;
  const worker = async () => {
    while (next < tasks.length) {
      const task = tasks[next]!;
      next += 1;
      findings.push(...(await task()));
      done += 1;
      progress(done, tasks.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return findings;
}

/** The whole log again, from its entries alone. */
async function checkAllEntries(source: Source, { tree }: FollowedLog): Promise<Finding[]> {
  const hashes: Uint8Array[] = [];
  for (let tile = 0; tile * TILE_WIDTH < tree.size; tile += 1) {
    for (const bytes of await readEntries(source, tree.size, tile)) hashes.push(await leafHash(bytes));
  }
  const root = Buffer.from(await rootFrom(tree.size, await treeInMemory(hashes)));
  if (root.toString('base64') === tree.root) return [];
  return [{ code: 'leaf_changed', detail: `The ${tree.size} entries no longer lead to the signed root.` }];
}

async function checkSomeEntries(source: Source, log: FollowedLog, sample: number): Promise<Finding[]> {
  const findings: Finding[] = [];
  const { size } = log.tree;
  for (let taken = 0; taken < Math.min(sample, size); taken += 1) {
    const index = randomInt(size);
    const bundle = await readEntries(source, size, Math.floor(index / TILE_WIDTH));
    findings.push(...(await checkEntry(log, index, bundle[index % TILE_WIDTH]!)));
  }
  return findings;
}

/** A random part, or everything if `most` is null. */
export function chosen<T>(all: readonly T[], most: number | null): T[] {
  if (most === null || all.length <= most) return [...all];
  const picked = new Set<number>();
  while (picked.size < most) picked.add(randomInt(all.length));
  return [...picked].map((index) => all[index]!);
}
