// rf configurations set: records the settings of a named configuration.

import { Command } from 'commander';
import { asStaff, withToken } from '../act-session.ts';
import { type Terminal, UsageError } from '../terminal.ts';

export function configurationsCommands(terminal: Terminal): Command[] {
  return [setCommand(terminal)];
}

function setCommand(terminal: Terminal): Command {
  return withToken(new Command('set'))
    .description('Record new content for a configuration; later runs use it.')
    .argument('<name>', 'name of the configuration')
    .argument('[settings...]', 'all settings, each as name=value')
    .action((name: string, given: string[], { token }) => {
      const settings = Object.fromEntries(given.map(readSetting));
      return asStaff(terminal, { token }, async (perform) => {
        const { digest } = await perform('configurations.record', { name, settings });
        terminal.out(`${name} is ${digest}`);
      });
    });
}

function readSetting(text: string): [string, string] {
  const [, member, value] = /^([a-z][a-z0-9_]*)=(.*)$/s.exec(text) ?? [];
  if (member === 'name')
    throw new UsageError('"name" cannot be a setting: it is the name of the configuration.');
  if (member !== undefined && value !== undefined) return [member, value];
  throw new UsageError(`"${text}" is not a setting. Write name=value.`);
}
