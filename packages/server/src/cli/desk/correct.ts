import { Command } from 'commander';
import { asStaff, withToken } from '../act-session.ts';
import type { Terminal } from '../terminal.ts';

export function correctCommand(terminal: Terminal): Command {
  const command = new Command('correct')
    .description('Retract a wrong input and restate every published indicator that holds it.')
    .argument('<proposal>', 'the approved input that is wrong (rf inputs list shows ids)')
    .option('--with <proposal>', 'the approved input that takes its place')
    .requiredOption('--reason <text>', 'why; it is published')
    .option('--json', 'print the result as JSON', false)
    .addHelpText(
      'after',
      '\nLeaves a draft with all restated indicators. Approve it as a second person (rf approve-run), then publish it.',
    );
  return withToken(command).action((wrong, options) =>
    asStaff(terminal, options, async (perform) => {
      const drafted = await perform('corrections.draft', {
        wrong,
        replacement: options.with,
        reason: options.reason,
      });
      if (options.json) {
        terminal.out(JSON.stringify(drafted));
        return;
      }
      const { run_id, restates } = drafted;
      const what =
        restates.length === 0 ? 'no published indicator, because none holds it' : restates.join(', ');
      terminal.out(`Run ${run_id} retracts the input and restates ${what}.`);
      terminal.out(`See rf diff ${run_id}. A second person approves it (rf approve-run), then rf publish.`);
    }),
  );
}
