// rf incidents: announces incidents on the status page, changes them, and ends them.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { Command, Option } from 'commander';
import { asStaff, readDesk, withToken } from '../act-session.ts';
import { instantToTheSecond, readInstant } from '../instants.ts';
import { listPages } from '../pages.ts';
import type { Terminal } from '../terminal.ts';

type Incident = AnswerOf<'incidents.open'>;

const impactOption = () =>
  new Option('--impact <impact>', 'how the service works meanwhile').choices([
    'operational',
    'degraded',
    'outage',
  ]);

export function incidentsCommand(terminal: Terminal): Command {
  return new Command('incidents')
    .addCommand(listCommand(terminal))
    .addCommand(openCommand(terminal))
    .addCommand(updateCommand(terminal))
    .addCommand(resolveCommand(terminal));
}

function listCommand(terminal: Terminal): Command {
  return new Command('list')
    .description('List incidents, newest first.')
    .option('--ongoing', 'only those that go on', false)
    .option('--json', 'print the list as JSON', false)
    .action(async ({ ongoing, json }) => {
      const { data } = await readDesk(terminal, (perform) =>
        listPages(perform, 'incidents.list', ongoing ? { ongoing } : {}),
      );
      if (json) terminal.out(JSON.stringify(data, null, 2));
      else for (const incident of data) terminal.out(lineOf(incident));
    });
}

function openCommand(terminal: Terminal): Command {
  return withToken(new Command('open'))
    .description('Announce an incident.')
    .argument('<title>', 'what happened, in a sentence')
    .addOption(impactOption().default('degraded'))
    .option('--detail <text>', 'what it affects and what is done about it')
    .option('--since <instant>', 'when it began; now if absent')
    .action((title, { impact, detail, since, token }) =>
      asStaff(terminal, { token }, async (perform) => {
        const started_at = since === undefined ? undefined : readInstant(since, terminal);
        terminal.out(lineOf(await perform('incidents.open', { title, impact, detail, started_at })));
      }),
    );
}

function updateCommand(terminal: Terminal): Command {
  return withToken(new Command('update'))
    .description('Change what the status page says about an incident.')
    .argument('<id>', 'id of the incident')
    .option('--title <title>', 'what happened, in a sentence')
    .addOption(impactOption())
    .option('--detail <text>', 'what it affects and what is done about it')
    .action((id, { title, impact, detail, token }) =>
      asStaff(terminal, { token }, async (perform) => {
        terminal.out(lineOf(await perform('incidents.update', { id, title, impact, detail })));
      }),
    );
}

function resolveCommand(terminal: Terminal): Command {
  return withToken(new Command('resolve'))
    .description('End an incident. It stays on the status page for 90 days.')
    .argument('<id>', 'id of the incident')
    .option('--detail <text>', 'what it was')
    .action((id, { detail, token }) =>
      asStaff(terminal, { token }, async (perform) => {
        terminal.out(lineOf(await perform('incidents.resolve', { id, detail })));
      }),
    );
}

function lineOf({ id, title, impact, started_at, ended_at }: Incident): string {
  const until = ended_at === null ? 'goes on' : `until ${instantToTheSecond(ended_at)}`;
  return `${id}  ${impact.padEnd(11)}  ${instantToTheSecond(started_at)}  ${until}  ${title}`;
}
