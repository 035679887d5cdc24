// Runs an rf command in a process of its own. It needs no test runner, so scripts use it too.

import { spawn } from 'node:child_process';
import path from 'node:path';
import { repository } from './repository.ts';

export const LAUNCHER = path.join(repository, 'packages/server/bin/rf.mjs');

/** For processes with an environment of their own: npm test finds by it what a run has started. */
export const RUN_MARK: Record<string, string> =
  process.env.RF_TEST_RUN === undefined ? {} : { RF_TEST_RUN: process.env.RF_TEST_RUN };

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** For commands that take the process's standard input and output, and for scripts. */
export function rfInOwnProcess(
  args: string[],
  env: Record<string, string> = {},
  launcher = LAUNCHER,
): Promise<Outcome> {
  const child = spawn(process.execPath, [launcher, ...args], { env: { ...process.env, ...env } });
  const outcome: Outcome = { code: null, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    outcome.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    outcome.stderr += text;
  });
  child.stdin.end();
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ ...outcome, code }));
  });
}
