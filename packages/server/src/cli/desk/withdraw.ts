import { Refusal } from '@rf-indicators/core/context/refusal';
import { findProvider } from '@rf-indicators/core/desk/providers/providers';
import { approveWithdrawal, askToWithdraw } from '@rf-indicators/core/desk/publication/withdraw';
import { Command } from 'commander';
import { readConfig } from '../../service/config.ts';
import { actorFrom, withContext, withToken } from '../store-session.ts';
import { type Terminal, UsageError } from '../terminal.ts';

export function withdrawCommand(terminal: Terminal): Command {
  const command = new Command('withdraw')
    .description("Withdraw a provider's indicator; its record stays for ever.")
    .argument('[provider]', 'id or slug')
    .option('--reason <text>', 'why; it is published')
    .option('--approve <request>', 'approve what someone else asked for');
  return withToken(command).action((provider, { reason, approve, token }) =>
    withContext(terminal, async (context) => {
      const actor = await actorFrom(terminal, context, token);
      if (approve !== undefined) {
        await approveWithdrawal(context, actor, approve);
        terminal.out('Withdrawn.');
        return;
      }
      if (provider === undefined || reason === undefined) {
        throw new UsageError('Name a provider and a --reason, or --approve a request.');
      }
      const found = await findProvider(context.store.db, provider);
      if (found === null) throw new Refusal('not_found', `There is no provider ${provider}.`);
      const request = { providerId: found.id, reason };
      const { requestId, done } = await askToWithdraw(
        context,
        actor,
        request,
        readConfig(terminal.env).policy,
      );
      if (done) terminal.out('Withdrawn.');
      else terminal.out(`Asked. A second person approves it with rf withdraw --approve ${requestId}.`);
    }),
  );
}
