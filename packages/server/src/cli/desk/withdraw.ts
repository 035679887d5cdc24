import { Command } from 'commander';
import { asStaff, withToken } from '../act-session.ts';
import { type Terminal, UsageError } from '../terminal.ts';

export function withdrawCommand(terminal: Terminal): Command {
  const command = new Command('withdraw')
    .description("Withdraw a provider's indicator; its record stays for good.")
    .argument('[provider]', 'id or slug')
    .option('--reason <text>', 'why; it is published')
    .option('--approve <request>', 'approve the request of another person');
  return withToken(command).action((provider, { reason, approve, token }) =>
    asStaff(terminal, { token }, async (perform) => {
      if (approve !== undefined) {
        await perform('withdrawals.approve', { request: approve });
        terminal.out('Withdrawn.');
        return;
      }
      if (provider === undefined || reason === undefined) {
        throw new UsageError('Name a provider and a --reason, or --approve a request.');
      }
      const { request_id, done } = await perform('withdrawals.request', { provider, reason });
      if (done) terminal.out('Withdrawn.');
      else terminal.out(`Requested. A second person approves it with rf withdraw --approve ${request_id}.`);
    }),
  );
}
