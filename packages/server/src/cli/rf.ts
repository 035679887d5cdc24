// rf: the one command line. A command is one file here and one line below.

import { Command, CommanderError } from 'commander';
import { ConfigError } from '../config.ts';
import { keygenCommand } from './keygen.ts';
import { methodologyCommand } from './methodology.ts';
import { packageCommand } from './package.ts';
import { replayCommand } from './replay.ts';
import { scoreCommand } from './score.ts';
import { serveCommand } from './serve.ts';
import { EXIT, type ExitCode, type Terminal, UsageError } from './terminal.ts';
import { verifyCommand } from './verify.ts';

/** Gives the exit code back to whoever runs the command line. */
export type Finish = (code: ExitCode) => void;

export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let code: ExitCode = EXIT.ok;
  const finish: Finish = (given) => {
    code = given;
  };
  const program = new Command('rf')
    .description('Deterministic risk indicators: score, package, replay, verify and serve.')
    .addHelpText('after', EXIT_CODES_HELP)
    .helpCommand('help [command]', 'show help for a command')
    .showHelpAfterError('(rf --help lists the commands; rf COMMAND --help its options)');
  for (const command of [
    scoreCommand(terminal, finish),
    packageCommand(terminal, finish),
    replayCommand(terminal, finish),
    verifyCommand(terminal, finish),
    keygenCommand(terminal),
    methodologyCommand(terminal, finish),
    serveCommand(terminal),
  ]) {
    program.addCommand(command);
  }
  prepare(program, terminal);
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    if (error instanceof UsageError || error instanceof ConfigError) {
      terminal.err(`rf: ${error.message}`);
      return EXIT.usage;
    }
    terminal.err(`rf: internal error: ${error instanceof Error ? error.stack : String(error)}`);
    return EXIT.internal;
  }
}

/** Output and exits go through the terminal, in every command and the commands below it. */
function prepare(command: Command, terminal: Terminal): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => terminal.out(text.trimEnd()),
    writeErr: (text) => terminal.err(text.trimEnd()),
  });
  for (const child of command.commands) prepare(child, terminal);
}

const EXIT_CODES_HELP = `
Exit codes:
  0   done, and the answer is yes
  1   done, and the answer is no: an invalid run, an altered package, a draft that is not valid
  2   not done: an unknown option, a file that cannot be read
  70  a fault of rf itself`;
