// A group of commands, such as rf keys: those that follow from acts, and those that are written by hand.

import { ACT_NAMES, ACTS, type ActName, commandForm } from '@rf-indicators/contract/acts';
import { Command } from 'commander';
import type { Finish, Terminal } from '../terminal.ts';
import { actCommand } from './command.ts';
import { GROUP_HELP, NESTED_GROUPS } from './group-help.ts';

export type MakeCommands = (terminal: Terminal, finish: Finish) => readonly Command[];

/** A command that is written by hand takes the place of one that would follow from an act. */
export function groupCommand(
  name: string,
  terminal: Terminal,
  finish: Finish,
  byHand: MakeCommands = () => [],
): Command {
  const group = new Command(name);
  for (const command of byHand(terminal, finish)) group.addCommand(command);
  for (const act of ACT_NAMES) {
    const words = nameOf(act)?.split(' ') ?? [];
    if (words[0] !== name || words.length === 1 || commandForm(ACTS[act])!.when !== undefined) continue;
    const parent = words.length === 2 ? group : nestedIn(group, words[1]!);
    if (parent.commands.some((command) => command.name() === words.at(-1))) continue;
    const others = ACT_NAMES.filter((other) => other !== act && nameOf(other) === nameOf(act));
    parent.addCommand(actCommand(terminal, act, {}, others));
  }
  const help = GROUP_HELP[name];
  return help === undefined ? group : group.addHelpText('after', help);
}

/** A command in no group, such as rf usage. */
export function singleCommand(name: string, terminal: Terminal): Command {
  return actCommand(terminal, ACT_NAMES.find((act) => nameOf(act) === name)!);
}

function nameOf(act: ActName): string | undefined {
  return commandForm(ACTS[act])?.name;
}

function nestedIn(group: Command, name: string): Command {
  const found = group.commands.find((command) => command.name() === name);
  if (found !== undefined) return found;
  const nested = new Command(name).description(NESTED_GROUPS[`${group.name()} ${name}`]!);
  group.addCommand(nested);
  return nested;
}
