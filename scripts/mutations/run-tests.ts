// Runs test files in a copy.

import { type ExecFileException, execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Only ends tests that hang: on a busy machine a file can take minutes. */
const TIMEOUT_PER_FILE_MS = 10 * 60_000;

interface Finished {
  error: ExecFileException | null;
  output: string;
  stderr: string;
}

function runNode(args: string[], cwd: string, environment: Record<string, string>): Promise<Finished> {
  const files = args.filter((arg) => arg.endsWith('.test.ts')).length;
  const options = {
    cwd,
    // NODE_TEST_CONTEXT is removed so that the tests do not report to an outer test runner.
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...environment },
    timeout: TIMEOUT_PER_FILE_MS * Math.max(1, files),
    maxBuffer: 64 * 1024 * 1024,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, args, options, (error, output, stderr) => {
      resolve({ error, output, stderr });
    });
  });
}

/** Tests import the packages by name. If a name resolved to the repository, no mutation would be detected. */
export async function requireOwnModule(
  copy: string,
  from: string,
  module: string,
  file: string,
): Promise<void> {
  const ask = `process.stdout.write(import.meta.resolve('${module}'))`;
  const { output } = await runNode(['--input-type=module', '--eval', ask], join(copy, from), {});
  if (!output.startsWith('file:') || fileURLToPath(output) !== join(copy, file)) {
    throw new Error(
      `The tests in a copy import ${output || `no ${module}`} instead of the copy's own ${file}.`,
    );
  }
}

export interface TestResults {
  passed: string[];
  failed: string[];
  /** Why the tests could not be completed; null if they could. */
  aborted: string | null;
}

export async function runTests(
  copy: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<TestResults> {
  const finished = await runNode(['--test', '--test-reporter=tap', ...args], copy, environment);
  const names = (verdict: string) =>
    [...finished.output.matchAll(new RegExp(`^${verdict} \\d+ - (.*)$`, 'gm'))]
      .map(([, name]) => name!)
      .filter((name) => !/ # SKIP\b/.test(name));
  const [passed, failed] = [names('ok'), names('not ok')];
  return { passed, failed, aborted: reasonForAbort(finished, [...passed, ...failed]) };
}

/** A crash of the mutated code does not count: a mutation must give a wrong result. */
function reasonForAbort({ error, output, stderr }: Finished, tests: string[]): string | null {
  const ended = error === null || error.code === 1;
  if (!ended || tests.length === 0) return stderr.trim() || String(error);
  // The runner reports a file that does not load as a test with the name of the file.
  const file = tests.find((name) => name.endsWith('.test.ts'));
  if (file !== undefined) {
    const [, reason = 'unknown'] = output.match(/^# (\w*Error\b.*)$/m) ?? [];
    return `${file} did not load: ${reason}`;
  }
  const crash = output.match(/\b(?:Type|Reference|Range|Syntax)Error\b.*/);
  return crash === null ? null : `the code crashed with ${crash[0]}`;
}
