// rf providers: imports, lists and changes providers.

import path from 'node:path';
import type { AnswerOf } from '@rf-indicators/contract/acts';
import { formatOf, readRows } from '@rf-indicators/core/desk/import/file';
import { Command } from 'commander';
import { asStaff, readDesk, withToken } from '../act-session.ts';
import { listPages } from '../pages.ts';
import { count, printTable } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { readText } from '../verify/files.ts';
import { withDocuments } from './evidence-options.ts';
import { printNextStep } from './proposals.ts';
import { printTemplate } from './template.ts';

export function providersCommand(terminal: Terminal): Command {
  return new Command('providers')
    .addCommand(importCommand(terminal))
    .addCommand(templateCommand(terminal))
    .addCommand(listCommand(terminal))
    .addCommand(renameCommand(terminal))
    .addCommand(slugCommand(terminal))
    .addCommand(noteCommand(terminal))
    .addCommand(retireCommand(terminal));
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

function templateCommand(terminal: Terminal): Command {
  return new Command('template')
    .description(
      'Print an example of a file that rf providers import takes: a fictional provider, with every column.',
    )
    .option('--json', 'print JSON instead of CSV', false)
    .action(({ json }) =>
      readDesk(terminal, async (perform) => {
        const { data } = await perform('templates.providers', {});
        printTemplate(terminal, data, json);
      }),
    );
}

function listCommand(terminal: Terminal): Command {
  return new Command('list')
    .description('List providers.')
    .option('--all', 'include retired providers', false)
    .option('--json', 'print the list as JSON', false)
    .action(({ all, json }) =>
      readDesk(terminal, async (perform) => {
        const { data } = await listPages(perform, 'providers.list', { all });
        if (json) return terminal.out(JSON.stringify(data, null, 2));
        const rows = data.map((provider) => [
          provider.slug,
          provider.name,
          provider.planner_type ?? '',
          provider.yield_max === null ? '' : `${provider.yield_min}-${provider.yield_max}`,
          provider.payout_currency ?? '',
          standingText(provider),
          provider.id,
        ]);
        return printTable(terminal, ['SLUG', 'NAME', 'TYPE', 'YIELD', 'PAYS', 'STANDING', 'ID'], rows);
      }),
    );
}

/** Where the provider stands, and what a person should look at. */
function standingText(provider: AnswerOf<'providers.list'>['data'][number]): string {
  const words: string[] = [provider.retired_at === null ? provider.standing : 'retired'];
  if (provider.waiting_run !== null) words.push(`waiting for a second person (run ${provider.waiting_run})`);
  for (const { input, value, needs } of provider.contested) {
    words.push(`contested ${input} ${value} (needs grade ${needs})`);
  }
  return words.join('; ');
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

function noteCommand(terminal: Terminal): Command {
  return withToken(new Command('note'))
    .description('Write a note about a provider, for the record. It is never changed, and never published.')
    .argument('<provider>', 'id or slug')
    .argument('<text>', 'the note')
    .action((provider, text, options) =>
      asStaff(terminal, options, async (perform) => {
        await perform('providers.add_note', { provider, text });
        terminal.out(`noted about ${provider}`);
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

const IMPORT_HELP = `
Columns or members:
  id                 UUID (default for a new provider: a new one)
  slug               lower-case letters, digits and hyphens (default for a new provider: derived from the name)
  name, provider_subtype, website (https)
  aliases            list of other names; in CSV separated by |
Facts, which are proposed with the row's evidence and count once a reviewer approved them:
  planner_type       btc, fiat or stablecoin
  yield_min, yield_max   percent per year with at most two decimals, as strings
  payout_currency    ISO 4217 code, or BTC
  flags              redeemable, lends, onchain, fixed_obligations, bitcoin_backed: true (default) or false;
                     in CSV: columns flags.redeemable and so on
  bitcoin_part       bitcoin in the backing, in percent of claims (without it, all of the backing counts as bitcoin)
  evidence           as for rf inputs import; needed if a fact is new or differs from the one on record
A row for an existing provider updates it; absent members keep their values.`;
