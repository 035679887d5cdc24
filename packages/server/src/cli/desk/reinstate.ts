// rf reinstate: drafts the return of withdrawn providers.

import { Command } from 'commander';
import { asStaff, withToken } from '../act-session.ts';
import type { Terminal } from '../terminal.ts';

export function reinstateCommand(terminal: Terminal): Command {
  const command = new Command('reinstate')
    .argument('<providers...>', 'ids or slugs')
    .requiredOption('--reason <text>', 'reason; will be published')
    .option('--json', 'print the result as JSON', false)
    .addHelpText(
      'after',
      '\nThe result is a draft. A second person must approve it (rf approve-run) before it is published (rf publish).',
    );
  return withToken(command).action((providers: string[], options) =>
    asStaff(terminal, options, async (perform) => {
      const drafted = await perform('reinstatements.draft', { providers, reason: options.reason });
      if (options.json) return terminal.out(JSON.stringify(drafted));
      const { run_id } = drafted;
      return terminal.out(
        `Run ${run_id} reinstates them. Review it with rf diff ${run_id}. A second person must approve it with ` +
          `rf approve-run ${run_id}; then publish it with rf publish ${run_id}.`,
      );
    }),
  );
}
