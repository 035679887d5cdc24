// Runs test files in several processes at a time.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FromProcess, ToProcess } from './messages.ts';
import { FileResults, type Results } from './results.ts';
import type { Group } from './suites.ts';

const PROGRAM = fileURLToPath(new URL('test-process.ts', import.meta.url));
const REPORTER = new URL('reporter.ts', import.meta.url).href;
/** A file that hangs is a failure that is reported, not a machine that waits. With full counts, one takes ten minutes. */
const longestFileMinutes = () => (process.env.RF_TEST_FULL === '1' ? 60 : 20);

/** Each process takes the next file when it has finished one. Groups that measure come last, each alone. */
export async function runGroups(
  groups: readonly Group[],
  processes: number,
  results: Results,
  stopped: AbortSignal,
  postgresUrl = noPostgres,
): Promise<void> {
  const queues = groups.map((group) => ({ ...group, files: [...group.files] }));
  const runAll = async (ofThese: typeof queues) => {
    for (const { files, env } of ofThese) {
      // A process that ends too early has failed one file; a new process goes on with the others.
      while (files.length > 0 && !stopped.aborted)
        await runProcess(files, env, results, stopped, postgresUrl);
    }
  };
  const beside = queues.filter(({ measures }) => !measures);
  await Promise.all(Array.from({ length: processes }, () => runAll(beside)));
  await runAll(queues.filter(({ measures }) => measures));
}

/** Starts a process, gives it files until there are none left, and waits for its end. */
async function runProcess(
  files: string[],
  env: Group['env'],
  results: Results,
  stopped: AbortSignal,
  postgresUrl: typeof noPostgres,
): Promise<void> {
  const child = fork(PROGRAM, {
    // It has a reporter of its own, also where this process is a test itself.
    env: { ...process.env, ...env, NODE_TEST_CONTEXT: undefined },
    execArgv: [`--test-reporter=${REPORTER}`],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  // A file may be reported a little after the next one has begun.
  const begun = new Map<string, FileResults>();
  const begin = (file: string) => {
    const started = new FileResults(file, results);
    begun.set(file, started);
    return started;
  };
  let current = begin('before the first test file');
  let isRunning = true;
  let isLate = false;
  let timer: NodeJS.Timeout | undefined;
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => current.printed(text));
  }
  child.on('message', (message: FromProcess) => {
    switch (message.kind) {
      case 'next': {
        const file = files.shift() ?? null;
        isRunning = file !== null;
        current = begin(file ?? 'after the last test file');
        clearTimeout(timer);
        timer = setTimeout(() => {
          isLate = true;
          child.kill('SIGKILL');
        }, longestFileMinutes() * 60_000);
        return child.send({ kind: 'file', file } satisfies ToProcess);
      }
      case 'ended':
        return begun.get(message.names[0]!)?.ended(message);
      case 'diagnostic':
        return current.said(message.text);
      case 'postgres':
        return void postgresUrl().then((url) => child.send({ kind: 'postgres', url } satisfies ToProcess));
      case 'cpu':
        return results.cpuSeconds.set(message.file, message.seconds);
    }
  });
  await once(child, 'close');
  clearTimeout(timer);
  if (stopped.aborted) return;
  const isBroken = child.exitCode !== 0 && ![...begun.values()].some(({ hasFailed }) => hasFailed);
  if (isLate) current.broke(`the file took more than ${longestFileMinutes()} minutes`);
  else if (isRunning || isBroken) current.broke(`the process ended with ${endOf(child)}`);
}

const noPostgres = (): Promise<string> => Promise.reject(new Error('no PostgreSQL server is shared'));

const endOf = ({ exitCode, signalCode }: ChildProcess) => signalCode ?? `exit code ${exitCode}`;
