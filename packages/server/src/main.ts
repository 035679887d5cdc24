// Entry point of the rf process: connects the command line to arguments, environment, streams and signals.

import { stdin, stdout } from 'node:process';
import { text } from 'node:stream/consumers';
import { runCommandLine } from './cli/rf.ts';
import type { Terminal } from './cli/terminal.ts';

// A reader such as `head` may close the pipe early. That is not an error, and must not stop a server.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const terminal: Terminal = {
  out: (line) => stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  readStdin: () => text(stdin),
  isTerminal: process.stderr.isTTY === true,
  env: process.env,
  now: () => new Date(),
  untilStopped: () =>
    new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve(signal));
    }),
};

process.exitCode = await runCommandLine(process.argv.slice(2), terminal);
