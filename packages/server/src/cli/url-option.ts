// --url, for all commands at once: before the command, and after it unless the command has an option of this name
// itself. It has the same effect as RF_URL.

import { type Command, Option } from 'commander';
import { COMMANDS } from './commands.ts';
import { type Terminal, UsageError } from './terminal.ts';

const WHAT = 'the server to use (RF_URL); without it, the store of this machine';

type Settable = { -readonly [Name in keyof Terminal['env']]: Terminal['env'][Name] };

/** A terminal with an environment of its own, in which --url can be put. */
export function withOwnEnvironment(terminal: Terminal): Terminal & { env: Settable } {
  return { ...terminal, env: { ...terminal.env } };
}

/** Commands get the option, and the environment gets what it says before they run. */
export function addUrlOption(program: Command, env: Settable): void {
  // Otherwise the program would take the --url of rf webhooks add.
  program.enablePositionalOptions().option('--url <url>', WHAT);
  for (const command of leavesOf(program)) addTo(command);
  program.hook('preAction', (_, command) => {
    const name = nameOf(command);
    const given: string | undefined =
      (hasOption(command) ? command.opts().url : undefined) ?? program.opts().url;
    if (usesServer(command)) {
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
export function calledCommand(args: readonly string[]): string | undefined {
  return args.find((arg, index) => Object.hasOwn(COMMANDS, arg) && args[index - 1] !== '--url');
}

function usesServer(command: Command): boolean {
  const [first, second] = nameOf(command).split(' ');
  const local = COMMANDS[first!]?.isLocal ?? false;
  return local === false || (local !== true && !local.includes(second!));
}

function addTo(command: Command): void {
  const option = new Option('--url <url>', WHAT);
  if (!command.options.some(({ long }) => long === option.long)) {
    // A command of this machine takes it only to say that it does not use it.
    command.addOption(usesServer(command) ? option : option.hideHelp());
  } else if (COMMANDS[nameOf(command)]?.namesServer !== true) {
    command.addHelpText('after', `\nTo use a server, set RF_URL or write rf --url URL ${nameOf(command)} …`);
  }
}

/** Whether its --url is this one. */
function hasOption(command: Command): boolean {
  return command.options.some(({ long, description }) => long === '--url' && description === WHAT);
}

function leavesOf(command: Command): Command[] {
  return command.commands.flatMap((child) => (child.commands.length === 0 ? [child] : leavesOf(child)));
}

/** Without the name of the program: "keys list". */
function nameOf(command: Command): string {
  const above = command.parent;
  return above === null || above.parent === null ? command.name() : `${nameOf(above)} ${command.name()}`;
}
