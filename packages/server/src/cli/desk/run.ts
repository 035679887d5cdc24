import { Refusal } from '@rf-indicators/core/context/refusal';
import { findProvider } from '@rf-indicators/core/desk/providers/providers';
import { approveRun, publishRun } from '@rf-indicators/core/desk/publication/publish';
import { type DraftItem, listRuns, readDraft } from '@rf-indicators/core/desk/runs/drafts';
import { computeRun } from '@rf-indicators/core/desk/runs/run';
import { formatHundredths } from '@rf-indicators/engine';
import { Command } from 'commander';
import { readConfig } from '../../service/config.ts';
import { readInstant } from '../instants.ts';
import { progressTo } from '../progress.ts';
import { actorFrom, withContext, withToken } from '../store-session.ts';
import type { Terminal } from '../terminal.ts';
import { publisherFrom } from './publishing.ts';

export function runCommand(terminal: Terminal): Command {
  const command = new Command('run')
    .description('Score providers as of an instant; leaves a draft.')
    .argument('[provider...]', 'ids or slugs (all that are not retired)')
    .option('--as-of <instant>', 'the instant to look at', 'now')
    .option('--configuration <name>', 'named configuration', 'default')
    .option('--everything', 'publish every scored provider, news or not', false)
    .option('--reason <text>', 'why, for the record')
    .option('--json', 'print the draft as JSON', false)
    .addHelpText(
      'after',
      '\nLook at the draft with rf diff RUN, then rf publish RUN. rf run list shows the latest runs.',
    );
  return withToken(command).action(async (named: string[], options) => {
    if (named.length === 1 && named[0] === 'list') return tellRuns(terminal, options.json);
    await withContext(terminal, async (context) => {
      const actor = await actorFrom(terminal, context, options.token);
      const providerIds: string[] = [];
      for (const name of named) {
        const provider = await findProvider(context.store.db, name);
        if (provider === null) throw new Refusal('not_found', `There is no provider ${name}.`);
        providerIds.push(provider.id);
      }
      const runId = await computeRun(context, actor, {
        kind: 'manual',
        asOf: readInstant(options.asOf, terminal),
        ...(named.length > 0 && { providerIds }),
        configuration: options.configuration,
        everything: options.everything,
        ...(options.reason && { reason: options.reason }),
        policy: readConfig(terminal.env).policy,
        progress: progressTo(terminal, 'scored'),
      });
      await tellDraft(terminal, context.store.db, runId, options.json);
    });
  });
}

export function diffCommand(terminal: Terminal): Command {
  return new Command('diff')
    .description('Show what a draft would change, and why.')
    .argument('<run>', 'id of a run')
    .option('--json', 'print the draft as JSON', false)
    .action((runId, { json }) =>
      withContext(terminal, ({ store }) => tellDraft(terminal, store.db, runId, json, true)),
    );
}

export function approveRunCommand(terminal: Terminal): Command {
  const command = new Command('approve-run')
    .description('Approve a draft as the second person that a band change or a correction takes.')
    .argument('<run>', 'id of a run');
  return withToken(command).action((runId, { token }) =>
    withContext(terminal, async (context) => {
      await approveRun(context, await actorFrom(terminal, context, token), runId);
      terminal.out(`Approved. Someone else publishes it with rf publish ${runId}.`);
    }),
  );
}

export function publishCommand(terminal: Terminal): Command {
  const command = new Command('publish')
    .description('Make a draft public, for ever.')
    .argument('<run>', 'id of a run')
    .option('--checkpoint <file>', 'a signed checkpoint kept elsewhere; a store behind it publishes nothing')
    .option('--json', 'print the result as JSON', false);
  return withToken(command).action((runId, { token, checkpoint, json }) =>
    withContext(terminal, async (context) => {
      const actor = await actorFrom(terminal, context, token);
      const outcome = await publishRun(context, actor, runId, publisherFrom(terminal, checkpoint));
      if (json) terminal.out(JSON.stringify(outcome));
      else {
        const before = outcome.already ? ' That was done before; nothing was written now.' : '';
        terminal.out(`Published ${outcome.published}, confirmed ${outcome.verified}.${before}`);
      }
    }),
  );
}

async function tellRuns(terminal: Terminal, json: boolean): Promise<void> {
  await withContext(terminal, async ({ store }) => {
    const runs = await listRuns(store.db, 20);
    if (json) terminal.out(JSON.stringify(runs, null, 2));
    else
      for (const { id, kind, status, as_of } of runs)
        terminal.out(`${id}  ${status}  ${kind}  ${new Date(as_of).toISOString()}`);
  });
}

async function tellDraft(
  terminal: Terminal,
  db: Parameters<typeof readDraft>[0],
  runId: string,
  json: boolean,
  withParts = false,
): Promise<void> {
  const draft = await readDraft(db, runId);
  if (json) {
    terminal.out(JSON.stringify(draft, null, 2));
    return;
  }
  const { run, items, approvedBy } = draft;
  terminal.out(`run ${run.id}: ${run.status}, as of ${new Date(run.as_of).toISOString()}`);
  if (approvedBy.length > 0) terminal.out(`approved by ${approvedBy.join(', ')}`);
  for (const item of items) {
    terminal.out(`  ${lineOf(item)}`);
    if (!withParts || item.change === null) continue;
    for (const { kind, criterion_id, points, before, after } of item.change.parts) {
      const values = before === after ? (after ?? '') : `${before ?? 'nothing'} -> ${after ?? 'nothing'}`;
      terminal.out(
        `      ${points.padStart(7)}  ${kind}${criterion_id ? ` ${criterion_id}` : ''}: ${values}`,
      );
    }
  }
}

function lineOf({
  slug,
  outcome,
  detail,
  action,
  causes,
  previous_score,
  previous_band,
  new_score,
  new_band,
}: DraftItem): string {
  if (outcome !== 'SCORED') return `${slug}: ${outcome} ${detail ?? ''} (${action})`;
  const before = previous_score === null ? 'nothing' : `${formatHundredths(previous_score)} ${previous_band}`;
  const why = causes.length === 0 ? '' : ` because of ${causes.join(', ')}`;
  return `${slug}: ${before} -> ${formatHundredths(new_score!)} ${new_band}: ${action}${why}`;
}
