// Runs the tests, in three suites. All begin on a bare machine: what they need is installed and built first.
//   npm test                  what a person runs before every commit
//   npm run test:system       what a change must also pass before it lands
//   npm run test:full         both with full counts, and a record of the run in docs/contribute/full-test-run.md
//   npm test -- --changed     only what the changes since the last commit can reach; --changed=COMMIT for an older one
//   npm test -- FILE…         only these test files
//   npm test -- --times       also the CPU seconds of each file

import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { demoFolder, demoName } from '../test/support/demo-folder.ts';
import { type PostgresServer, startPostgres } from '../test/support/postgres.ts';
import { changedFiles, reachedTests } from './testing/changed.ts';
import { checkSources } from './testing/check-sources.ts';
import { printTimes } from './testing/file-times.ts';
import { Results } from './testing/results.ts';
import { runGroups } from './testing/run-groups.ts';
import { makeScratch } from './testing/scratch.ts';
import { type Step, step } from './testing/step.ts';
import { allTestFiles, groupsOf, type Suite } from './testing/suites.ts';
import { installSystemPackages } from './testing/system-packages.ts';

const { values, positionals: chosen } = parseArgs({
  args: process.argv.slice(2).map((arg) => (arg === '--changed' ? '--changed=HEAD' : arg)),
  allowPositionals: true,
  options: {
    system: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    times: { type: 'boolean', default: false },
    changed: { type: 'string' },
  },
});
const suite: Suite = values.full ? 'full' : values.system ? 'system' : 'quick';
const COMMANDS: Record<Suite, string> = {
  quick: 'npm test',
  system: 'npm run test:system',
  full: 'npm run test:full',
};
const started = performance.now();
const secondsSinceStart = () => ((performance.now() - started) / 1000).toFixed(0);

const scratch = makeScratch();
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, async () => {
    stop.abort();
    console.log(`\nStopped after ${secondsSinceStart()} s.`);
    await scratch.remove();
    process.exit(128 + os.constants.signals[signal]);
  });
}

if (suite === 'full') process.env.RF_TEST_FULL = '1';
// Most of what a short test file costs is reading its modules: what one process compiled, the next one finds.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url));

const changed = values.changed === undefined ? null : changedFiles(values.changed);
const files = selectFiles();
const runsChecks = chosen.length === 0;
const runsPython = runsChecks && (changed === null || changed.some((file) => file.startsWith('python/')));

// Tests with a browser need the pages of the sources at hand.
await import('../packages/web/build/build.ts');
await import('./build-clients.ts');
await import('./build-guides.ts');
await import('./build-reference.ts');
if (files.length > 0) installSystemPackages();

// System tests run the Python client of the guides in this environment.
if (runsPython && suite !== 'quick') await python('--environment');
const results = new Results(chosen.length > 0);
const failedChecks = await Promise.all([
  runFiles(),
  runsChecks && suite !== 'system' ? checkSources(changed) : [],
  runsPython ? checkPython() : [],
]);
// The run is being cleaned up, and then ends; what its parts say of their end is no result.
if (stop.signal.aborted) await new Promise(() => undefined);
const mutations = suite === 'full' ? await step('Mutations', 'npm', 'run', '--silent', 'mutations') : null;
const failed = [
  ...results.failed,
  ...failedChecks.flat(),
  ...(mutations?.holds === false ? ['mutations'] : []),
];
if (values.times) printTimes(results.cpuSeconds);
if (suite === 'full') record(mutations?.output ?? '');
await scratch.remove();
if (failed.length > 0) console.log(`\nFailed:\n${failed.map((name) => results.describe(name)).join('\n')}`);
console.log(`\n${results.passed} passed, ${failed.length} failed, ${results.skipped} skipped`);
console.log(`${failed.length === 0 ? '✔' : '✖'} ${COMMANDS[suite]} (${secondsSinceStart()} s)`);
process.exit(failed.length === 0 ? 0 : 1);

function selectFiles(): string[] {
  if (chosen.length > 0) return chosen;
  const all = allTestFiles();
  if (changed === null) return all;
  const reached = reachedTests(changed, all);
  const counted = `${changed.length} changed file${changed.length === 1 ? '' : 's'}`;
  if (reached === null) console.log(`${counted}, among them some that every test depends on.`);
  else console.log(`${counted}, which ${reached.length} of ${all.length} test files can reach.`);
  return reached ?? all;
}

async function runFiles(): Promise<string[]> {
  const groups = groupsOf(suite, files, chosen.length > 0);
  if (groups.every((group) => group.files.length === 0)) return [];
  process.env.RF_TEST_TEMPLATES = mkdtempSync(path.join(scratch.folder, 'templates-'));
  // One PostgreSQL server for all test files, started when the first asks for it: each test makes a database of its own.
  process.env.RF_TEST_POSTGRES = 'shared';
  let postgres: Promise<PostgresServer> | null = null;
  const postgresUrl = async () => {
    postgres ??= startPostgres();
    return (await postgres).url;
  };
  // Many tests wait for a process, a browser, a database or a clock.
  const processes = os.availableParallelism() * 2;
  const shared: Record<string, string> = chosen.length > 0 ? {} : { RF_TEST_DEMO_NAME: demoName() };
  const withShared = groups.map((group) => ({ ...group, env: { ...group.env, ...shared } }));
  await runGroups(withShared, processes, results, stop.signal, postgresUrl);
  await (await (postgres as Promise<PostgresServer> | null))?.stop();
  return [];
}

async function checkPython(): Promise<string[]> {
  // Its tests begin with a copy.
  process.env.RF_TEST_DEMO = await demoFolder();
  const { holds } = await (suite === 'quick' ? python() : python(`--${suite}`));
  return holds ? [] : ['the Python package'];
}

function python(...options: string[]): Promise<Step> {
  const script = fileURLToPath(new URL('testing/python.ts', import.meta.url));
  return step(['Python', ...options].join(' '), process.execPath, script, ...options);
}

/** The last full run, in the docs: what was run, when, and what came of it. */
function record(mutationTable: string): void {
  const { passed, skipped } = results;
  const text = [
    '# The last full test run',
    '',
    'Written by `npm run test:full`; the counts behind each check are in the tests themselves.',
    '',
    '| | |',
    '|---|---|',
    `| date | ${new Date().toISOString().slice(0, 10)} |`,
    `| machine | ${os.availableParallelism()} cores, ${os.type()} ${os.arch()}, Node ${process.version} |`,
    `| tests | ${passed} passed, ${results.failed.length} failed, ${skipped} skipped |`,
    `| time | ${secondsSinceStart()} s |`,
    '',
    ...(failed.length === 0 ? [] : ['## Failed', '', ...failed.map((name) => `- ${name}`), '']),
    '## Mutations',
    '',
    'Each mutation was made in a copy of the repository, and at least one test had to fail.',
    '',
    '```',
    mutationTable.trim(),
    '```',
    '',
  ].join('\n');
  writeFileSync('docs/contribute/full-test-run.md', text);
}
