import { listConfigurations, recordConfiguration } from '@rf-indicators/core/desk/methodology/configurations';
import { Command } from 'commander';
import { actorFrom, withContext, withToken } from '../store-session.ts';
import { type Terminal, UsageError } from '../terminal.ts';

export function configurationsCommand(terminal: Terminal): Command {
  return new Command('configurations')
    .description('Named configurations that runs hold constant.')
    .addCommand(listCommand(terminal))
    .addCommand(setCommand(terminal));
}

function listCommand(terminal: Terminal): Command {
  return new Command('list')
    .description('List every content that was recorded; of each name the last one stands.')
    .option('--json', 'print the list as JSON', false)
    .action(async ({ json }) => {
      const all = await withContext(terminal, ({ store }) => listConfigurations(store.db));
      if (json) terminal.out(JSON.stringify(all, null, 2));
      else {
        for (const { name, digest, content, recorded_at } of all) {
          terminal.out(
            `${name}  ${new Date(recorded_at).toISOString()}  ${digest}  ${JSON.stringify(content)}`,
          );
        }
      }
    });
}

function setCommand(terminal: Terminal): Command {
  return withToken(new Command('set'))
    .description('Record a new content under a name; it holds for the runs that follow.')
    .argument('<name>', 'name of the configuration')
    .argument('[settings...]', 'all its settings, each as member=text')
    .action(async (name: string, settings: string[], { token }) => {
      const content = { ...Object.fromEntries(settings.map(readSetting)), name };
      await withContext(terminal, async (context) => {
        const actor = await actorFrom(terminal, context, token);
        terminal.out(`${name} is ${await recordConfiguration(context, actor, { name, content })}`);
      });
    });
}

function readSetting(text: string): [string, string] {
  const [, member, value] = /^([a-z][a-z0-9_]*)=(.*)$/s.exec(text) ?? [];
  if (member === 'name') throw new UsageError('The setting "name" is the configuration’s own.');
  if (member !== undefined && value !== undefined) return [member, value];
  throw new UsageError(`"${text}" is not of the form member=text.`);
}
