// rf configurations: lists and records named configurations.

import { Command } from 'commander';
import { asStaff, readDesk, withToken } from '../act-session.ts';
import { listPages } from '../pages.ts';
import { type Terminal, UsageError } from '../terminal.ts';

export function configurationsCommand(terminal: Terminal): Command {
  return new Command('configurations').addCommand(listCommand(terminal)).addCommand(setCommand(terminal));
}

function listCommand(terminal: Terminal): Command {
  return new Command('list')
    .description('List all recorded content. The last entry of each name is the current one.')
    .option('--json', 'print the list as JSON', false)
    .action(async ({ json }) => {
      const { data } = await readDesk(terminal, (perform) => listPages(perform, 'configurations.list', {}));
      if (json) terminal.out(JSON.stringify(data, null, 2));
      else {
        for (const { name, digest, content, recorded_at } of data) {
          terminal.out(
            `${name}  ${new Date(recorded_at).toISOString()}  ${digest}  ${JSON.stringify(content)}`,
          );
        }
      }
    });
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
