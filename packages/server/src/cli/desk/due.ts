import { formatHundredths } from '@rf-indicators/engine';
import { Command } from 'commander';
import { locally } from '../act-session.ts';
import { readInstant } from '../instants.ts';
import { tellTable } from '../table.ts';
import { type Terminal, UsageError } from '../terminal.ts';

export function dueCommand(terminal: Terminal): Command {
  return new Command('due')
    .description('List the inputs that lose points soon, gates first, with the points at stake.')
    .option('--days <number>', 'how far to look ahead', '7')
    .option('--as-of <instant>', 'look from another instant', 'now')
    .option('--missing', 'also list inputs that have no evidence yet', false)
    .option('--json', 'print the list as JSON', false)
    .addHelpText('after', HELP)
    .action(({ days, asOf, missing, json }) =>
      locally(terminal, async (perform) => {
        if (!/^\d{1,4}$/.test(days)) throw new UsageError(`"${days}" is not a number of days.`);
        const as_of = readInstant(asOf, terminal);
        const { data: due } = await perform('inputs.due', { days: Number(days), as_of, missing });
        if (json) return terminal.out(JSON.stringify(due, null, 2));
        if (due.length === 0) return terminal.out(`Nothing loses points within ${days} days.`);
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
        return tellTable(terminal, header, rows);
      }),
    );
}

const HELP = `
POINTS is what the input contributes now; for a gate it is the whole score, because without the gate there is none.
Inputs that were checked and have not changed can be renewed for many providers at once: rf inputs renew --help.`;
