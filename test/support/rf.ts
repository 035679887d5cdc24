// Runs rf commands in the process of the test.

import type { Outcome } from './rf-process.ts';

/**
 * The command line in this process, with a terminal that keeps what is written to it: nothing in it touches the process
 * itself. How a process is started and ended is tested with real ones.
 */
export async function rf(
  args: string[],
  { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {},
): Promise<Outcome> {
  // Loaded here: most test files never run a command.
  const { runCommandLine } = await import('../../packages/server/src/cli/rf.ts');
  const outcome: Outcome = { code: null, stdout: '', stderr: '' };
  outcome.code = await runCommandLine(args, {
    out: (line) => {
      outcome.stdout += `${line}\n`;
    },
    outBytes: (bytes) => {
      outcome.stdout += Buffer.from(bytes).toString('latin1');
    },
    err: (line) => {
      outcome.stderr += `${line}\n`;
    },
    readStdin: async () => input,
    readSecret: async () => input,
    isTerminal: false,
    env: { ...process.env, ...env },
    now: () => new Date(),
    untilStopped: () => new Promise(() => undefined),
  });
  return outcome;
}
