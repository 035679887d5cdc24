// Runs the real command, as a person at a shell would.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

export const repository = fileURLToPath(new URL('../../../../', import.meta.url));
export const SAMPLES = path.join(repository, 'methodology/samples/providers.json');
export const FRAMEWORK = path.join(repository, 'methodology/rf-framework-1.0.json');
const LAUNCHER = path.join(repository, 'packages/server/bin/rf.mjs');

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

export function rf(
  args: string[],
  options: { input?: string; env?: Record<string, string> } = {},
): Promise<Outcome> {
  const child = spawn(process.execPath, [LAUNCHER, ...args], { env: { ...process.env, ...options.env } });
  const outcome: Outcome = { code: null, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    outcome.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    outcome.stderr += text;
  });
  child.stdin.end(options.input ?? '');
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ ...outcome, code }));
  });
}

const cleanUps = new WeakMap<TestContext, (() => unknown)[]>();

/** What was made last is cleaned up first: a store is closed before its database is dropped. */
export function cleanUp(t: TestContext, act: () => unknown): void {
  const acts = cleanUps.get(t) ?? [];
  acts.push(act);
  if (acts.length > 1) return;
  cleanUps.set(t, acts);
  t.after(async () => {
    for (const next of acts.reverse()) await next();
  });
}

/** A folder that is gone when the test is. */
export function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rf-test-'));
  cleanUp(t, () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A server of its own on a free port; it is gone when the test is. */
export async function startServer(
  t: TestContext,
): Promise<{ url: string; dataDir: string; stop: () => Promise<number | null> }> {
  const dataDir = temporaryFolder(t);
  const child = spawn(process.execPath, [LAUNCHER, 'serve', '--demo'], {
    env: { ...process.env, PORT: '0', RF_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  cleanUp(t, () => child.kill('SIGKILL'));
  let banner = '';
  for await (const text of child.stdout.setEncoding('utf8')) {
    banner += text;
    const url = /listening on (\S+)/.exec(banner)?.[1];
    if (url) {
      child.stdout.resume();
      const stop = () => {
        child.kill('SIGTERM');
        return exited;
      };
      return { url, dataDir, stop };
    }
  }
  throw new Error(`the server ended before it listened: ${banner}`);
}
