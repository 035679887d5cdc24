// Runs a command beside the tests, and prints a line about it, and its output if it fails.

import { execFile } from 'node:child_process';

export interface Step {
  holds: boolean;
  output: string;
}

export function step(title: string, command: string, ...args: string[]): Promise<Step> {
  const begun = performance.now();
  return new Promise((resolve) => {
    execFile(command, args, { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      console.log(`${error === null ? '✔' : '✖'} ${title} (${seconds} s)`);
      if (error !== null) console.log(stdout + stderr);
      resolve({ holds: error === null, output: stdout });
    });
  });
}
