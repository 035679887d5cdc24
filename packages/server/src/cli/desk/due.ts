// rf due: lists the inputs that lose points soon, and who looks after them.

import { writeDueSheet } from '@rf-indicators/core/desk/inputs/due-sheet-form';
import { formatHundredths } from '@rf-indicators/engine';
import { Command, Option } from 'commander';
import { asStaff, readDesk, withToken } from '../act-session.ts';
import { readAsOf } from '../instants.ts';
import { listPages } from '../pages.ts';
import { count, printTable } from '../table.ts';
import { type Terminal, UsageError } from '../terminal.ts';

export function dueCommand(terminal: Terminal): Command {
  return new Command('due')
    .addCommand(listCommand(terminal), { isDefault: true })
    .addCommand(assignCommand(terminal));
}

function listCommand(terminal: Terminal): Command {
  return new Command('list')
    .description('List the inputs that lose points soon, gates first, with the points at stake.')
    .option('--days <number>', 'number of days to look ahead', '7')
    .option('--as-of <instant>', 'date-time to look ahead from; also one in the future', 'now')
    .option('--assignee <person>', 'only what this person looks after; nobody: what nobody does')
    .option('--missing', 'also list inputs that have no evidence yet', false)
    .option('--json', 'print the list as JSON', false)
    .addOption(new Option('--csv', 'print a sheet to fill in and import').default(false).conflicts('json'))
    .addHelpText('after', HELP)
    .action(({ days, asOf, assignee, missing, json, csv }) =>
      readDesk(terminal, async (perform) => {
        if (!/^\d{1,4}$/.test(days)) throw new UsageError(`"${days}" is not a number of days.`);
        const as_of = readAsOf(asOf, terminal);
        const { data: due, outdated = 0 } = await listPages(perform, 'inputs.due', {
          ...{ days: Number(days), as_of, missing, assignee },
        });
        if (outdated > 0) {
          const many = count(outdated, 'provider');
          terminal.err(
            `Computing ${many}: until then, their points are of an earlier day, or they are not listed.`,
          );
        }
        if (json) return terminal.out(JSON.stringify(due, null, 2));
        if (csv) return terminal.out(writeDueSheet(due));
        if (due.length === 0)
          return terminal.out(`No inputs lose points within ${count(Number(days), 'day')}.`);
        const rows = due.map((input) => [
          input.slug,
          input.is_gate ? `${input.input} (gate)` : input.input,
          input.value ?? 'no evidence',
          input.evidence_date ?? '',
          input.loses_from ?? '',
          input.lapses_on ?? '',
          input.days_left === null ? '' : String(input.days_left),
          formatHundredths(input.points_at_stake),
          input.assignee ?? '',
          input.note ?? '',
        ]);
        const header = ['PROVIDER', 'INPUT', 'VALUE', 'EVIDENCE', 'LOSES FROM', 'LAPSES', 'DAYS', 'POINTS'];
        return printTable(terminal, [...header, 'ASSIGNEE', 'NOTE'], rows);
      }),
    );
}

function assignCommand(terminal: Terminal): Command {
  return withToken(new Command('assign'))
    .description('Say who looks after an input, until somebody changes it.')
    .argument('<provider>', 'id or slug')
    .argument('<input>', 'id of a criterion, a gate or a fact')
    .argument('<person>', 'name or id; - if nobody looks after it any longer')
    .option('--note <text>', 'replaces the note; "" removes it')
    .action((provider, input, person, { note, token }) =>
      asStaff(terminal, { token }, async (perform) => {
        const assignee = person === '-' ? null : person;
        await perform('due.assign', { provider, input, assignee, note });
        terminal.out(`${input} of ${provider}: ${assignee ?? 'nobody'}`);
      }),
    );
}

const HELP = `
POINTS is what the input contributes now. For a gate it is the whole score, because a lapsed gate leaves no score.
If an input was checked and has not changed, renew it for many providers at once: see rf inputs renew --help.
For many inputs, print a sheet with --csv, fill in result (unchanged, or the new value) and the evidence of each row that
was checked, and propose them together with rf inputs import. Rows without a result are skipped.`;
