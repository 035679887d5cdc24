// A newcomer's way from the README to the first call with a key: a fresh copy of the repository, `npm ci`, `npm start`, and the
// commands of the quick start. readme.system.test.ts runs the same commands in every test run, without the installation.

import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { holdPort } from '../packages/server/src/service/held-port.ts';
import { cases } from './support/counts.ts';
import { cleanUp, temporaryFolder } from './support/lifetime.ts';
import { newcomersEnvironment } from './support/newcomer.ts';
import { repository } from './support/repository.ts';

const run = promisify(execFile);

test('from the README to the first call with a key', {
  skip: cases(true, false),
}, async (t) => {
  const folder = temporaryFolder(t, 'disk');
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: repository,
    encoding: 'utf8',
  });
  for (const file of listed.split('\0').filter((name) => name !== ''))
    cpSync(path.join(repository, file), path.join(folder, file), { force: true });
  const { port } = holdPort();
  const env = { ...newcomersEnvironment(), PORT: String(port) };
  const started = performance.now();
  await run('npm', ['ci'], { cwd: folder, env });
  const service = spawn('npm', ['start'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const ended = once(service, 'exit');
  cleanUp(t, async () => {
    // The group: npm passes signals on to the service only sometimes.
    if (service.exitCode === null) process.kill(-service.pid!, 'SIGTERM');
    await ended;
  });
  // Read to the end: a service whose output nobody reads any more ends.
  await new Promise<void>((resolve, reject) => {
    let banner = '';
    service.stdout.setEncoding('utf8').on('data', (text: string) => {
      banner += text;
      if (banner.includes('listening on')) resolve();
    });
    void ended.then(() => reject(new Error(`The service ended before it listened: ${banner}`)));
  });
  const quickStart = /\n## Quick start\n(.*?)\n## /s.exec(
    readFileSync(path.join(folder, 'README.md'), 'utf8'),
  )![1]!;
  const [keys, calls] = [...quickStart.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block!);
  const script = `${keys}${calls}`
    .replaceAll('localhost:8080', `localhost:${port}`)
    .replaceAll('curl -s ', 'curl -sf ');
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder, env });
  assert.match(stdout, /"rf_decision_object"/);
  // The README promises two minutes; how long a machine with other work takes is no fault.
  t.diagnostic(`${Math.round((performance.now() - started) / 1000)} s`);
});
