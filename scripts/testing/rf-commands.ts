// Runs rf commands for the Python tests, all in one process: starting rf takes longer than most commands. Reads the
// arguments of a command from each line, and writes its exit code and output as a line.

import { createInterface } from 'node:readline';
import { runCommandLine } from '../../packages/server/src/cli/rf.ts';

for await (const line of createInterface({ input: process.stdin })) {
  const stdout: Uint8Array[] = [];
  const stderr: string[] = [];
  const code = await runCommandLine(JSON.parse(line), {
    out: (text) => stdout.push(Buffer.from(`${text}\n`)),
    outBytes: (bytes) => stdout.push(bytes),
    err: (text) => stderr.push(`${text}\n`),
    readStdin: async () => '',
    readSecret: async () => '',
    isTerminal: false,
    env: process.env,
    now: () => new Date(),
    untilStopped: () => new Promise(() => undefined),
  });
  const finished = { code, stdout: Buffer.concat(stdout).toString('utf8'), stderr: stderr.join('') };
  process.stdout.write(`${JSON.stringify(finished)}\n`);
}
