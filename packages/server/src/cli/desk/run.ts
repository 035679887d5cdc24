// rf run, diff and publish: from scoring providers to published indicators.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { Command } from 'commander';
import { asStaff, readDesk, withToken } from '../act-session.ts';
import { readAsOf } from '../instants.ts';
import { listPages } from '../pages.ts';
import type { Terminal } from '../terminal.ts';
import { checkpointsFrom } from './checkpoints.ts';
import { printDraft, printPublished } from './draft-lines.ts';

export function runCommand(terminal: Terminal): Command {
  const command = new Command('run')
    .argument('[provider...]', 'ids or slugs (default: all providers that are not retired)')
    .option('--as-of <instant>', 'date-time to score as of', 'now')
    .option('--configuration <name>', 'named configuration', 'default')
    .option('--everything', 'publish every scored provider, even if nothing changed', false)
    .option('--reason <text>', 'reason, for the record')
    .option('--json', 'print the draft as JSON', false)
    .addHelpText(
      'after',
      '\nReview the draft with rf diff RUN, then publish it with rf publish RUN. rf run list shows the latest runs.',
    );
  return withToken(command).action(async (named: string[], options) => {
    if (named.length === 1 && named[0] === 'list') return printRuns(terminal, options.json);
    return asStaff(terminal, options, async (perform) => {
      const { run_id } = await perform('runs.compute', {
        providers: named.length > 0 ? named : undefined,
        as_of: readAsOf(options.asOf, terminal),
        configuration: options.configuration,
        everything: options.everything,
        reason: options.reason || undefined,
      });
      const { items } = await printDraft(terminal, perform, run_id, { json: options.json });
      if (!options.json) printNextStep(terminal, run_id, items);
    });
  });
}

/** What the desk does with a new draft. */
function printNextStep(terminal: Terminal, runId: string, items: AnswerOf<'runs.show'>['items']): void {
  terminal.out(`See what it would change with rf diff ${runId}`);
  const waiting = items.filter(({ committee }) => committee !== null).length;
  if (waiting > 0)
    terminal.out(
      `the committee decides ${waiting === 1 ? 'one indicator' : `${waiting} indicators`} of it at the desk, in the browser`,
    );
  terminal.out(`and publish it with rf publish ${runId}`);
}

export function diffCommand(terminal: Terminal): Command {
  return new Command('diff')
    .argument('<run>', 'id of a run')
    .option('--full', 'show everything behind every new result, not only behind first indicators', false)
    .option('--json', 'print the draft as JSON', false)
    .action(async (runId, { json, full }) => {
      await readDesk(terminal, (perform) =>
        printDraft(terminal, perform, runId, { json, full, withParts: true }),
      );
    });
}

export function publishCommand(terminal: Terminal): Command {
  const command = new Command('publish')
    .argument('<run>', 'id of a run')
    .option(
      '--checkpoint <file>',
      'signed checkpoint that was kept elsewhere; if the store is behind it, nothing is published',
    )
    .option('--json', 'print the result as JSON', false);
  return withToken(command).action((runId, { token, checkpoint, json }) =>
    asStaff(terminal, { token }, async (perform) => {
      const checkpoints = checkpoint === undefined ? undefined : checkpointsFrom(terminal, checkpoint);
      const outcome = await perform('runs.publish', { run: runId, checkpoints });
      if (json) terminal.out(JSON.stringify(outcome));
      else {
        const before = outcome.already ? ' The run had already been published; nothing was written.' : '';
        terminal.out(`Published ${outcome.published}, confirmed ${outcome.verified}.${before}`);
        const { items } = await perform('runs.show', { run: runId });
        printPublished(terminal, items, outcome.publication_id);
      }
    }),
  );
}

const SHOWN_RUNS = 20;

async function printRuns(terminal: Terminal, json: boolean): Promise<void> {
  await readDesk(terminal, async (perform) => {
    const { data } = await listPages(perform, 'runs.list', {}, SHOWN_RUNS);
    if (json) terminal.out(JSON.stringify(data, null, 2));
    else
      for (const { id, kind, status, as_of } of data)
        terminal.out(`${id}  ${status}  ${kind}  ${new Date(as_of).toISOString()}`);
  });
}
