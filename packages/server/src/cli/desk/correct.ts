// rf correct: drafts the correction of a wrong input.

import { Command } from 'commander';
import { asStaff, withToken } from '../act-session.ts';
import type { Terminal } from '../terminal.ts';

export function correctCommand(terminal: Terminal): Command {
  const command = new Command('correct')
    .argument('<proposal>', 'id of the approved input that is wrong (rf inputs list shows ids)')
    .option('--with <proposal>', 'id of the approved input that replaces it')
    .requiredOption('--reason <text>', 'reason; will be published')
    .option('--json', 'print the result as JSON', false)
    .addHelpText(
      'after',
      '\nThe result is a draft. A second person must approve it (rf approve-run) before it is published (rf publish).',
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
        restates.length === 0 ? 'no published indicator, because none used it' : restates.join(', ');
      terminal.out(`Run ${run_id} retracts the input and restates ${what}.`);
      terminal.out(
        `Review it with rf diff ${run_id}. A second person must approve it with rf approve-run ${run_id}; then ` +
          `publish it with rf publish ${run_id}.`,
      );
    }),
  );
}
