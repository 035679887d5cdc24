// rf run, diff, approve-run and publish: from scoring providers to published indicators.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { formatHundredths } from '@rf-indicators/engine';
import { Command } from 'commander';
import { asStaff, locally, type Perform, withToken } from '../act-session.ts';
import { readInstant } from '../instants.ts';
import type { Terminal } from '../terminal.ts';
import { checkpointsFrom } from './checkpoints.ts';

type DraftItem = AnswerOf<'runs.show'>['items'][number];

export function runCommand(terminal: Terminal): Command {
  const command = new Command('run')
    .description('Score providers and save the result as a draft.')
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
        as_of: readInstant(options.asOf, terminal),
        configuration: options.configuration,
        everything: options.everything,
        reason: options.reason || undefined,
      });
      await printDraft(terminal, perform, run_id, options.json);
    });
  });
}

export function diffCommand(terminal: Terminal): Command {
  return new Command('diff')
    .description('Show what a draft would change, and why.')
    .argument('<run>', 'id of a run')
    .option('--json', 'print the draft as JSON', false)
    .action((runId, { json }) =>
      locally(terminal, (perform) => printDraft(terminal, perform, runId, json, true)),
    );
}

export function approveRunCommand(terminal: Terminal): Command {
  const command = new Command('approve-run')
    .description(
      'Approve a draft as the second person that a band change, a correction or a reinstatement requires.',
    )
    .argument('<run>', 'id of a run');
  return withToken(command).action((runId, { token }) =>
    asStaff(terminal, { token }, async (perform) => {
      await perform('runs.approve', { run: runId });
      terminal.out(`Approved. Another person can now publish it with rf publish ${runId}.`);
    }),
  );
}

export function publishCommand(terminal: Terminal): Command {
  const command = new Command('publish')
    .description('Publish a draft. This cannot be undone.')
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
      }
    }),
  );
}

async function printRuns(terminal: Terminal, json: boolean): Promise<void> {
  await locally(terminal, async (perform) => {
    const { data } = await perform('runs.list', { limit: 20 });
    if (json) terminal.out(JSON.stringify(data, null, 2));
    else
      for (const { id, kind, status, as_of } of data)
        terminal.out(`${id}  ${status}  ${kind}  ${new Date(as_of).toISOString()}`);
  });
}

async function printDraft(
  terminal: Terminal,
  perform: Perform,
  runId: string,
  json: boolean,
  withParts = false,
): Promise<void> {
  const draft = await perform('runs.show', { run: runId });
  if (json) {
    terminal.out(JSON.stringify(draft, null, 2));
    return;
  }
  const { run, items, approved_by } = draft;
  terminal.out(`run ${run.id}: ${run.status}, as of ${new Date(run.as_of).toISOString()}`);
  if (approved_by.length > 0) terminal.out(`approved by ${approved_by.join(', ')}`);
  for (const item of items) {
    terminal.out(`  ${lineOf(item)}`);
    for (const { input, value, grade, evidence_date, needs } of item.contested) {
      terminal.out(
        `      contested: ${input} ${value} (grade ${grade}, ${evidence_date}) does not count; it needs grade ${needs}`,
      );
    }
    if (!withParts || item.change === null) continue;
    for (const { kind, criterion_id, points, before, after } of item.change.parts) {
      const values = before === after ? (after ?? '') : `${before ?? 'nothing'} -> ${after ?? 'nothing'}`;
      terminal.out(
        `      ${points.padStart(7)}  ${kind}${criterion_id ? ` ${criterion_id}` : ''}: ${values}`,
      );
    }
  }
}

const ACTIONS: Readonly<Record<string, string>> = { verify: 'confirmed', none: 'not published' };

function lineOf({
  slug,
  outcome,
  detail,
  action,
  kind,
  causes,
  previous_score,
  previous_band,
  new_score,
  new_band,
}: DraftItem): string {
  if (outcome !== 'SCORED') return `${slug}: ${outcome} ${detail ?? ''} (${action})`;
  const before = previous_score === null ? 'nothing' : `${formatHundredths(previous_score)} ${previous_band}`;
  const others = causes.filter((cause) => cause !== kind);
  const why = others.length === 0 ? '' : ` (${others.join(', ')})`;
  return `${slug}: ${before} -> ${formatHundredths(new_score!)} ${new_band}: ${kind ?? ACTIONS[action] ?? action}${why}`;
}
