// An entry of the list of commands, and how commands that follow from acts are loaded.

import type { Command } from 'commander';
import type { Audience, MakeCommands } from './acts/group.ts';
import type { Finish, Terminal } from './terminal.ts';

export type MakeCommand = (terminal: Terminal, finish: Finish, audience?: Audience) => Command;

export interface CommandEntry {
  /** What follows the name in the list of commands: [options] and the arguments. A test compares it with the command. */
  usage: string;
  description: string;
  /** Set if it works on this machine and uses no server; for a group, those of its commands that do. */
  isLocal?: true | readonly string[];
  /** Set if its own option --url is the server. */
  namesServer?: true;
  load(): Promise<MakeCommand>;
}

export type Commands = Readonly<Record<string, CommandEntry>>;
export type CommandGroups = Readonly<Record<string, Commands>>;

/** A group of commands that follow from acts, with those that are written by hand. */
export function group(name: string, byHand?: () => Promise<MakeCommands>): () => Promise<MakeCommand> {
  return async () => {
    const [{ groupCommand }, made] = await Promise.all([import('./acts/group.ts'), byHand?.()]);
    return (terminal, finish, audience) => groupCommand(name, terminal, finish, made, audience);
  };
}

/** A command that follows from an act, and is in no group. */
export function single(name: string): () => Promise<MakeCommand> {
  return async () => {
    const { singleCommand } = await import('./acts/group.ts');
    return (terminal) => singleCommand(name, terminal);
  };
}

export function allOf(groups: CommandGroups): Commands {
  return Object.assign({}, ...Object.values(groups));
}
