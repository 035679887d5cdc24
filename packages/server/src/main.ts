// The process: arguments and environment in, exit code out. Nothing else touches it.

import { stdin, stdout } from 'node:process';
import { text } from 'node:stream/consumers';
import { runCommandLine } from './cli/rf.ts';
import type { Terminal } from './cli/terminal.ts';

// A reader that has seen enough, such as `head`, is no fault, and no reason for a server to stop.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/**
 * Ctrl-C reaches rf from the terminal and once more from each program between that passes signals on, such as npm. All
 * of them are one request to stop. A signal that comes later ends the process at once.
 */
const SAME_REQUEST_MS = 1000;

const terminal: Terminal = {
  out: (line) => stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  readStdin: () => text(stdin),
  isTerminal: process.stderr.isTTY === true,
  env: process.env,
  now: () => new Date(),
  untilStopped,
};

process.exitCode = await runCommandLine(process.argv.slice(2), terminal);

function untilStopped(): Promise<string> {
  return new Promise((resolve) => {
    const stop = (signal: string) => {
      resolve(signal);
      const ignoreNoMore = () => {
        for (const name of STOP_SIGNALS) process.off(name, stop);
      };
      setTimeout(ignoreNoMore, SAME_REQUEST_MS).unref();
    };
    for (const name of STOP_SIGNALS) process.on(name, stop);
  });
}
