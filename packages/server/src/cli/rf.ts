// The rf command line: runs the command that is called.

import type { Command } from 'commander';
import { COMMAND_GROUPS } from './commands.ts';
import { printError } from './print-error.ts';
import { type CommandLine, makeProgramOf } from './program.ts';
import { EXIT, type ExitCode, type Finish, type Terminal } from './terminal.ts';

export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let code: ExitCode = EXIT.ok;
  const finish: Finish = (given) => {
    code = given;
  };
  const program = await makeProgram(args, terminal, finish);
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    return printError(error, terminal);
  }
}

export function makeProgram(args: readonly string[], terminal: Terminal, finish: Finish): Promise<Command> {
  return makeProgramOf(RF, args, terminal, finish);
}

const EXIT_CODES_HELP = `
Exit codes:
  0   success
  1   the result is negative: invalid inputs, an altered package, a refused request
  2   the command could not run: an unknown option, an unreadable file, no store
  3   rf monitor has found that a log was rewritten or contradicts what is served
  70  internal error in rf
  75  a service could not be reached, or has too much to do; try again later`;

const RF: CommandLine = {
  groups: COMMAND_GROUPS,
  description: 'Deterministic risk indicators: score, publish, verify and serve.',
  help: EXIT_CODES_HELP,
  url: 'the server to use (RF_URL); without it, the store of this machine',
  audience: 'everyone',
};
