// rf notices list, and rf webhooks notices for those about endpoints.

import { Command } from 'commander';
import { lookAtWorkspace, withWorkspace } from '../act-session.ts';
import { instantToTheSecond } from '../instants.ts';
import { listPages } from '../pages.ts';
import type { Terminal } from '../terminal.ts';

export function noticesCommand(terminal: Terminal): Command {
  return new Command('notices').addCommand(
    listing(terminal, 'list').description(
      'List the notices to the workspace, such as a disabled endpoint or a quota that is used up, newest first.',
    ),
  );
}

export function endpointNoticesCommand(terminal: Terminal): Command {
  return listing(terminal, 'notices', 'webhook.').description(
    'List the notices to the workspace about its endpoints, newest first.',
  );
}

function listing(terminal: Terminal, name: string, kind?: string): Command {
  return withWorkspace(new Command(name))
    .option('--json', 'print the list as JSON', false)
    .action((options) =>
      lookAtWorkspace(terminal, options, async (perform) => {
        const { data } = await listPages(perform, 'notices.list', { workspace: options.workspace, kind });
        if (options.json) return terminal.out(JSON.stringify(data, null, 2));
        for (const { created_at, message } of data)
          terminal.out(`${instantToTheSecond(created_at)}  ${message}`);
        return undefined;
      }),
    );
}
