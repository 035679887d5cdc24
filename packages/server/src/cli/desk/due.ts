// rf due: lists the inputs that lose points soon.

import { formatHundredths } from '@rf-indicators/engine';
import { Command } from 'commander';
import { locally } from '../act-session.ts';
import { readInstant } from '../instants.ts';
import { count, printTable } from '../table.ts';
import { type Terminal, UsageError } from '../terminal.ts';

export function dueCommand(terminal: Terminal): Command {
  return new Command('due')
    .description('List the inputs that lose points soon, gates first, with the points at stake.')
    .option('--days <number>', 'number of days to look ahead', '7')
    .option('--as-of <instant>', 'date-time to look ahead from', 'now')
    .option('--missing', 'also list inputs that have no evidence yet', false)
    .option('--json', 'print the list as JSON', false)
    .addHelpText('after', HELP)
    .action(({ days, asOf, missing, json }) =>
      locally(terminal, async (perform) => {
        if (!/^\d{1,4}$/.test(days)) throw new UsageError(`"${days}" is not a number of days.`);
        const as_of = readInstant(asOf, terminal);
        const { data: due } = await perform('inputs.due', { days: Number(days), as_of, missing });
        if (json) return terminal.out(JSON.stringify(due, null, 2));
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
        ]);
        const header = ['PROVIDER', 'INPUT', 'VALUE', 'EVIDENCE', 'LOSES FROM', 'LAPSES', 'DAYS', 'POINTS'];
        return printTable(terminal, header, rows);
      }),
    );
}

const HELP = `
POINTS is what the input contributes now. For a gate it is the whole score, because a lapsed gate leaves no score.
If an input was checked and has not changed, renew it for many providers at once: see rf inputs renew --help.`;
