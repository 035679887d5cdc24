// rf rules: the settings of the two-person rule, which are kept in the store.

import { Command } from 'commander';
import { asStaff, readDesk, withToken } from '../act-session.ts';
import { printTable } from '../table.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import { printRequested } from './requested.ts';

export function rulesCommand(terminal: Terminal): Command {
  const list = new Command('list')
    .description('List the settings.')
    .option('--json', 'print the list as JSON', false)
    .action(({ json }) =>
      readDesk(terminal, async (perform) => {
        const { data } = await perform('rules.list', {});
        if (json) return terminal.out(JSON.stringify(data, null, 2));
        return printTable(
          terminal,
          ['NAME', 'VALUE', ''],
          data.map(({ name, value, about }) => [name, String(value), about]),
        );
      }),
    );
  const set = withToken(new Command('set'))
    .description('Request a change, which a second person approves.')
    .argument('<name>', 'name of the setting')
    .argument('<value>', 'a whole number')
    .action((name, text: string, options) =>
      asStaff(terminal, options, async (perform) => {
        const value = Number(text);
        if (text.trim() === '' || !Number.isInteger(value))
          throw new UsageError(`"${text}" is not a whole number.`);
        printRequested(terminal, await perform('rules.set', { name, value }), `${name} is ${value}`);
      }),
    );
  return new Command('rules').addCommand(list).addCommand(set);
}
