// rf requests list: score requests from the public, whose texts are not trusted.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { Command, Option } from 'commander';
import { readDesk } from '../act-session.ts';
import { instantToTheSecond } from '../instants.ts';
import { listPages } from '../pages.ts';
import type { Terminal } from '../terminal.ts';

type ScoreRequest = AnswerOf<'score_requests.list'>['data'][number];

export function scoreRequestsCommands(terminal: Terminal): Command[] {
  return [listCommand(terminal)];
}

function listCommand(terminal: Terminal): Command {
  const statuses = ['received', 'accepted', 'declined', 'scored'];
  return new Command('list')
    .description('List requests, oldest first.')
    .addOption(new Option('--status <status>', 'only those with this status').choices(statuses))
    .option('--json', 'print the list as JSON', false)
    .action(async ({ status, json }) => {
      const { data } = await readDesk(terminal, (perform) =>
        listPages(perform, 'score_requests.list', { status }),
      );
      if (json) terminal.out(JSON.stringify(data, null, 2));
      else for (const row of data) for (const line of linesOf(row)) terminal.out(line);
    });
}

/** Untrusted text gets its own indented lines, so that it cannot imitate another row. */
function linesOf({ id, status, received_at, provider_name, ...row }: ScoreRequest): string[] {
  const more = [row.planner_type, row.provider_url, row.contact_email].filter((text) => text !== null);
  const indented = (label: string, text: string | null) =>
    text === null || text === '' ? [] : text.split('\n').map((line) => `    ${label} ${line}`);
  return [
    `${id}  ${status.padEnd(8)}  ${new Date(received_at).toISOString()}`,
    ...indented('provider:', provider_name),
    ...indented('about:   ', more.join(', ')),
    ...indented('message: ', row.message),
    ...indented('scored:  ', row.slug),
    ...row.notes.flatMap(({ at, by, note }) =>
      indented('note:    ', `${instantToTheSecond(at)}, ${by}: ${note}`),
    ),
  ];
}
