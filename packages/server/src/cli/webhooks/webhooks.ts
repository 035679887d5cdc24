// rf webhooks: the commands about endpoints and deliveries that are written by hand.

import { Command } from 'commander';
import { lookAtWorkspace, withWorkspace } from '../act-session.ts';
import { instantToTheSecond } from '../instants.ts';
import { listPages } from '../pages.ts';
import type { Finish, Terminal } from '../terminal.ts';
import { deliveriesCommand } from './deliveries.ts';
import { listenCommand } from './listen.ts';
import { redeliverCommand } from './redeliver.ts';
import { testCommand } from './test.ts';

export function webhooksCommands(terminal: Terminal, finish: Finish): Command[] {
  return [
    testCommand(terminal, finish),
    deliveriesCommand(terminal),
    redeliverCommand(terminal),
    listenCommand(terminal),
    noticesCommand(terminal),
  ];
}

function noticesCommand(terminal: Terminal): Command {
  return withWorkspace(new Command('notices'))
    .description('List the notices to the workspace about its endpoints, newest first.')
    .option('--json', 'print the list as JSON', false)
    .action((options) =>
      lookAtWorkspace(terminal, options, async (perform) => {
        const about = { workspace: options.workspace, kind: 'webhook.' };
        const { data } = await listPages(perform, 'notices.list', about);
        if (options.json) return terminal.out(JSON.stringify(data, null, 2));
        for (const { created_at, message } of data)
          terminal.out(`${instantToTheSecond(created_at)}  ${message}`);
        return undefined;
      }),
    );
}
