// npm test: everything that must hold, in one command on a bare machine.
//   npm test -- FILE…     only these test files
//   npm test -- --times   also the CPU seconds of each file
//   npm run test:full     the full counts, and a record of the run in docs/full-test-run.md

import { execFile } from 'node:child_process';
import { chmodSync, globSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeDemoFolder } from '../test/support/demo-folder.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { printTimes } from './testing/file-times.ts';
import { runTests, type Summary } from './testing/run-tests.ts';
import { installSystemPackages } from './testing/system-packages.ts';

const args = process.argv.slice(2);
const full = args.includes('--full');
const system = args.includes('--system');
const chosen = args.filter((arg) => !arg.startsWith('--'));
const started = performance.now();

if (full) process.env.RF_TEST_FULL = '1';
// Most of what a short test file costs is reading its modules: what one process compiled, the next one finds.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url));
// Tests with a browser need the pages of the sources at hand.
await import('../packages/web/build/build.ts');
await import('./build-clients.ts');
if (chosen.length === 0) installSystemPackages();
// Beside what follows, which often waits for something.
const sourcesHold = chosen.length > 0 ? true : checkSources();
const pythonIsReady = chosen.length > 0 ? true : python('--environment');

// The demo's story goes on to today; in tests it ends, so that they do not grow with it.
process.env.RF_DEMO_UNTIL = '2026-11-10';

// What tests write lies in memory where there is enough of it; those that are about disks ask for one.
process.env.RF_TEST_DISK = os.tmpdir();
const scratch = mkdtempSync(path.join(memoryFolder() ?? os.tmpdir(), 'rf-tests-'));
// PostgreSQL runs as another user, below it.
chmodSync(scratch, 0o755);
process.env.TMPDIR = scratch;
process.env.RF_TEST_TEMPLATES = mkdtempSync(path.join(scratch, 'templates-'));
// Also when this process fails: nothing is left in memory.
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

// One PostgreSQL server for all test files, on which each test makes a database of its own; and one demo world, which
// every test that serves one begins with a copy of.
const [postgres, demo] = await Promise.all([startPostgres(), makeDemoFolder()]);
process.env.RF_TEST_POSTGRES = postgres.url;
process.env.RF_TEST_DEMO = demo.folder;

const files =
  chosen.length > 0
    ? chosen
    : globSync(['packages/*/test/**/*.test.ts', 'test/**/*.test.ts'])
        .filter((file) => full || file.endsWith('.system.test.ts') === system)
        .sort();
const times = args.includes('--times') ? path.join(scratch, 'times') : null;
if (times !== null) process.env.RF_TEST_TIMES = times;
const [summary, ...checks] = await Promise.all([
  runTests(files, mkdtempSync(path.join(scratch, 'batches-'))),
  sourcesHold,
  chosen.length > 0 || checkPython(),
]).finally(async () => {
  demo.remove();
  await postgres.stop();
});
if (times !== null) printTimes(times);
// What the tests shared is gone; tests in the mutations' copies make their own.
for (const name of ['RF_TEST_DEMO', 'RF_TEST_POSTGRES', 'RF_TEST_TEMPLATES']) delete process.env[name];
const mutations = full ? await step('Mutations', 'npm', 'run', '--silent', 'mutations') : null;
if (full) record(summary, mutations?.output ?? '');
const holds = summary.failed === 0 && checks.every(Boolean) && mutations?.holds !== false;
console.log(`${holds ? '✔' : '✖'} npm test (${((performance.now() - started) / 1000).toFixed(0)} s)`);
process.exit(holds ? 0 : 1);

/** A folder in memory with room for all that the tests write; null where there is none. */
function memoryFolder(): string | null {
  const folder = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= 4 * 1024 ** 3 ? folder : null;
  } catch {
    return null;
  }
}

interface Step {
  holds: boolean;
  output: string;
}

/** Runs a command and prints a line about it, and its output if it fails. */
function step(title: string, command: string, ...commandArgs: string[]): Promise<Step> {
  const begun = performance.now();
  return new Promise((resolve) => {
    execFile(command, commandArgs, { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      console.log(`${error === null ? '✔' : '✖'} ${title} (${seconds} s)`);
      if (error !== null) console.log(stdout + stderr);
      resolve({ holds: error === null, output: stdout });
    });
  });
}

/** Whether types, format and lint hold. */
async function checkSources(): Promise<boolean> {
  const types = await step('Types', 'npm', 'run', '--silent', 'typecheck');
  const lint = await step('Format, lint and import boundaries', 'npm', 'run', '--silent', 'lint');
  return types.holds && lint.holds;
}

/** Whether the Python package's checks hold. */
async function checkPython(): Promise<boolean> {
  return (await pythonIsReady) && python(...(full ? ['--full'] : []));
}

/** Whether a part of them holds; what it says is printed when it is through. */
function python(...options: string[]): Promise<boolean> {
  const script = fileURLToPath(new URL('testing/python.ts', import.meta.url));
  return new Promise((resolve) => {
    const limits = { maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, [script, ...options], limits, (error, stdout, stderr) => {
      console.log(`${stdout}${stderr}`.trimEnd());
      resolve(error === null);
    });
  });
}

/** The last full run, in the docs: what was run, when, and what came of it. */
function record({ passed, skipped, failed, seconds }: Summary, faultTable: string): void {
  const text = [
    '# The last full test run',
    '',
    'Written by `npm run test:full`; the counts behind each check are in the tests themselves.',
    '',
    '| | |',
    '|---|---|',
    `| date | ${new Date().toISOString().slice(0, 10)} |`,
    `| machine | ${os.availableParallelism()} cores, ${os.type()} ${os.arch()}, Node ${process.version} |`,
    `| tests | ${passed} passed, ${failed} failed, ${skipped} skipped |`,
    `| time | ${seconds.toFixed(0)} s of tests, ${((performance.now() - started) / 1000).toFixed(0)} s in all |`,
    '',
    '## Mutations',
    '',
    'Each mutation was made in a copy of the repository, and at least one test had to fail.',
    '',
    '```',
    faultTable.trim(),
    '```',
    '',
  ].join('\n');
  writeFileSync('docs/full-test-run.md', text);
}
