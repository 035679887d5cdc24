// The program of a command line: loads the command that is called.

import { Command, Help } from 'commander';
import type { Audience } from './acts/group.ts';
import { allOf, type CommandGroups } from './command-entry.ts';
import type { Finish, Terminal } from './terminal.ts';
import { addUrlOption, calledCommand, withOwnEnvironment } from './url-option.ts';

/** A command line: which commands it has, and what its help says. */
export interface CommandLine {
  groups: CommandGroups;
  description: string;
  /** After the list of commands. */
  help: string;
  /** What --url is. */
  url: string;
  audience: Audience;
}

export async function makeProgramOf(
  line: CommandLine,
  args: readonly string[],
  terminal: Terminal,
  finish: Finish,
): Promise<Command> {
  const commands = allOf(line.groups);
  const program = new Command('rf')
    .description(line.description)
    .addHelpText('after', line.help)
    .helpCommand('help [command]', 'show help for a command')
    .showHelpAfterError('(rf --help lists the commands, rf COMMAND --help the options of a command)');
  const own = withOwnEnvironment(terminal);
  await addCommands(program, line, calledCommand(args, commands), own, finish);
  addUrlOption(program, own.env, commands, line.url);
  prepare(program, terminal);
  return program;
}

/** Loads the command that is called. Of the others, the program has the name and the description, for the help. */
async function addCommands(
  program: Command,
  { groups, audience }: CommandLine,
  called: string | undefined,
  terminal: Terminal,
  finish: Finish,
): Promise<void> {
  for (const [group, commands] of Object.entries(groups)) {
    program.commandsGroup(group);
    for (const [name, { description, load }] of Object.entries(commands)) {
      const command = name === called ? (await load())(terminal, finish, audience) : new Command(name);
      program.addCommand(command.description(description));
    }
  }
  const listed = allOf(groups);
  program.configureHelp({
    subcommandTerm: (command) => {
      const entry = listed[command.name()];
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
