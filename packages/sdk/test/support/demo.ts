// Starts the real service with its demo world on a free port, and stops it after the tests of the file.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { copyDemo } from '../../../../test/support/demo-folder.ts';

export const repository = fileURLToPath(new URL('../../../../', import.meta.url));

export interface Demo {
  url: string;
  keys: Record<'FREE' | 'PROFESSIONAL' | 'ENTERPRISE' | 'CUSTOM' | 'AGENT', string>;
}

export async function startDemo(): Promise<Demo> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'rf-sdk-'));
  copyDemo(dataDir);
  const child = spawn(
    process.execPath,
    [path.join(repository, 'packages/server/bin/rf.mjs'), 'serve', '--demo'],
    {
      env: { ...process.env, PORT: '0', RF_DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const exited = once(child, 'exit');
  const end = () => child.kill('SIGKILL');
  // `after` does not run if the file fails before its first test.
  process.on('exit', end);
  after(async () => {
    end();
    await exited;
    process.off('exit', end);
    rmSync(dataDir, { recursive: true, force: true });
  });
  const url = await new Promise<string>((resolve, reject) => {
    let banner = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      banner += text;
      const found = /listening on (\S+)/.exec(banner)?.[1];
      if (found) resolve(found);
    });
    void exited.then(() => reject(new Error(`The server ended before it listened: ${banner}`)));
  });
  const { keys } = JSON.parse(readFileSync(path.join(dataDir, 'demo-credentials.json'), 'utf8'));
  return { url, keys };
}
