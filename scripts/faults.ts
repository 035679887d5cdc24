// Mutation test of the property tests: puts ten deliberate faults into copies of the engine, one per copy, and requires
// that at least one property fails for each. Tests that pass with a faulty engine would prove nothing.

import { type ExecFileException, execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('..', import.meta.url));
const PROPERTIES = ['properties', 'properties-exactness'].map(
  (name) => `packages/engine/test/${name}.test.ts`,
);
const AT_A_TIME = 2;
// Fewer cases than in npm test: a fault that only shows up in rare cases is not covered well enough.
const CASES = '150';
const TIMEOUT_MS = 120_000;

interface Fault {
  name: string;
  /** Under packages/engine/src. */
  file: string;
  /** Must occur in the file exactly once. */
  find: string;
  replacement: string;
}

const COMPUTE = 'scoring/compute.ts';
const METHODOLOGY = 'methodology/methodology.ts';

const FAULTS: Fault[] = [
  {
    name: 'missing scored 50',
    file: COMPUTE,
    find: 'points: div(raw * freshness, FULL),',
    replacement: 'points: reading === null ? 5000 : div(raw * freshness, FULL),',
  },
  {
    name: 'half-up rounding of the uncapped score',
    file: COMPUTE,
    find: 'return div(sum, FULL);',
    replacement: 'return div(sum + FULL / 2, FULL);',
  },
  {
    name: 'expired facts clear hard rules',
    file: COMPUTE,
    find: 'byCriterion[assessment.criterion.index] = assessment;',
    replacement:
      'byCriterion[assessment.criterion.index] = assessment.freshness === 0 ? { ...assessment, reading: null } : assessment;',
  },
  {
    name: 'shortfalls not apportioned',
    file: COMPUTE,
    find: 'assessment.shortfall = shortfalls[index]!;',
    replacement: 'assessment.shortfall = div(assessment.weight * (FULL - assessment.points), FULL);',
  },
  {
    name: 'a cap that raises',
    file: COMPUTE,
    find: 'caps.reduce((lowest, { tier }) => Math.min(lowest, tier.cap), uncapped)',
    replacement: 'caps.length === 0 ? uncapped : Math.min(...caps.map(({ tier }) => tier.cap))',
  },
  {
    name: 'weights not apportioned',
    file: METHODOLOGY,
    find: '({ criterion, weight: weights[index]! })',
    replacement: '({ criterion, weight: div(total * criteria[index]!.entry.weight, sum) })',
  },
  {
    name: 'interpolation reversed',
    file: COMPUTE,
    find: 'div(points[upper - 1]! * (x1 - x) + points[upper]! * (x - x0), x1 - x0)',
    replacement: 'div(points[upper - 1]! * (x - x0) + points[upper]! * (x1 - x), x1 - x0)',
  },
  {
    name: 'freshness ignored',
    file: COMPUTE,
    find: 'if (age <= maxAge) return FULL;',
    replacement: 'if (age >= 0) return FULL;',
  },
  {
    name: 'grade order swapped',
    file: METHODOLOGY,
    find: 'grades: new Map(Object.entries(document.grades)),',
    replacement:
      'grades: new Map(Object.keys(document.grades).map((grade, i, all) => [grade, document.grades[all.at(-1 - i)!]!])),',
  },
  {
    name: 'next band measured from the final score',
    file: COMPUTE,
    find: 'Math.max(0, nextBand.lower - uncapped)',
    replacement: 'Math.max(0, nextBand.lower - final)',
  },
];

// ---- a copy of the engine ----

async function copyEngine(to: string): Promise<void> {
  await mkdir(join(to, 'packages'), { recursive: true });
  const copied = ['package.json', 'src', 'test'].map((part) => join('packages/engine', part));
  await Promise.all(
    [...copied, 'methodology'].map((path) => cp(join(repository, path), join(to, path), { recursive: true })),
  );
  await symlink(join(repository, 'node_modules'), join(to, 'node_modules'));
}

async function insertFault({ name, file, find, replacement }: Fault, copy: string): Promise<void> {
  const path = join(copy, 'packages/engine/src', file);
  const parts = (await readFile(path, 'utf8')).split(find);
  if (parts.length !== 2) {
    const found = parts.length - 1;
    throw new Error(
      `The fault "${name}" no longer applies: its text occurs ${found} times in ${file} instead of once. ` +
        'Update the fault to match the current engine.',
    );
  }
  await writeFile(path, parts.join(replacement));
}

async function inCopy<T>(work: (copy: string) => Promise<T>): Promise<T> {
  const copy = await mkdtemp(join(tmpdir(), 'rf-fault-'));
  try {
    await copyEngine(copy);
    return await work(copy);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

// ---- running the tests in a copy ----

interface Finished {
  error: ExecFileException | null;
  output: string;
  stderr: string;
}

function runNode(args: string[], cwd: string): Promise<Finished> {
  const options = {
    cwd,
    // NODE_TEST_CONTEXT is removed so that the tests do not report to an outer test runner.
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, RF_PROPERTY_CASES: CASES },
    timeout: TIMEOUT_MS,
    maxBuffer: 64 * 1024 * 1024,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, args, options, (error, output, stderr) => {
      resolve({ error, output, stderr });
    });
  });
}

/** The tests import the engine by package name. If that resolved to the repository, no fault would be detected. */
async function checkThatTestsReachTheCopy(copy: string): Promise<void> {
  const ask = "process.stdout.write(import.meta.resolve('@rf-indicators/engine'))";
  const engine = join(copy, 'packages/engine');
  const { output } = await runNode(['--input-type=module', '--eval', ask], engine);
  if (
    !output.startsWith('file:') ||
    !fileURLToPath(output).endsWith(join(copy, 'packages/engine/src/index.ts'))
  ) {
    throw new Error(`The tests in a copy import ${output || 'no engine'} instead of the copy's own engine.`);
  }
}

interface TestResults {
  passed: string[];
  failed: string[];
  /** Why the tests could not be completed; null if they could. */
  aborted: string | null;
}

/** A crash of the faulty engine does not count: a fault must give a wrong score. */
function reasonForAbort({ error, output, stderr }: Finished, tests: number): string | null {
  const ended = error === null || error.code === 1;
  if (!ended || tests === 0) return stderr.trim() || String(error);
  const crash = output.match(/\b(?:Type|Reference|Range|Syntax)Error\b.*/);
  return crash === null ? null : `the engine crashed with ${crash[0]}`;
}

async function runProperties(copy: string): Promise<TestResults> {
  const finished = await runNode(
    ['--test', '--test-isolation=none', '--test-reporter=tap', ...PROPERTIES],
    copy,
  );
  const names = (verdict: string) =>
    [...finished.output.matchAll(new RegExp(`^${verdict} \\d+ - (.*)$`, 'gm'))].map(([, name]) => name!);
  const [passed, failed] = [names('ok'), names('not ok')];
  return { passed, failed, aborted: reasonForAbort(finished, passed.length + failed.length) };
}

interface Verdict {
  name: string;
  /** Why the fault was not detected, or why the copy without a fault fails; null if all is well. */
  problem: string | null;
  caughtBy: string[];
  samples: boolean;
  seconds: number;
}

const isProperty = (name: string): boolean => /^P\d+ /.test(name);

/** Shortens "P4 disclosure: adding a missing input ..." to "P4 disclosure". */
function shortNames(names: string[]): string[] {
  return [...new Set(names.filter(isProperty).map((name) => name.split(':')[0]!))];
}

function problemWithFault({ failed, aborted }: TestResults): string | null {
  if (aborted !== null) return `the tests were aborted: ${aborted}`;
  return failed.some(isProperty) ? null : 'no property detected it';
}

function problemWithoutFault({ passed, failed, aborted }: TestResults): string | null {
  if (aborted !== null) return `the tests were aborted: ${aborted}`;
  if (failed.length > 0) return `these tests fail without a fault: ${failed.join('; ')}`;
  return passed.some(isProperty) ? null : 'the tests contain no property';
}

async function judge(fault: Fault | null): Promise<Verdict> {
  const started = performance.now();
  const results = await inCopy(async (copy) => {
    if (fault === null) await checkThatTestsReachTheCopy(copy);
    else await insertFault(fault, copy);
    return await runProperties(copy);
  });
  return {
    name: fault?.name ?? '(no fault)',
    problem: fault === null ? problemWithoutFault(results) : problemWithFault(results),
    caughtBy: shortNames(results.failed),
    samples: results.failed.some((name) => name.startsWith('samples:')),
    seconds: (performance.now() - started) / 1000,
  };
}

/** Reports a fault that cannot be tested as a failure, without ending the script. */
async function judgeSafely(fault: Fault | null): Promise<Verdict> {
  try {
    return await judge(fault);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { name: fault?.name ?? '(no fault)', problem, caughtBy: [], samples: false, seconds: 0 };
  }
}

async function judgeAll(faults: (Fault | null)[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < faults.length) {
      const at = next;
      next += 1;
      verdicts[at] = await judgeSafely(faults[at]!);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  return verdicts;
}

// ---- the table ----

function printTable(verdicts: Verdict[]): void {
  const rows = verdicts.map(({ name, problem, caughtBy, samples, seconds }) => [
    name,
    `${seconds.toFixed(1)} s`,
    samples ? 'fail' : 'pass',
    problem === null ? caughtBy.join(', ') || 'all pass' : `FAILED: ${problem}`,
  ]);
  const table = [['fault', 'time', 'samples', 'caught by'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]!.length)));
  for (const row of table) {
    console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  }
}

const started = performance.now();
const verdicts = await judgeAll([null, ...FAULTS]);
printTable(verdicts);
const failed = verdicts.filter(({ problem }) => problem !== null).length;
const caught = verdicts.slice(1).filter(({ problem }) => problem === null).length;
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(`\n${caught} of ${FAULTS.length} faults caught in ${seconds} s.`);
if (failed > 0) process.exitCode = 1;
