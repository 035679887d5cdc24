import { draftCorrection } from '@rf-indicators/core/desk/publication/correct';
import { Command } from 'commander';
import { actorFrom, withContext, withToken } from '../store-session.ts';
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
    withContext(terminal, async (context) => {
      const actor = await actorFrom(terminal, context, options.token);
      const { runId, restates } = await draftCorrection(context, actor, {
        wrong,
        replacement: options.with ?? null,
        reason: options.reason,
      });
      if (options.json) {
        terminal.out(JSON.stringify({ run_id: runId, restates }));
        return;
      }
      const what = restates.length === 0 ? 'no published indicator, for none holds it' : restates.join(', ');
      terminal.out(`Run ${runId} retracts the input and restates ${what}.`);
      terminal.out(
        `Look with rf diff ${runId}. A second person approves it (rf approve-run), then rf publish.`,
      );
    }),
  );
}
