// The rf command line: loads the command that is called and runs it.

import { Command, Help } from 'commander';
import { COMMAND_GROUPS, COMMANDS } from './commands.ts';
import { printError } from './print-error.ts';
import { EXIT, type ExitCode, type Finish, type Terminal } from './terminal.ts';
import { addUrlOption, calledCommand, withOwnEnvironment } from './url-option.ts';

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

export async function makeProgram(
  args: readonly string[],
  terminal: Terminal,
  finish: Finish,
): Promise<Command> {
  const program = new Command('rf')
    .description('Deterministic risk indicators: score, publish, verify and serve.')
    .addHelpText('after', EXIT_CODES_HELP)
    .helpCommand('help [command]', 'show help for a command')
    .showHelpAfterError('(rf --help lists the commands, rf COMMAND --help the options of a command)');
  const own = withOwnEnvironment(terminal);
  await addCommands(program, calledCommand(args), own, finish);
  addUrlOption(program, own.env);
  prepare(program, terminal);
  return program;
}

/** Loads the command that is called. Of the others, the program has the name and the description, for the help. */
async function addCommands(
  program: Command,
  called: string | undefined,
  terminal: Terminal,
  finish: Finish,
): Promise<void> {
  for (const [group, commands] of Object.entries(COMMAND_GROUPS)) {
    program.commandsGroup(group);
    for (const [name, { description, load }] of Object.entries(commands)) {
      const command = name === called ? (await load())(terminal, finish) : new Command(name);
      program.addCommand(command.description(description));
    }
  }
  program.configureHelp({
    subcommandTerm: (command) => {
      const entry = COMMANDS[command.name()];
      return entry === undefined
        ? new Help().subcommandTerm(command)
        : `${command.name()} ${entry.usage}`.trim();
    },
  });
}

/** Sends the output of a command and its subcommands to the terminal, and throws instead of exiting. */
function prepare(command: Command, terminal: Terminal): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => terminal.out(text.trimEnd()),
    writeErr: (text) => terminal.err(text.trimEnd()),
  });
  for (const child of command.commands) prepare(child, terminal);
}

const EXIT_CODES_HELP = `
Exit codes:
  0   success
  1   the result is negative: invalid inputs, an altered package, a refused request
  2   the command could not run: an unknown option, an unreadable file, no store
  3   rf monitor has found that a log was rewritten or contradicts what is served
  70  internal error in rf
  75  a service could not be reached, or has too much to do; try again later`;
