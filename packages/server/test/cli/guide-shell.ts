// A shell for the commands of a guide.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { cleanUp, type Lifetime, temporaryFolder } from '../../../../test/support/lifetime.ts';
import { RUN_MARK } from '../../../../test/support/rf-process.ts';

export interface Printed {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs scripts with sh in a folder; their rf is the one of the repository, in one process for all of them. */
export async function openShell(
  t: Lifetime,
  folder: string,
): Promise<(script: string, token: string) => Promise<Printed>> {
  const tools = temporaryFolder(t);
  const environment = { ...RUN_MARK, HOME: tools, TMPDIR: tools };
  const socket = path.join(tools, 'socket');
  const rf = `#!/bin/sh
output=$(mktemp -d)
code=$(printf '%s\\0' "$output" "$RF_TOKEN" "$@" | curl -sS --unix-socket '${socket}' --data-binary @- http://rf/)
cat "$output/out"
cat "$output/err" >&2
exit "$code"
`;
  mkdirSync(path.join(tools, 'bin'));
  writeFileSync(path.join(tools, 'bin/rf'), rf, { mode: 0o755 });
  const entry = fileURLToPath(new URL('./one-process.ts', import.meta.url));
  const server = spawn(process.execPath, [entry, socket], {
    cwd: folder,
    env: environment,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  cleanUp(t, async () => {
    server.kill();
    await ended;
  });
  await Promise.race([
    once(server.stdout, 'data'),
    ended.then(() => assert.fail('the process of rf ended before it listened')),
  ]);
  const PATH = [path.join(tools, 'bin'), path.dirname(process.execPath), process.env.PATH].join(':');
  return async (script: string, token: string): Promise<Printed> => {
    const shell = spawn('sh', ['-e', '-c', script], {
      cwd: folder,
      env: { ...environment, PATH, RF_TOKEN: token },
    });
    shell.stdin.end();
    const [stdout, stderr, [code]] = await Promise.all([
      text(shell.stdout),
      text(shell.stderr),
      once(shell, 'close'),
    ]);
    return { code, stdout, stderr };
  };
}
