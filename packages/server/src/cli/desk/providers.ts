// rf providers: imports, lists and changes providers, and records reference rates.

import { formatOf, readRows } from '@rf-indicators/core/desk/import/file';
import { Command } from 'commander';
import { asStaff, locally, withToken } from '../act-session.ts';
import { printTable } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { readText } from '../verify/files.ts';

export function providersCommand(terminal: Terminal): Command {
  return new Command('providers')
    .description('Manage providers and the reference rates of their payout currencies.')
    .addCommand(importCommand(terminal))
    .addCommand(listCommand(terminal))
    .addCommand(renameCommand(terminal))
    .addCommand(slugCommand(terminal))
    .addCommand(retireCommand(terminal))
    .addCommand(rateCommand(terminal));
}

function importCommand(terminal: Terminal): Command {
  return withToken(new Command('import'))
    .description('Create and update the providers in a file, all or none.')
    .argument('<file>', 'JSON array or CSV; - reads JSON from standard input')
    .option('--json', 'print the result as JSON', false)
    .addHelpText('after', IMPORT_HELP)
    .action((file, options) =>
      asStaff(terminal, options, async (perform) => {
        const rows = readRows(await readText(file, terminal), formatOf(file));
        const imported = await perform('providers.import', { rows });
        if (options.json) return terminal.out(JSON.stringify(imported, null, 2));
        const { created, changed, unchanged } = imported;
        return terminal.out(`${created.length} created, ${changed.length} changed, ${unchanged} unchanged`);
      }),
    );
}

function listCommand(terminal: Terminal): Command {
  return new Command('list')
    .description('List providers.')
    .option('--all', 'include retired providers', false)
    .option('--json', 'print the list as JSON', false)
    .action(({ all, json }) =>
      locally(terminal, async (perform) => {
        const { data } = await perform('providers.list', { all });
        if (json) return terminal.out(JSON.stringify(data, null, 2));
        const rows = data.map((provider) => [
          provider.slug,
          provider.name,
          provider.planner_type,
          `${provider.yield_min}-${provider.yield_max}`,
          provider.payout_currency,
          provider.retired_at === null ? '' : 'retired',
          provider.id,
        ]);
        return printTable(terminal, ['SLUG', 'NAME', 'TYPE', 'YIELD', 'PAYS', '', 'ID'], rows);
      }),
    );
}

function renameCommand(terminal: Terminal): Command {
  return withToken(new Command('rename'))
    .description('Rename a provider; the old name becomes an alias.')
    .argument('<provider>', 'id or slug')
    .argument('<name>', 'the new name')
    .action((provider, name, options) =>
      asStaff(terminal, options, async (perform) => {
        await perform('providers.rename', { provider, name });
        terminal.out(`${provider} is now called ${name}`);
      }),
    );
}

function slugCommand(terminal: Terminal): Command {
  return withToken(new Command('slug'))
    .description('Change the slug of a provider; links with the old slug keep working.')
    .argument('<provider>', 'id or slug')
    .argument('<slug>', 'the new slug')
    .action((provider, slug, options) =>
      asStaff(terminal, options, async (perform) => {
        await perform('providers.change_slug', { provider, slug });
        terminal.out(`${provider} now has the slug ${slug}`);
      }),
    );
}

function retireCommand(terminal: Terminal): Command {
  return withToken(new Command('retire'))
    .description('Retire a provider. Runs no longer score it; nothing is deleted.')
    .argument('<provider>', 'id or slug')
    .action((provider, options) =>
      asStaff(terminal, options, async (perform) => {
        await perform('providers.retire', { provider });
        terminal.out(`${provider} retired`);
      }),
    );
}

function rateCommand(terminal: Terminal): Command {
  return withToken(new Command('rate'))
    .description('Record the reference rate of a currency. Yield spreads are checked against it.')
    .argument('<currency>', 'ISO 4217 code; bitcoin needs no rate')
    .argument('<rate>', 'percent per year, such as 3.75')
    .requiredOption('--from <date>', 'date from which it is effective, such as 2026-04-01')
    .requiredOption('--source <text>', 'where it was published')
    .action((currency, rate, options) =>
      asStaff(terminal, options, async (perform) => {
        const { from: effective_on, source } = options;
        await perform('providers.set_reference_rate', { currency, effective_on, rate, source });
        terminal.out(`${currency} ${rate} from ${effective_on}`);
      }),
    );
}

const IMPORT_HELP = `
Columns or members:
  id                 UUID (default for a new provider: a new one)
  slug               lower-case letters, digits and hyphens (default for a new provider: derived from the name)
  name, provider_subtype, website (https)
  aliases            list of other names; in CSV separated by |
  planner_type       btc, fiat or stablecoin
  yield_min, yield_max   percent per year with at most two decimals, as strings
  payout_currency    ISO 4217 code, or BTC
  flags              redeemable, lends, onchain, fixed_obligations, bitcoin_backed: true (default) or false;
                     in CSV: columns flags.redeemable and so on
A row for an existing provider updates it; absent members keep their values.`;
