// rf rates propose: the reference rate of a payout currency, with its evidence.

import { Command } from 'commander';
import { asStaff, withToken } from '../act-session.ts';
import type { Terminal } from '../terminal.ts';
import { readEvidenceOptions, withEvidence } from './evidence-options.ts';
import { printProposed } from './inputs.ts';

export function ratesCommands(terminal: Terminal): Command[] {
  return [proposeCommand(terminal)];
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
