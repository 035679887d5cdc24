// rf inputs, and rf rates propose: proposes, approves, rejects, renews and lists inputs.

import path from 'node:path';
import type { AnswerOf } from '@rf-indicators/contract/acts';
import { formatOf, readRows } from '@rf-indicators/core/desk/import/file';
import { Command } from 'commander';
import { asStaff, withToken } from '../act-session.ts';
import { actCommand } from '../acts/command.ts';
import { count } from '../table.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import { readText } from '../verify/files.ts';
import { readEvidenceOptions, withDocuments, withEvidence } from './evidence-options.ts';
import { printDecided, printNextStep, proposalCommands } from './proposals.ts';
import { printTemplate } from './template.ts';

export function inputsCommands(terminal: Terminal): Command[] {
  return [
    importCommand(terminal),
    actCommand(terminal, 'templates.inputs', { text: ({ data }) => printTemplate(terminal, data) }),
    proposeCommand(terminal),
    decideCommand(terminal, 'approve'),
    decideCommand(terminal, 'reject'),
    renewCommand(terminal),
    ...proposalCommands(terminal),
  ];
}

export function ratesCommands(terminal: Terminal): Command[] {
  return [proposeRateCommand(terminal)];
}

function importCommand(terminal: Terminal): Command {
  return withToken(new Command('import'))
    .description('Propose the inputs in a file as one batch, all or none.')
    .argument('<file>', 'JSON array or CSV; - reads JSON from standard input')
    .option('--json', 'print the result as JSON', false)
    .addHelpText('after', IMPORT_HELP)
    .action((file, options) =>
      asStaff(terminal, options, async (perform) => {
        const folder = file === '-' ? '.' : path.dirname(file);
        const given = await withDocuments(readRows(await readText(file, terminal), formatOf(file)), folder);
        printProposed(terminal, await perform('inputs.propose', given), options.json);
      }),
    );
}

function proposeCommand(terminal: Terminal): Command {
  return withEvidence(withToken(new Command('propose')))
    .description('Propose one input.')
    .argument('<provider>', 'id or slug')
    .argument('<input>', 'id of a criterion, a gate or a fact')
    .argument('<value>', 'value, in the form that the framework defines')
    .option('--json', 'print the result as JSON', false)
    .action((provider, input, value, options) =>
      asStaff(terminal, options, async (perform) => {
        const { evidence, documents, reasons } = await readEvidenceOptions(options);
        const rows = [{ place: provider, value: { provider, input, value, evidence, ...reasons } }];
        printProposed(terminal, await perform('inputs.propose', { rows, documents }), options.json);
      }),
    );
}

function proposeRateCommand(terminal: Terminal): Command {
  return withEvidence(withToken(new Command('propose')))
    .description('Propose the reference rate of a currency, for all providers that pay in it.')
    .argument('<currency>', 'ISO 4217 code; the rate of bitcoin is 0.00 by definition')
    .argument('<rate>', 'percent per year, such as 3.75')
    .option('--json', 'print the result as JSON', false)
    .action((currency, rate, options) =>
      asStaff(terminal, options, async (perform) => {
        const { evidence, documents, reasons } = await readEvidenceOptions(options);
        const value = { currency, input: 'reference_rate', value: rate, evidence, ...reasons };
        const rows = [{ place: currency, value }];
        printProposed(terminal, await perform('inputs.propose', { rows, documents }), options.json);
      }),
    );
}

function decideCommand(terminal: Terminal, verb: 'approve' | 'reject'): Command {
  const isRejection = verb === 'reject';
  const command = withToken(new Command(verb))
    .description(
      `${isRejection ? 'Reject' : 'Approve'} proposals of another person, all of the given ones or none.`,
    )
    .argument('[proposals...]', 'ids of proposals')
    .option('--batch <id>', 'all open proposals of a batch')
    .option('--reason <text>', isRejection ? 'reason (required)' : 'remark, for the record')
    .option('--json', 'print what was decided as JSON', false);
  if (!isRejection) {
    command
      .option('--confirmation <text>', 'why what is unusual about the values is right')
      .option('--unopened', 'approve without opening the documents', false);
  }
  return command.action((proposalIds: string[], options) =>
    asStaff(terminal, options, async (perform) => {
      const { batch, reason, confirmation, unopened = false } = options;
      if ((batch === undefined) === (proposalIds.length === 0)) {
        throw new UsageError(
          'Give either the ids of proposals or --batch with the id of a batch. rf inputs list shows them.',
        );
      }
      const proposals = proposalIds.length > 0 ? proposalIds : undefined;
      // The act refuses an empty reason with a clear message.
      const { decided } = isRejection
        ? await perform('inputs.reject', { proposals, batch, reason: reason ?? '' })
        : await perform('inputs.approve', { proposals, batch, reason, confirmation, unopened });
      printDecided(terminal, decided, isRejection ? 'rejected' : 'approved', options.json);
    }),
  );
}

function renewCommand(terminal: Terminal): Command {
  return withEvidence(withToken(new Command('renew')))
    .description(
      'Propose the current values again after a check found them unchanged, with the same evidence for all.',
    )
    .argument('<input>', 'id of a criterion, a gate or a fact')
    .argument('[providers...]', 'ids or slugs')
    .option('--all', 'every provider that is not retired', false)
    .option('--json', 'print the result as JSON', false)
    .action((input, named: string[], options) =>
      asStaff(terminal, options, async (perform) => {
        if (options.all === named.length > 0) throw new UsageError('Give either providers or --all.');
        const providers = options.all ? undefined : named;
        const { reasons, ...given } = await readEvidenceOptions(options);
        const renewal = { input, providers, ...given, ...reasons };
        printProposed(terminal, await perform('inputs.renew', renewal), options.json);
      }),
    );
}

function printProposed(terminal: Terminal, proposed: AnswerOf<'inputs.propose'>, json: boolean): void {
  const { batch_id, proposal_ids, checked, skipped } = proposed;
  if (json) terminal.out(JSON.stringify(proposed, null, 2));
  else {
    terminal.out(`${count(proposal_ids.length, 'proposal')} in batch ${batch_id}`);
    if (checked > 0) terminal.out(`${count(checked, 'row')} checked only: runs derive the value`);
    if (skipped > 0) terminal.out(`${count(skipped, 'row')} skipped: the result is empty`);
    printNextStep(terminal, batch_id);
  }
}

const IMPORT_HELP = `
Columns or members of a row:
  provider           id or slug (for the input reference_rate: currency, an ISO 4217 code)
  input              id of a criterion or a gate, or a fact: planner_type, payout_currency, yield_min, yield_max,
                     bitcoin_part, a structure flag, reference_rate
  value              in the form that the framework defines; numbers as strings
  evidence           id of recorded evidence, or an object (in CSV: columns evidence.kind and so on) with kind,
                     title, evidence_date, grade (A to E), url, page, quote, and either file (path of a copy of
                     the document, relative to this file) or sha256 (of a copy that is already stored); grades D
                     and E need neither
  about              is ignored: rf inputs template explains the values there
  result             instead of value, in a sheet that rf due --csv printed: unchanged, or the new value. A row without a
                     result is skipped; a row whose current_value is no longer the one on record is refused
Runs derive yield_spread, and btc_shock_absorption of bitcoin-backed providers that do not pay in bitcoin. A row with
such a value is checked against the derived one and not proposed.`;
