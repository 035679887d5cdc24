// rf rates: proposes and lists the reference rates of payout currencies.

import { Command } from 'commander';
import { asStaff, readDesk, withToken } from '../act-session.ts';
import { printTable } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { readEvidenceOptions, withEvidence } from './evidence-options.ts';
import { printProposed } from './inputs.ts';

export function ratesCommand(terminal: Terminal): Command {
  return new Command('rates').addCommand(proposeCommand(terminal)).addCommand(listCommand(terminal));
}

function proposeCommand(terminal: Terminal): Command {
  return withEvidence(withToken(new Command('propose')))
    .description('Propose the reference rate of a currency, for all providers that pay in it.')
    .argument('<currency>', 'ISO 4217 code; the rate of bitcoin is 0.00 by definition')
    .argument('<rate>', 'percent per year, such as 3.75')
    .option('--json', 'print the result as JSON', false)
    .action((currency, rate, options) =>
      asStaff(terminal, options, async (perform) => {
        const { evidence, documents } = await readEvidenceOptions(options);
        const value = { currency, input: 'reference_rate', value: rate, evidence };
        const rows = [{ place: currency, value }];
        printProposed(terminal, await perform('inputs.propose', { rows, documents }), options.json);
      }),
    );
}

function listCommand(terminal: Terminal): Command {
  return new Command('list')
    .description('List the reference rates that count now.')
    .option('--json', 'print the list as JSON', false)
    .action(({ json }) =>
      readDesk(terminal, async (perform) => {
        const { data } = await perform('rates.list', {});
        if (json) return terminal.out(JSON.stringify(data, null, 2));
        const rows = data.map(({ currency, rate, evidence_date, grade, source }) => [
          ...[currency, rate, evidence_date, grade, source],
        ]);
        return printTable(terminal, ['CURRENCY', 'RATE', 'CHECKED', 'GRADE', 'SOURCE'], rows);
      }),
    );
}
