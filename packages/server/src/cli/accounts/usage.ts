// rf usage: lists the requests of a workspace's keys by day.

import { Command } from 'commander';
import { lookAtWorkspace, withWorkspace } from '../act-session.ts';
import { readInstant } from '../instants.ts';
import { listPages } from '../pages.ts';
import { printTable } from '../table.ts';
import type { Terminal } from '../terminal.ts';

export function usageCommand(terminal: Terminal): Command {
  return withWorkspace(new Command('usage'))
    .option('--since <instant>', 'from this day on, such as 2026-04-01 (default: the last 30 days)')
    .option('--json', 'print the list as JSON', false)
    .action((options) =>
      lookAtWorkspace(terminal, options, async (perform) => {
        const { workspace, since, json } = options;
        const { data } = await listPages(perform, 'usage.list', {
          workspace,
          since: since === undefined ? undefined : readInstant(since, terminal),
        });
        if (json) return terminal.out(JSON.stringify(data, null, 2));
        const rows = data.map(({ day, key_name, key_prefix, tier, accepted, refused }) => [
          day,
          key_name,
          `${key_prefix}…`,
          tier,
          String(accepted),
          String(refused),
        ]);
        return printTable(terminal, ['DAY', 'NAME', 'KEY', 'TIER', 'ACCEPTED', 'OVER LIMIT'], rows);
      }),
    );
}
