// rf withdraw: requests and approves the withdrawal of an indicator.

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
    .option('--approve <request>', 'id of a request by another person, to approve it')
    .option('--refuse <request>', 'id of a request by another person, to refuse it with --reason')
    .option('--cancel <request>', 'id of your own request, to cancel it')
    .option('--list', 'list the open requests', false);
  return withToken(command).action((provider, { reason, approve, refuse, cancel, list, token }) =>
    asStaff(terminal, { token }, async (perform) => {
      if (list) {
        const { data } = await listPages(perform, 'withdrawals.list', { status: 'open' }, LISTED);
        for (const { id, slug, requester, reason: why } of data)
          terminal.out(`${id}  ${slug}  requested by ${requester}: ${why}`);
        return;
      }
      if (refuse !== undefined) {
        if (reason === undefined) throw new UsageError('Give --reason, for the person who requested it.');
        await perform('withdrawals.refuse', { request: refuse, reason });
        terminal.out('Refused.');
        return;
      }
      if (cancel !== undefined) {
        await perform('withdrawals.cancel', { request: cancel });
        terminal.out('Cancelled.');
        return;
      }
      if (approve !== undefined) {
        await perform('withdrawals.approve', { request: approve });
        terminal.out('Withdrawn.');
        return;
      }
      if (provider === undefined || reason === undefined) {
        throw new UsageError('Give a provider and --reason, or --approve with the id of a request.');
      }
      const { request_id } = await perform('withdrawals.request', { provider, reason });
      terminal.out(`Requested. A second person must approve it: rf withdraw --approve ${request_id}`);
    }),
  );
}
