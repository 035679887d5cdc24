// --url, for all commands at once: before the command, and after it unless the command has an option of this name
// itself. It has the same effect as RF_URL.

import { type Command, Option } from 'commander';
import type { Commands } from './command-entry.ts';
import { type Terminal, UsageError } from './terminal.ts';

type Settable = { -readonly [Name in keyof Terminal['env']]: Terminal['env'][Name] };

/** A terminal with an environment of its own, in which --url can be put. */
export function withOwnEnvironment(terminal: Terminal): Terminal & { env: Settable } {
  return { ...terminal, env: { ...terminal.env } };
}

/** Commands get the option, and the environment gets what it says before they run. */
export function addUrlOption(program: Command, env: Settable, commands: Commands, what: string): void {
  // Otherwise the program would take the --url of rf webhooks add.
  program.enablePositionalOptions().option('--url <url>', what);
  for (const command of leavesOf(program)) addTo(command, commands, what);
  program.hook('preAction', (_, command) => {
    const name = nameOf(command);
    const given: string | undefined =
      (hasOption(command, what) ? command.opts().url : undefined) ?? program.opts().url;
    if (usesServer(command, commands)) {
      if (given !== undefined) env.RF_URL = given;
      return;
    }
    if (given !== undefined)
      throw new UsageError(`rf ${name} works on this machine and uses no server. Leave out --url.`);
    // It was set for other commands.
    delete env.RF_URL;
  });
}

/** Finds the command in the arguments: a --url with its address may be before it. */
export function calledCommand(args: readonly string[], commands: Commands): string | undefined {
  return args.find((arg, index) => Object.hasOwn(commands, arg) && args[index - 1] !== '--url');
}

function usesServer(command: Command, commands: Commands): boolean {
  const [first, second] = nameOf(command).split(' ');
  const local = commands[first!]?.isLocal ?? false;
  return local === false || (local !== true && !local.includes(second!));
}

function addTo(command: Command, commands: Commands, what: string): void {
  const option = new Option('--url <url>', what);
  if (!command.options.some(({ long }) => long === option.long)) {
    // A command of this machine takes it only to say that it does not use it.
    command.addOption(usesServer(command, commands) ? option : option.hideHelp());
  } else if (commands[nameOf(command)]?.namesServer !== true) {
    command.addHelpText('after', `\nTo use a server, set RF_URL or write rf --url URL ${nameOf(command)} …`);
  }
}

/** Whether its --url is this one. */
function hasOption(command: Command, what: string): boolean {
  return command.options.some(({ long, description }) => long === '--url' && description === what);
}

function leavesOf(command: Command): Command[] {
  return command.commands.flatMap((child) => (child.commands.length === 0 ? [child] : leavesOf(child)));
}

/** Without the name of the program: "keys list". */
function nameOf(command: Command): string {
  const above = command.parent;
  return above === null || above.parent === null ? command.name() : `${nameOf(above)} ${command.name()}`;
}
