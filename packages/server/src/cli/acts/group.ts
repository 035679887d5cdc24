// A group of commands, such as rf keys: those that follow from acts, and those that are written by hand.

import {
  ACT_NAMES,
  ACTS,
  type Act,
  type ActName,
  commandForm,
  commandsOf,
} from '@rf-indicators/contract/acts';
import { Command } from 'commander';
import type { Finish, Terminal } from '../terminal.ts';
import { actCommand } from './command.ts';
import { GROUP_HELP, NESTED_GROUPS } from './group-help.ts';

/** `customer`: only the commands that members, or people without a token, can use. */
export type Audience = 'everyone' | 'customer';

export type MakeCommands = (terminal: Terminal, finish: Finish) => readonly Command[];

/** A command that is written by hand takes the place of one that would follow from an act. */
export function groupCommand(
  name: string,
  terminal: Terminal,
  finish: Finish,
  byHand: MakeCommands = () => [],
  audience: Audience = 'everyone',
): Command {
  const group = new Command(name);
  const offered = ACT_NAMES.filter((act) => audience === 'everyone' || isForCustomers(ACTS[act]));
  for (const command of byHand(terminal, finish)) {
    const acts = ACT_NAMES.filter((act) => commandsOf(ACTS[act]).includes(`${name} ${command.name()}`));
    if (acts.length === 0 || acts.some((act) => offered.includes(act))) group.addCommand(command);
  }
  for (const act of offered) {
    const words = nameOf(act)?.split(' ') ?? [];
    if (words[0] !== name || words.length === 1 || commandForm(ACTS[act])!.when !== undefined) continue;
    const parent = words.length === 2 ? group : nestedIn(group, words[1]!);
    if (parent.commands.some((command) => command.name() === words.at(-1))) continue;
    const others = offered.filter((other) => other !== act && nameOf(other) === nameOf(act));
    parent.addCommand(actCommand(terminal, act, {}, others));
  }
  const help = GROUP_HELP[name];
  return help === undefined ? group : group.addHelpText('after', help);
}

function isForCustomers({ who }: Act): boolean {
  return who.member !== undefined || who.anyone !== undefined;
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
