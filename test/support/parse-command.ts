// Commands of `rf` in documents: they exist, and take the options and arguments that are written there.

import assert from 'node:assert/strict';
import { makeProgram } from '../../packages/server/src/cli/rf.ts';

/** As far as it is used here. */
type Command = Awaited<ReturnType<typeof makeProgram>>;

/** Parses a line as `rf` does, and does nothing. `file` is where it was found. */
export async function parseCommand(line: string, file: string): Promise<void> {
  const words = [...line.replace(/\s+#.*$/, '').matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain!,
  );
  const args = words.slice(1, words.includes('>') ? words.indexOf('>') : undefined);
  const complaints: string[] = [];
  const silent = {
    out: () => undefined,
    outBytes: () => undefined,
    err: (text: string) => void complaints.push(text),
    readStdin: async () => '',
    readSecret: async () => '',
    isTerminal: false,
    env: {},
    now: () => new Date(),
    untilStopped: () => new Promise<never>(() => undefined),
  };
  const program = await makeProgram(args, silent, () => undefined);
  withoutActs(program);
  await program
    .parseAsync(args, { from: 'user' })
    .catch((error) => assert.fail(`${file}: ${line}\n${error.message}\n${complaints.join('\n')}`));
}

function withoutActs(command: Command): void {
  if (command.commands.length === 0) command.action(() => undefined);
  for (const child of command.commands) withoutActs(child);
}
