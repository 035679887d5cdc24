// rf webhooks redeliver: sends deliveries now, and counts them first.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { Command } from 'commander';
import { asMember, withMemberToken } from '../act-session.ts';
import { readInstant } from '../instants.ts';
import { type Terminal, UsageError } from '../terminal.ts';

export function redeliverCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('redeliver'))
    .description(
      'Send one delivery now, or all deliveries to an endpoint since an instant that are finished or wait for their ' +
        'next attempt. Ids and bytes stay the same.',
    )
    .argument('[delivery]', 'the id of a delivery')
    .option('--endpoint <endpoint>', 'with --since: deliveries to this endpoint')
    .option('--since <instant>', 'all deliveries created since: 2026-04-01T06:00:00Z')
    .option('--failed', 'with --since: only those that were not delivered', false)
    .option('--dry-run', 'with --since: print how many there are, and send nothing', false)
    .action((id: string | undefined, { endpoint, since, failed, dryRun, token }) =>
      asMember(terminal, { token }, async (perform) => {
        if (id !== undefined && since === undefined && !dryRun) {
          await perform('deliveries.redeliver', { delivery: id });
          return terminal.out(`${id} will be sent now`);
        }
        if (id !== undefined || since === undefined || endpoint === undefined) {
          throw new UsageError('Name one delivery, or an endpoint with --endpoint and --since.');
        }
        const given = { endpoint, since: readInstant(since, terminal), only_failed: failed };
        const counted = await perform('deliveries.count_redeliverable', given);
        terminal.out(inWords(counted));
        if (dryRun) return terminal.out('Nothing was sent (--dry-run)');
        if (counted.deliveries === 0) return undefined;
        const { deliveries } = await perform('deliveries.redeliver_since', given);
        return terminal.out(`${plural(deliveries)} will be sent now`);
      }),
    );
}

function inWords({ deliveries, by_status }: AnswerOf<'deliveries.count_redeliverable'>): string {
  if (deliveries === 0) return 'No deliveries match';
  const parts = Object.entries(by_status).map(([status, count]) => `${count} ${status}`);
  return `${plural(deliveries)} found: ${parts.join(', ')}`;
}

function plural(deliveries: number): string {
  return deliveries === 1 ? '1 delivery' : `${deliveries} deliveries`;
}
