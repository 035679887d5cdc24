// rf withdraw: asks the committee to withdraw an indicator.

import { Command } from 'commander';
import { asStaff, withToken } from '../act-session.ts';
import { listPages } from '../pages.ts';
import { type Terminal, UsageError } from '../terminal.ts';

/** The open requests that --list shows. */
const LISTED = 100;

export function withdrawCommand(terminal: Terminal): Command {
  const command = new Command('withdraw')
    .argument('[provider]', 'id or slug')
    .option('--reason <text>', 'reason; will be published')
    .option('--cancel <request>', 'id of your own request, to cancel it')
    .option('--list', 'list the open requests', false);
  return withToken(command).action((provider, { reason, cancel, list, token }) =>
    asStaff(terminal, { token }, async (perform) => {
      if (list) {
        const { data } = await listPages(perform, 'withdrawals.list', { status: 'open' }, LISTED);
        for (const { id, slug, requester, reason: why } of data)
          terminal.out(`${id}  ${slug}  requested by ${requester}: ${why}`);
        return;
      }
      if (cancel !== undefined) {
        await perform('withdrawals.cancel', { request: cancel });
        terminal.out('Cancelled.');
        return;
      }
      if (provider === undefined || reason === undefined) {
        throw new UsageError('Give a provider and --reason.');
      }
      const { request_id } = await perform('withdrawals.request', { provider, reason });
      terminal.out(`Requested as ${request_id}. The committee decides it at the desk, in the browser.`);
    }),
  );
}
