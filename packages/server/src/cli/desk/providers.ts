// rf providers import and template: files of providers.

import path from 'node:path';
import { formatOf, readRows } from '@rf-indicators/core/desk/import/file';
import { Command } from 'commander';
import { asStaff, withToken } from '../act-session.ts';
import { actCommand } from '../acts/command.ts';
import { count } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { readText } from '../verify/files.ts';
import { withDocuments } from './evidence-options.ts';
import { printNextStep } from './proposals.ts';
import { printTemplate } from './template.ts';

export function providersCommands(terminal: Terminal): Command[] {
  return [
    importCommand(terminal),
    actCommand(terminal, 'templates.providers', { text: ({ data }) => printTemplate(terminal, data) }),
  ];
}

function importCommand(terminal: Terminal): Command {
  return withToken(new Command('import'))
    .description('Create and update the providers in a file and propose their facts, all or none.')
    .argument('<file>', 'JSON array or CSV; - reads JSON from standard input')
    .option('--json', 'print the result as JSON', false)
    .addHelpText('after', IMPORT_HELP)
    .action((file, options) =>
      asStaff(terminal, options, async (perform) => {
        const folder = file === '-' ? '.' : path.dirname(file);
        const given = await withDocuments(readRows(await readText(file, terminal), formatOf(file)), folder);
        const imported = await perform('providers.import', given);
        if (options.json) return terminal.out(JSON.stringify(imported, null, 2));
        const { created, changed, unchanged, batch_id, proposed } = imported;
        terminal.out(`${created.length} created, ${changed.length} changed, ${unchanged} unchanged`);
        if (batch_id === null) return;
        terminal.out(`${count(proposed, 'fact')} proposed in batch ${batch_id}`);
        printNextStep(terminal, batch_id);
      }),
    );
}

const IMPORT_HELP = `
Columns or members:
  id                 UUID (default for a new provider: a new one)
  slug               lower-case letters, digits and hyphens (default for a new provider: derived from the name)
  name, provider_subtype, website (https)
  aliases            list of other names; in CSV separated by |
  identifiers        list of identifiers, each with its kind (lei, isin, ticker, address, domain), value and https source,
                     separated by spaces; in CSV separated by |
Facts, which are proposed with the row's evidence and count once a reviewer approved them:
  planner_type       btc, fiat or stablecoin
  yield_min, yield_max   percent per year with at most two decimals, as strings
  payout_currency    ISO 4217 code, or BTC
  flags              redeemable, lends, onchain, fixed_obligations, bitcoin_backed: true (default) or false;
                     in CSV: columns flags.redeemable and so on
  bitcoin_part       bitcoin in the backing, in percent of claims (without it, all of the backing counts as bitcoin)
  evidence           as for rf inputs import; needed if a fact is new or differs from the one on record
A row for an existing provider updates it; absent members keep their values.`;
