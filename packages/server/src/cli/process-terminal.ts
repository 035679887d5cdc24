// The terminal of this process: its streams, environment and signals.

import { text } from 'node:stream/consumers';
import { readSecret } from './hidden-prompt.ts';
import type { StopSignal, Terminal } from './terminal.ts';

export function processTerminal(): Terminal {
  // A reader such as `head` may close the pipe early. That is not an error, and must not stop a server.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  return {
    out: (line) => process.stdout.write(`${line}\n`),
    outBytes: (bytes) => process.stdout.write(bytes),
    err: (line) => process.stderr.write(`${line}\n`),
    readStdin: () => text(process.stdin),
    readSecret: (prompt) => readSecret(process.stdin, process.stderr, prompt),
    isTerminal: process.stderr.isTTY === true,
    env: process.env,
    now: () => new Date(),
    untilStopped,
  };
}

const STOP_SIGNALS: readonly StopSignal[] = ['SIGINT', 'SIGTERM'];
/**
 * Ctrl-C reaches rf from the terminal and once more from each program between that passes signals on, such as npm. All
 * of them are one request to stop. A signal that comes later ends the process at once.
 */
const SAME_REQUEST_MS = 1000;

function untilStopped(): Promise<StopSignal> {
  return new Promise((resolve) => {
    const stop = (signal: NodeJS.Signals) => {
      resolve(signal as StopSignal);
      const ignoreNoMore = () => {
        for (const name of STOP_SIGNALS) process.off(name, stop);
      };
      setTimeout(ignoreNoMore, SAME_REQUEST_MS).unref();
    };
    for (const name of STOP_SIGNALS) process.on(name, stop);
  });
}
