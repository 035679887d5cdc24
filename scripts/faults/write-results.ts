// Writes the measured columns of the table in docs/operate/faults.md.

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DRILLS, FAULTS } from './catalogue.ts';
import type { Result } from './fault.ts';
import type { WorldRun } from './run-world.ts';

const FILE = fileURLToPath(new URL('../../docs/operate/faults.md', import.meta.url));
const BEGIN = '<!-- results: written by npm run faults -- --write -->';
const END = '<!-- end of the results -->';
const HEAD = [
  '| fault | lasts | recovered after | event loop blocked | violations | command |',
  '|---|---|---|---|---|---|',
];

export interface Results {
  /** Of single faults and drills. */
  single: readonly Result[];
  /** The run of all faults on one world, judged at its end; null if it was not made. */
  world: WorldRun | null;
  mixed: { run: WorldRun; minutes: number; seed: number } | null;
}

/** Rows of what was not run this time stay as they were. */
export function writeResults({ single, world, mixed }: Results): void {
  const text = readFileSync(FILE, 'utf8');
  const [before, rest] = text.split(BEGIN) as [string, string];
  const [old, after] = rest.split(END) as [string, string];
  const byName = new Map(single.map((result) => [result.name, result]));
  const keep = (what: string, command: string) =>
    old.split('\n').find((row) => row.endsWith(`| ${command} |`)) ??
    `| ${what} | not run | | | | ${command} |`;
  const rows = [...FAULTS, ...DRILLS].map(({ name, what }) => {
    const command = `\`npm run faults -- ${name}\``;
    const result = byName.get(name);
    return result === undefined ? keep(what, command) : `| ${measured(what, result)} | ${command} |`;
  });
  const all = '`npm run faults`';
  const whole = 'all faults of the three nodes, one after the other, judged at the end';
  rows.push(world === null ? keep(whole, all) : `| ${judged(whole, world)} | ${all} |`);
  const random = mixed === null ? '`npm run faults -- --mixed 10`' : mixedCommand(mixed);
  const what = 'a random fault each minute under mixed load';
  rows.push(mixed === null ? keep(what, random) : `| ${judged(what, mixed.run)} | ${random} |`);
  writeFileSync(FILE, `${before}${BEGIN}\n${[...HEAD, ...rows].join('\n')}\n${END}${after}`);
}

function mixedCommand({ minutes, seed }: { minutes: number; seed: number }): string {
  return `\`npm run faults -- --mixed ${minutes}${seed === 20 ? '' : ` --seed ${seed}`}\``;
}

function measured(
  what: string,
  { seconds, recoverySeconds, longestBlockMs, violations, note }: Result,
): string {
  const recovered = recoverySeconds === null ? 'not recovered' : `${recoverySeconds.toFixed(1)} s`;
  return `${what}${note === undefined ? '' : ` (${note})`} | ${seconds} s | ${recovered} | ${longestBlockMs} ms | ${countOf(violations)}`;
}

function judged(what: string, { results, violations, counts }: WorldRun): string {
  const longest = Math.max(
    ...results.map(({ recoverySeconds }) => recoverySeconds ?? Number.POSITIVE_INFINITY),
  );
  const seconds = results.reduce((sum, result) => sum + result.seconds, 0);
  const shown = ['reads', 'publications', 'confirmed writes', 'events', 'bursts'].map(
    (name) => `${(counts.get(name) ?? 0).toLocaleString('en')} ${name}`,
  );
  const all = [...violations, ...results.flatMap((result) => result.violations)];
  return `${what} (${results.length} faults; ${shown.join(', ')}) | ${seconds} s | at most ${longest.toFixed(1)} s | | ${countOf(all)}`;
}

function countOf(violations: readonly string[]): string {
  return violations.length === 0 ? 'none' : String(violations.length);
}
