// rf withdraw: requests and approves the withdrawal of an indicator.

import { Command } from 'commander';
import { asStaff, withToken } from '../act-session.ts';
import { type Terminal, UsageError } from '../terminal.ts';

export function withdrawCommand(terminal: Terminal): Command {
  const command = new Command('withdraw')
    .description("Withdraw a provider's indicator. Its record is kept.")
    .argument('[provider]', 'id or slug')
    .option('--reason <text>', 'reason; will be published')
    .option('--approve <request>', 'id of a request by another person, to approve it');
  return withToken(command).action((provider, { reason, approve, token }) =>
    asStaff(terminal, { token }, async (perform) => {
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
