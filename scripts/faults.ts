// Breaks the parts of a running world on purpose, one after the other, and checks what must hold. See docs/operate/faults.md.
//   npm run faults                    every fault, for its full time (about 40 minutes)
//   npm run faults -- NAME...         only these
//   npm run faults -- --mixed 10      mixed load for ten minutes, with a random fault each minute
//   npm run faults -- --short         for the time that the tests take
//   npm run faults -- --list          names only
//   npm run faults -- --write         also writes the results into docs/operate/faults.md

import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { DRILLS, FAULTS, MIXED_FAULTS } from './faults/catalogue.ts';
import type { Result } from './faults/fault.ts';
import { runMixed } from './faults/mixed.ts';
import { PROMISED } from './faults/pace.ts';
import { runFaults, runWorld, tellResult, type WorldRun } from './faults/run-world.ts';
import { makeDemo } from './faults/world/demo.ts';
import { writeResults } from './faults/write-results.ts';
import { installFaultPackages } from './testing/system-packages.ts';

const { values, positionals } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    mixed: { type: 'string' },
    seed: { type: 'string', default: '20' },
    demo: { type: 'string' },
  },
  allowPositionals: true,
});
const tell = (line: string) => console.error(line);
const all = [...FAULTS, ...DRILLS];
if (values.list) {
  for (const { name, what } of all) console.log(`${name.padEnd(24)} ${what}`);
  process.exit(0);
}
const unknown = positionals.find((name) => all.every((fault) => fault.name !== name));
if (unknown !== undefined) {
  tell(`There is no fault "${unknown}". npm run faults -- --list shows all of them.`);
  process.exit(2);
}
const minutes = values.mixed === undefined ? null : Number(values.mixed);
if (minutes !== null && !(minutes > 0)) {
  tell(`--mixed takes a number of minutes, not "${values.mixed}".`);
  process.exit(2);
}
if (values.write && values.short) {
  tell('--write is for full runs: the docs say how long each cause lasts.');
  process.exit(2);
}
installFaultPackages();
const isChosen = ({ name }: { name: string }) =>
  positionals.length === 0 ? values.mixed === undefined : positionals.includes(name);
const demo = values.demo ?? (await makeDemo(tell));
// It has a master key.
if (values.demo === undefined) process.on('exit', () => rmSync(demo, { recursive: true, force: true }));
const form = values.short ? 'short' : 'full';
const results: Result[] = [];
let world: WorldRun | null = null;
let mixed: { run: WorldRun; minutes: number; seed: number } | null = null;
for (const drill of DRILLS.filter(isChosen)) {
  const obstacle = drill.obstacle?.() ?? null;
  tell(`${drill.name}: ${drill.what}`);
  if (obstacle !== null) {
    tell(`  not run: ${obstacle}`);
    continue;
  }
  const result = await drill.run({ demo, isFull: form === 'full', pace: PROMISED, tell });
  tellResult(result, tell);
  results.push(result);
}
const faults = FAULTS.filter(isChosen);
if (faults.length > 0) {
  world = await runWorld({ demo, tell }, (started) => runFaults(started, faults, form, tell));
  results.push(...world.results);
}
if (minutes !== null) {
  const seed = Number(values.seed);
  const options = { minutes, seed, everySeconds: 60, mostSeconds: 20, tell };
  const run = await runWorld({ demo, tell }, (started) => runMixed(started, MIXED_FAULTS, options));
  mixed = { run, minutes, seed };
}
const worlds = [world, mixed?.run ?? null].filter((run) => run !== null);
for (const { counts } of worlds) {
  for (const [what, count] of [...counts].sort()) console.log(`${String(count).padStart(8)}  ${what}`);
}
const violations = [...results, ...worlds, ...worlds.flatMap((world) => world.results)].flatMap(
  (one) => one.violations,
);
for (const violation of new Set(violations)) console.log(`VIOLATION: ${violation}`);
if (values.write)
  writeResults({ single: results, world: faults.length === FAULTS.length ? world : null, mixed });
process.exit(violations.length === 0 ? 0 : 1);
