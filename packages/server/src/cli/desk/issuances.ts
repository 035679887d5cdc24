// rf issuances: lists, adds and updates upcoming issuances.

import { type AnswerOf, ISSUANCE_STATUSES } from '@rf-indicators/contract/acts';
import { Command, Option } from 'commander';
import { asStaff, readDesk, withToken } from '../act-session.ts';
import { listPages } from '../pages.ts';
import { type Terminal, UsageError } from '../terminal.ts';

type Issuance = AnswerOf<'issuances.update'>;

const OPEN = ['ANNOUNCED', 'PRICING'] as const;

/** Each detail is an option with the same name as the member that it sets. */
const DETAILS: Record<string, string> = {
  issuer_name: 'name of the issuer',
  name: 'name of the issuance',
  type: 'preferred_share or bond',
  currency: 'currency code, such as USD',
  announced_on: 'date of the announcement, such as 2026-04-01',
  pricing_on: 'pricing date',
  settles_on: 'settlement date',
  ticker: 'ticker symbol',
  isin: 'ISIN',
  amount: 'amount in the currency, such as 500000000',
  coupon_rate: 'percent per year',
  price: 'price per unit in the currency',
  provider_id: 'id or slug of the issuing provider',
  source_url: 'https address of the announcement',
};

export function issuancesCommands(terminal: Terminal): Command[] {
  return [addCommand(terminal), listCommand(terminal), updateCommand(terminal)];
}

function withDetails(command: Command): Command {
  for (const [member, what] of Object.entries(DETAILS)) {
    command.option(`--${member.replaceAll('_', '-')} <text>`, what);
  }
  return command;
}

function detailsFrom(options: Record<string, unknown>): Record<string, unknown> {
  const given = Object.keys(DETAILS).map((member) => {
    const attribute = member.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
    return [member, options[attribute]] as const;
  });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

function addCommand(terminal: Terminal): Command {
  return withToken(withDetails(new Command('add')))
    .description('Add an issuance with the status ANNOUNCED.')
    .action((options) =>
      asStaff(terminal, options, async (perform) => {
        const { id } = await perform('issuances.add', { issuance: detailsFrom(options) });
        terminal.out(`added ${id}`);
      }),
    );
}

function listCommand(terminal: Terminal): Command {
  return new Command('list')
    .description('List issuances that are ANNOUNCED or PRICING.')
    .option('--all', 'include ISSUED and WITHDRAWN issuances', false)
    .addOption(new Option('--status <status>', 'only those with this status').choices(ISSUANCE_STATUSES))
    .addOption(new Option('--type <type>', 'only those of this type').choices(['preferred_share', 'bond']))
    .option('--json', 'print the list as JSON', false)
    .action(async ({ all, status, type, json }) => {
      const statuses = status ? [status] : all ? [...ISSUANCE_STATUSES] : [...OPEN];
      const { data } = await readDesk(terminal, (perform) =>
        listPages(perform, 'issuances.list', { statuses, type }),
      );
      if (json) terminal.out(JSON.stringify(data, null, 2));
      else for (const row of data) terminal.out(lineOf(row));
    });
}

function updateCommand(terminal: Terminal): Command {
  return withToken(withDetails(new Command('update')))
    .description('Change details of an issuance that is ANNOUNCED or PRICING.')
    .argument('<id>', 'id of the issuance')
    .option('--clear <members...>', 'remove optional details, such as price')
    .action(async (id, options) => {
      const cleared = Object.fromEntries((options.clear ?? []).map((member: string) => [member, null]));
      const changes = { ...cleared, ...detailsFrom(options) };
      if (Object.keys(changes).length === 0)
        throw new UsageError('Give at least one detail to change. --help lists them.');
      await asStaff(terminal, options, async (perform) => {
        terminal.out(lineOf(await perform('issuances.update', { id, changes })));
      });
    });
}

function lineOf({ id, status, type, issuer_name, name, announced_on }: Issuance): string {
  return `${id}  ${status.padEnd(9)}  ${announced_on}  ${type.padEnd(15)}  ${issuer_name}: ${name}`;
}
